/* A run to step through: one sentence, the variables, the drawings, the local variables, the line of steps, buttons. */

const ICONS = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z', previous: 'M11.5 3v10L4.5 8z', play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z', next: 'M4.5 3v10l7-5z', last: 'M11 3h2v10h-2zM3 3v10l7-5z'
};
const icon = name => {
  const picture = svg('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'});
  svg('path', {d: ICONS[name]}, picture);
  return picture;
};
const PACE = 900;

/* The line of steps: a dot for each, the loop as a band with an arc back. */
function drawLine(root, width, last, loop) {
  const x = i => 9 + (width - 18) * (last ? i / last : 0), y = loop === null ? 13 : 37, end = loop === null ? last : loop;
  root.replaceChildren();
  svg('path', {d: `M${x(0)} ${y}H${x(end)}`, class: 'stem'}, root);
  if (loop !== null) {
    svg('rect', {x: x(loop) - 11, y: y - 12, width: x(last) - x(loop) + 22, height: 24, rx: 12, class: 'band'}, root);
    svg('path', {d: `M${x(loop)} ${y}H${x(last)}`, class: 'back'}, root);
    if (last > loop) svg('path', {class: 'back',
      d: `M${x(last)} ${y - 13}Q${x(last)} 10 ${x(last) - 14} 10H${x(loop) + 14}Q${x(loop)} 10 ${x(loop)} ${y - 16}`}, root);
    svg('polygon', {points: '0,0 -8,-4 -8,4', transform: `translate(${x(loop)} ${y - 12}) rotate(90)`, class: 'tip'}, root);
    svg('text', {x: Math.min(Math.max((x(loop) + x(last)) / 2, 30), width - 30), y: 14, class: 'ever'}, root, 'for ever');
  }
  if (last <= 60)
    for (let i = 0; i <= last; i++)
      svg('circle', {cx: x(i), cy: y, r: 3.2, class: loop !== null && i >= loop ? 'dot in' : 'dot'}, root);
  if (loop === null) svg('path', {d: `M${x(last)} ${y - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5z`, class: 'end'}, root);
}

/* "Client 2 goes Trying → Critical, when tok == self." */
function sentence(m, property, states, k) {
  const {run} = property, step = run.trace.steps[k], state = states[k], bold = text => html('b', {}, text);
  const out = [html('span', {class: 'now'}, String(k))];
  const add = (...parts) => out.push(...parts);
  if (!k) {
    add('The initial state.');
  } else if (step.rule === null) {
    add('No rule can fire: everything stays as it is.');
  } else {
    const rule = m.rules[ruleOf(m, step)], type = step.process && m.types.find(type => type.name === step.process.type);
    const from = type && placeOf(states[k - 1], type, step.process.id), to = type && placeOf(state, type, step.process.id);
    add(bold(type ? `${type.name} ${count(step.process.id)}` : 'The system'), from !== to ? ' goes ' : ' takes ',
      bold(from !== to ? `${from} → ${to}` : step.rule));
    if (from !== to && rule && !rule.anonymous) add(' by ', html('code', {}, step.rule));
    if (step.times) add(`, the last of ${count(step.times)} firings in a row`);
    if (rule && rule.when) add(', ', html('code', {class: 'k'}, cut(rule.when, 400)));
    add('. ');
    let others = 0;
    for (const name in state.changed)
      for (const [first, last] of state.changed[name]) others += last - first + 1;
    if (type && changes(state, type, step.process.id)) others--;
    if (others && !step.times) add(`${count(others)} other${others > 1 ? 's change' : ' changes'} with it. `);
  }
  if (step.error) add(html('span', {class: 'bad'}, 'This is an error. '));
  if (k === run.trace.steps.length - 1) {
    if (run.trace.loop !== null) add(html('span', {class: 'for-ever'}, `The state of step ${run.trace.loop} again.`));
    else if (property.verdict === 'fails') add(html('span', {class: 'bad'}, `Here ${property.name} is violated.`));
  }
  return out;
}

/* Shared variables, the changed ones marked. */
function chipsOf(run, states, k) {
  const now = states[k].shared, before = states[Math.max(0, k - 1)].shared, names = Object.keys(now);
  const text = (name, value) => run.ids[name] && typeof value === 'number' ? `${run.ids[name]} ${count(value)}` : shown(value);
  const chips = names.map(name => {
    const changed = !same(now[name], before[name]);
    const chip = html('span', {class: changed ? 'ch' : null, 'data-var': name,
      title: run.ghosts.includes(name) ? 'the process that the property follows' : null},
      html('span', {class: 'k'}, name + ' = '), text(name, now[name]));
    chip.dataset.value = shown(now[name]);
    if (changed) chip.append(html('span', {class: 'k'}, '  was ' + text(name, before[name])));
    return chip;
  });
  return names.length ? [html('span', {class: 'lab'}, 'Shared'), ...chips] : [];
}

/* Local variables: a row for each process that is drawn alone. */
function matrixOf(picture, states, k) {
  const {type, cast} = picture, before = states[Math.max(0, k - 1)];
  const names = [...(type.locs.length ? ['loc'] : []), ...type.vars];
  const body = html('tbody');
  for (const id of cast) {
    const now = localOf(states[k], type, id), old = localOf(before, type, id), first = localOf(states[0], type, id);
    body.append(html('tr', {'data-process': `${type.name} ${id}`}, html('th', {scope: 'row'}, `${type.name} ${count(id)}`),
      ...names.map(name => html('td', {'data-var': name,
        class: !same(now[name], old[name]) ? 'ch' : same(now[name], first[name]) ? 'k' : null}, shown(now[name])))));
  }
  const head = names.map(name => html('th', {class: 'm', scope: 'col'}, name === 'loc' && type.locs.length ? 'at' : name));
  return html('div', {class: 'tw', tabindex: 0, role: 'region', 'aria-label': `local variables of ${type.name}`},
    html('table', {}, html('thead', {}, html('tr', {}, html('th'), ...head)), body));
}

function runView(section, m, property) {
  const {run} = property, states = replay(run), last = states.length - 1, {loop} = run.trace;
  const host = document.querySelector(`[data-for="${section.id}"]`);
  const rows = new Map([...section.querySelectorAll('tbody tr[data-k]')].map(row => [Number(row.dataset.k), row]));
  const covered = [...section.closest('.model').querySelectorAll('.cov tr')];
  let k = 0, round = 1, timer = 0;

  const say = html('p', {class: 'say', 'aria-live': 'polite'}), chips = html('div', {class: 'chips'});
  const place = html('div', {class: 'drawings'}), matrices = html('div', {class: 'mat'});
  const pictures = m.types.map((type, t) => {
    const box = html('div');
    if (m.types.length > 1 || type.n > FEW) place.append(html('h3', {}, `${type.name} × ${count(type.n)}`));
    place.append(box);
    return drawing(box, m, t, run, states);
  });
  const still = html('div', {class: 'chips'});
  m.rules.forEach((rule, i) => {
    if (rule.moves.length) return;
    if (!still.children.length) still.append(html('span', {class: 'lab'}, 'Rules that move nobody'));
    still.append(html('span', {'data-rule': i, class: rule.fired === '0' ? 'nv' : null,
      title: [rule.when, rule.effect].filter(line => line).join('\n')}, arrow(rule.name)));
  });

  const output = html('output');
  const slider = html('input', {type: 'range', min: 0, max: last, step: 1, value: 0, 'aria-label': 'step of the run'});
  const steps = svg('svg', {'aria-hidden': 'true'});
  const line = html('div', {class: loop === null ? 'las' : 'las l'}, steps, slider);
  const buttons = {};
  const button = (name, label, action) => {
    buttons[name] = html('button', {type: 'button', 'aria-label': label, title: label}, icon(name));
    buttons[name].onclick = action;
    return buttons[name];
  };
  const control = html('div', {class: 'ctl', role: 'group', 'aria-label': 'step through the run'},
    button('first', 'First step (Home)', () => go(0)), button('previous', 'One step back (left arrow)', () => back()),
    button('play', 'Play (space)', () => play()), button('next', 'One step on (right arrow)', () => on()),
    button('last', 'Last step (End)', () => go(last)), output, html('small', {}, '← → step, space plays'));
  buttons.play.classList.add('pl');
  host.append(say, chips, place, still, matrices, line, control);
  for (const [i, row] of rows) {
    const cell = row.cells[0];
    cell.replaceChildren(html('button', {type: 'button', 'aria-label': `go to step ${i}`}, String(i)));
    row.onclick = () => go(i);
  }

  function move(to, inRound) {
    k = Math.max(0, Math.min(last, to));
    round = inRound;
    paint();
    try { history.replaceState(null, '', `#${section.id}/${k}`); } catch { /* a page without an address */ }
  }
  const go = to => { stop(); move(to, 1); };
  const on = () => { if (k < last) move(k + 1, round); else if (loop !== null && loop < last) move(loop + 1, round + 1); };
  const back = () => { if (round > 1 && k === loop + 1) move(last, round - 1); else if (k > 0) move(k - 1, round); };
  function label() {
    const name = timer ? 'pause' : 'play', text = timer ? 'Pause (space)' : 'Play (space)';
    buttons.play.replaceChildren(icon(name));
    buttons.play.setAttribute('aria-label', text);
    buttons.play.title = text;
  }
  function stop() { clearInterval(timer); timer = 0; label(); }
  const ended = () => k === last && (loop === null || loop === last);
  function play() {
    if (timer) { stop(); return; }
    if (ended()) move(0, 1);
    timer = setInterval(() => { if (ended()) stop(); else on(); }, PACE);
    label();
  }

  function mark(rule) {
    for (const chip of still.querySelectorAll('[data-rule]')) chip.classList.toggle('on', Number(chip.dataset.rule) === rule);
    if (!section.hidden) covered.forEach(row => row.classList.toggle('on', Number(row.dataset.r) === rule));
    for (const [i, row] of rows) {
      if (i !== k) { row.removeAttribute('aria-current'); continue; }
      row.setAttribute('aria-current', 'step');
      const box = row.closest('.tw');
      if (box.scrollHeight > box.clientHeight + 4) box.scrollTop = row.offsetTop - box.clientHeight / 2;
    }
  }
  function paint() {
    const rule = ruleOf(m, run.trace.steps[k]);
    section.dataset.step = k;
    for (const picture of pictures) picture.show(k, rule);
    chips.replaceChildren(...chipsOf(run, states, k));
    matrices.replaceChildren(...pictures.filter(p => p.type.vars.length && p.cast.length).map(p => matrixOf(p, states, k)));
    say.replaceChildren(...sentence(m, property, states, k));
    mark(rule);
    slider.value = k;
    slider.setAttribute('aria-valuetext', say.textContent);
    const inLoop = loop !== null && (k > loop || round > 1);
    output.textContent = `Step ${k} of ${last}` + (inLoop ? `, in the loop${round > 1 ? `, round ${round}` : ''}` : '');
    buttons.first.disabled = buttons.previous.disabled = k === 0;
    buttons.last.disabled = k === last;
    buttons.next.disabled = ended();
  }
  slider.oninput = () => go(Number(slider.value));

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === slider && event.key !== ' ') return;
    if (event.key === ' ' && event.target.closest('button,summary,a')) return;
    const action = {ArrowRight: on, ArrowLeft: back, Home: () => go(0), End: () => go(last), ' ': play}[event.key];
    if (action) { event.preventDefault(); action(); }
  }
  function fit() {
    for (const picture of pictures) picture.build();
    drawLine(steps, line.clientWidth, last, loop);
    paint();
  }
  return {section, host, key, go, fit, stop, paint};
}
