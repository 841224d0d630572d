/* The page: its theme, one open run per model, addresses, keys, printing. */

const root = document.documentElement;
root.classList.add('js');

const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme:dark)').matches;
try {
  const theme = localStorage.getItem('gentrans-theme');
  if (theme) root.dataset.theme = theme;
} catch { /* nothing is remembered here */ }
document.getElementById('theme').onclick = () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try { localStorage.setItem('gentrans-theme', root.dataset.theme); } catch { /* nothing is remembered here */ }
};

/* Calls `draw` now and whenever the width of an element changes. */
function sized(element, draw) {
  let width = 0;
  const look = () => {
    if (!element.clientWidth || element.clientWidth === width) return;
    width = element.clientWidth;
    draw();
  };
  look();
  new ResizeObserver(() => requestAnimationFrame(look)).observe(element);
}

const views = [...document.querySelectorAll('.trace[data-steps]')].map(section => {
  const m = model[Number(section.dataset.m)];
  return runView(section, m, m.props[Number(section.dataset.p)]);
});
for (const view of views) sized(view.host, view.fit);

/* One run at a time. */
function pick(section, id) {
  for (const trace of section.querySelectorAll('.trace')) trace.hidden = trace.id !== id;
  for (const stage of section.querySelectorAll('[data-for]')) stage.hidden = stage.dataset.for !== id;
  for (const act of section.querySelectorAll('.act button')) act.setAttribute('aria-pressed', act.parentNode.dataset.to === id);
  for (const view of views) {
    if (!section.contains(view.section)) continue;
    if (view.section.id !== id) view.stop();
    else view.paint();
  }
}
for (const section of document.querySelectorAll('.model')) {
  const traces = section.querySelectorAll('.trace');
  for (const act of section.querySelectorAll('.act')) {
    if (traces.length < 2) continue;
    const open = html('button', {type: 'button'}, 'Show the run');
    open.onclick = () => pick(section, act.dataset.to);
    act.prepend(open, ' ');
  }
  const failing = section.querySelector('.verdicts .f .act') || section.querySelector('.verdicts .act');
  if (traces.length) pick(section, failing ? failing.dataset.to : traces[0].id);
}

for (const host of document.querySelectorAll('[data-bare]')) {
  const m = model[Number(host.dataset.bare)];
  m.types.forEach((type, t) => {
    const box = html('div');
    if (m.types.length > 1) host.append(html('h3', {}, type.name));
    host.append(box);
    const picture = drawing(box, m, t, null, []);
    sized(box, picture.build);
  });
}

/* Keys: the run that has focus, else the one nearest the middle of the window. */
function nearest() {
  const middle = innerHeight / 2;
  return views.filter(view => !view.section.hidden).map(view => [view, view.host.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > 0 && box.top < innerHeight)
    .sort(([, a], [, b]) => Math.abs(a.top + a.bottom - 2 * middle) - Math.abs(b.top + b.bottom - 2 * middle))
    .map(([view]) => view)[0];
}
document.addEventListener('keydown', event => {
  if (/INPUT|TEXTAREA|SELECT/.test(event.target.tagName) && event.target.type !== 'range') return;
  let view = views.find(view => view.section.contains(event.target) || view.host.contains(event.target));
  if (!view && (event.target !== document.body || /Home|End/.test(event.key))) return;
  view = view || nearest();
  if (view) view.key(event);
});

/* #m0-2/7: step 7 of that run. */
function follow() {
  const [id, step] = decodeURIComponent(location.hash.slice(1)).split('/');
  const trace = document.getElementById(id);
  if (!trace || !trace.classList.contains('trace')) return;
  pick(trace.closest('.model'), id);
  const view = views.find(view => view.section === trace);
  if (view && step !== undefined) view.go(Number(step) || 0);
  (view ? view.host : trace).scrollIntoView({block: 'start'});
}
addEventListener('hashchange', follow);
addEventListener('beforeprint', () => {
  for (const element of document.querySelectorAll('.trace,[data-for]')) element.hidden = false;
  for (const view of views) view.fit();
});
follow();
root.dataset.ready = '1';
