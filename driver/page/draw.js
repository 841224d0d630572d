/* The skeleton of a process type as a drawing, and its processes as tokens in it. */

const NS = 'http://www.w3.org/2000/svg';
function svg(name, attributes = {}, parent = null, text = null) {
  const element = document.createElementNS(NS, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== null) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}
function html(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const key in attributes) if (attributes[key] !== null) element.setAttribute(key, attributes[key]);
  element.append(...content);
  return element;
}

/* The tokens of a box: processes alone, those that have just left as hollow ones, the rest as one. */
function tokensIn(run, states, type, cast, k, place) {
  const state = states[k], out = [];
  let alone = 0;
  for (const id of cast) {
    if (placeOf(state, type, id) !== place) continue;
    alone++;
    const tags = namesOf(run, state, type, id).join(' ');
    out.push({key: String(id), label: String(id), tags, width: 20 + (tags ? tags.length * 6.4 + 11 : 0)});
  }
  let all = 0;
  for (const [first, last, local] of state.types[type.name])
    if ((type.locs.length ? local.loc : '') === place) all += last - first + 1;
  if (all > alone) {
    const label = '× ' + count(all - alone);
    out.push({key: 'rest ' + place, label, crowd: all - alone, tags: '', width: label.length * 6.8 + 16});
  }
  for (const id of cast)
    if (k && placeOf(states[k - 1], type, id) === place && placeOf(state, type, id) !== place)
      out.push({key: 'was ' + id, label: String(id), was: true, tags: '', width: 20});
  return out;
}

function drawToken(token, parent) {
  const g = svg('g', {class: 't'}, parent);
  if (token.crowd) {
    svg('rect', {class: 'crowd', x: 0, y: -10, width: token.width, height: 20, rx: 10}, g);
    svg('text', {class: 'number', x: token.width / 2, y: 4}, g, token.label);
    return g;
  }
  if (token.tags) {
    svg('rect', {class: 'tag', x: 2, y: -9, width: token.width - 2, height: 18, rx: 9}, g);
    svg('text', {class: 'name', x: 20 + (token.width - 22) / 2, y: 3.5}, g, token.tags);
  }
  svg('circle', {cx: 10, cy: 0, r: 10}, g);
  svg('text', {x: 10, y: 4}, g, token.label);
  return g;
}

function drawEdge(e, column, parent) {
  const never = e.rule.fired === '0';
  const g = svg('g', {class: never ? 'e nv' : 'e'}, parent);
  svg('title', {}, g, [arrow(e.rule.name), e.rule.when, e.rule.effect].filter(line => line).join('\n'));
  for (const d of e.line.paths) svg('path', {d}, g);
  const [x, y, turn] = e.line.tip;
  svg('polygon', {points: '0,0 -9,-4 -9,4', transform: `translate(${x} ${y}) rotate(${turn})`}, g);
  if (e.line.badge) {
    const {x, y} = e.line.badge;
    svg('circle', {class: 'badge', cx: x, cy: y, r: 9}, g);
    svg('text', {x, y: y + 4, 'text-anchor': 'middle'}, g, e.number + 1);
    return g;
  }
  const {x: lx, y: ly, room, anchor} = e.line.label, [above, below] = e.lines;
  if (above) svg('text', {x: lx, y: column ? ly + (below ? -2 : 6) : ly - 6, 'text-anchor': anchor}, g, cut(above, room));
  if (below) svg('text', {class: 'second', x: lx, y: column ? ly + 12 : ly + 14, 'text-anchor': anchor}, g, cut(below, room));
  return g;
}

function drawBox(type, box, number, column, bare, parent) {
  const seen = type.seen ? type.seen[number] : null, g = svg('g', {}, parent);
  svg('rect', {class: 'b', x: box.x + 0.5, y: box.y + 0.5, width: box.width - 1, height: box.height - 1, rx: 9}, g);
  svg('text', {class: 'place', x: box.x + 11, y: box.y + 18}, g, box.name || type.name);
  if (bare && seen !== null)
    svg('text', {class: 'seen', x: box.x + 11, y: box.y + 37}, g,
      seen === '0' ? 'never' : `in ${count(seen)} state${seen === '1' ? '' : 's'}`);
  if (number === 0 && type.locs.length) {
    const [x, y, turn] = column ? [box.x + box.width - 24, box.y, 90] : [box.x, box.y + 14, 0];
    const start = svg('g', {class: 'start', transform: `translate(${x} ${y}) rotate(${turn})`}, g);
    svg('title', {}, start, 'first location');
    svg('circle', {cx: -16, r: 3.5}, start);
    svg('path', {d: 'M-16 0H-6'}, start);
    svg('polygon', {points: '0,0 -7,-3.5 -7,3.5'}, start);
  }
  return g;
}

/* run null: without tokens. build() draws anew for the width there is, show(k) puts the tokens of step k. */
function drawing(place, m, t, run, states) {
  const type = m.types[t], cast = run ? castOf(run, states, type) : [];
  const tall = type.locs.length > COLUMN_FROM; /* a column that scrolls on its own, so that the buttons stay in sight */
  const host = tall ? html('div', {class: 'tall', tabindex: 0, role: 'region', 'aria-label': type.name}) : place;
  if (tall) place.append(host);
  const root = svg('svg', {class: 'sk', role: 'img', 'aria-label': type.name}, host);
  let plan = null, boxes = [], edges = [];
  const tokens = new Map();
  const SAMPLE = 300; /* steps that boxes are made large enough for */
  const cells = run ? places(type).flatMap(place =>
    states.slice(0, SAMPLE).map((_, k) => tokensIn(run, states, type, cast, k, place))) : [];

  function build() {
    const width = host.clientWidth;
    if (!width) return;
    plan = layout(m, t, width, cells);
    root.replaceChildren();
    tokens.clear();
    root.setAttribute('viewBox', `0 0 ${width} ${plan.height}`);
    root.setAttribute('height', plan.height);
    edges = plan.edges.map(e => [e, drawEdge(e, plan.column, root)]);
    boxes = plan.boxes.map((box, i) => drawBox(type, box, i, plan.column, !run, root));
    boxes.forEach((g, i) => g.classList.toggle('un', !!type.seen && type.seen[i] === '0'));
  }

  function put(token, box, k) {
    let kept = tokens.get(token.key);
    const look = token.label + '|' + token.tags;
    if (!kept || kept.look !== look) {
      const fresh = drawToken(token, root);
      if (kept) { fresh.style.transform = kept.g.style.transform; kept.g.remove(); }
      tokens.set(token.key, kept = {g: fresh, look});
    }
    const {g} = kept, id = Number(token.key);
    const by = run.trace.steps[k].process;
    const moves = k > 0 && !token.crowd && !token.was &&
      (changes(states[k], type, id) || (by && by.type === type.name && by.id === id));
    g.setAttribute('class', token.was ? 't was' : moves ? 't mv' : 't');
    if (!token.was) {
      g.dataset.process = token.crowd ? '' : `${type.name} ${token.key}`;
      g.dataset.loc = box.name;
      g.dataset.count = token.crowd || 1;
    }
    g.style.transform = `translate(${box.x + 11 + token.x}px,${box.y + 42 + token.row * ROW}px)`;
    return moves;
  }

  /* The edges that somebody has just gone along. */
  function light(k, rule) {
    const gone = new Set();
    if (k)
      for (const [first, last] of states[k].changed[type.name] || [])
        for (const id of new Set([first, last]))
          gone.add(`${type.locs.indexOf(placeOf(states[k - 1], type, id))} ${type.locs.indexOf(placeOf(states[k], type, id))}`);
    for (const [e, g] of edges)
      g.classList.toggle('on', e.number === rule && e.from.some(place => gone.has(`${place} ${e.to}`)));
  }

  function show(k, rule) {
    if (!plan) return;
    const seen = new Set(), said = [];
    let follow = null;
    plan.boxes.forEach((box, i) => {
      let all = 0;
      for (const token of flow(tokensIn(run, states, type, cast, k, box.name), box.width - 20).placed) {
        seen.add(token.key);
        if (!token.was) all += token.crowd || 1;
        if (put(token, box, k)) follow = box;
      }
      boxes[i].classList.toggle('occ', all > 0);
      if (all) said.push(box.name ? `${count(all)} in ${box.name}` : count(all));
    });
    for (const [key, token] of tokens)
      if (!seen.has(key)) { token.g.remove(); tokens.delete(key); }
    light(k, rule);
    if (tall && follow) host.scrollTop = follow.y + follow.height / 2 - host.clientHeight / 2;
    else if (tall && k === 0) host.scrollTop = 0;
    root.setAttribute('aria-label', `${type.name}: ${said.join(', ')}`);
  }
  return {type, cast, build, show};
}
