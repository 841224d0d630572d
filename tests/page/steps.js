/* Appended to a page by tests/checks/page: steps every run through with its own buttons, as a reader would, and writes down
 * what is to be seen at each step. It knows the page's document, none of its script. */
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const seen = {errors: window.testErrors, runs: {}, overlaps: [], wide: document.documentElement.scrollWidth - innerWidth};

  function look(host, section) {
    const current = all('tr[aria-current]', section).map(row => Number(row.dataset.k));
    return {
      output: host.querySelector('output').textContent,
      row: current,
      say: host.querySelector('.say').textContent,
      marked: all('.cov tr.on', section.closest('.model')).map(row => Number(row.dataset.r)),
      drawn: all('svg.sk', host).map(svg => ({
        label: svg.getAttribute('aria-label'),
        tokens: all('g.t:not(.was)', svg).map(g => [g.dataset.process, g.dataset.loc, Number(g.dataset.count)]),
      })),
      shared: Object.fromEntries(all('[data-var][data-value]', host).map(chip => [chip.dataset.var, chip.dataset.value])),
      local: Object.fromEntries(all('.mat tr[data-process]', host).map(row =>
        [row.dataset.process, Object.fromEntries(all('td', row).map(cell => [cell.dataset.var, cell.textContent]))])),
    };
  }

  function overlapping(host) {
    const boxOf = element => element.getBoundingClientRect();
    const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    for (const svg of all('svg.sk', host)) {
      const labels = all('.e text', svg), boxes = all('rect.b', svg);
      labels.forEach((label, i) => {
        for (const other of [...labels.slice(i + 1), ...boxes])
          if (meet(boxOf(label), boxOf(other)))
            seen.overlaps.push(`${label.textContent} / ${other.textContent || 'box'} at ${innerWidth}`);
      });
    }
  }

  for (const section of all('.trace[data-steps]')) {
    const open = document.querySelector(`.act[data-to="${section.id}"] button`);
    if (open) open.click();
    const host = document.querySelector(`[data-for="${section.id}"]`);
    const [first, previous, , next, last] = all('.ctl button', host);
    first.click();
    const run = {steps: [look(host, section)]};
    for (let k = 0; k < 5000 && !last.disabled; k++) {
      next.click();
      run.steps.push(look(host, section));
    }
    run.more = !next.disabled;
    if (run.more) {
      next.click();
      run.again = look(host, section);
      previous.click();
      run.back = look(host, section).output;
    }
    host.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));
    run.home = look(host, section).output;
    const slider = host.querySelector('input[type=range]');
    slider.value = run.steps.length - 1;
    slider.dispatchEvent(new Event('input'));
    run.slid = look(host, section).output;
    overlapping(host);
    seen.runs[section.id] = run;
  }
  for (const host of all('[data-bare]')) overlapping(host);
  seen.columns = all('.tall').map(column => column.clientHeight);
  seen.title = document.title;
  seen.texts = all('.verdicts li').map(item => item.textContent);
  const result = document.createElement('pre');
  result.id = 'seen';
  result.textContent = JSON.stringify(seen);
  document.body.replaceChildren(result);
})();
