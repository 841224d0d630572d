/* The states of a run: the first one, then what each step changes, as --json has them.
 * The processes of a type are ranges [first, last, local state], in order and without gaps: a million processes that are
 * alike are one range. Local states that are equal are one object. */

const model = JSON.parse(document.getElementById('data').textContent);
const count = n => Number(n).toLocaleString('en');
const arrow = text => text.replace('->', '→');
const shown = value => value === null ? 'none' : Array.isArray(value) ? `[${value.map(shown).join(' ')}]` : String(value);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/* `ranges` with those of `changes` put over them. */
function overlay(ranges, changes) {
  const out = [];
  const push = (first, last, state) => {
    const before = out[out.length - 1];
    if (before && before[2] === state) before[1] = last;
    else out.push([first, last, state]);
  };
  let c = 0;
  for (const [first, last, state] of ranges) {
    let at = first;
    while (c < changes.length && changes[c][0] <= last) {
      const from = Math.max(changes[c][0], first), to = Math.min(changes[c][1], last);
      if (at < from) push(at, from - 1, state);
      push(from, to, changes[c][2]);
      at = to + 1;
      if (changes[c][1] > last) break;
      c++;
    }
    if (at <= last) push(at, last, state);
  }
  return out;
}

function rangesOf(groups, known) {
  const out = [];
  for (const group of groups) {
    const key = JSON.stringify(group.state);
    if (!known.has(key)) known.set(key, group.state);
    for (const [first, last] of group.ids) out.push([first, last, known.get(key)]);
  }
  return out.sort((a, b) => a[0] - b[0]);
}

/* Per step: shared, the ranges of each type, and those that the step changes. */
function replay(run) {
  const known = new Map();
  let shared = {}, types = {};
  return run.trace.steps.map((step, k) => {
    shared = {...shared, ...step.shared};
    const changed = {};
    for (const name in step.processes) changed[name] = rangesOf(step.processes[name], known);
    types = {...types};
    for (const name in changed) types[name] = k ? overlay(types[name], changed[name]) : changed[name];
    return {shared, types, changed};
  });
}

function localOf(state, type, id) {
  const ranges = state.types[type.name];
  let low = 0, high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle][1] < id) low = middle + 1;
    else high = middle;
  }
  return ranges[low][2];
}

const placeOf = (state, type, id) => type.locs.length ? localOf(state, type, id).loc : '';
const places = type => type.locs.length ? type.locs : [''];
const changes = (state, type, id) => (state.changed[type.name] || []).some(([first, last]) => first <= id && id <= last);

/* Which scalar variables name process `id`. */
const namesOf = (run, state, type, id) =>
  Object.keys(run.ids).filter(name => run.ids[name] === type.name && state.shared[name] === id);

/* Who is drawn alone: all of few; of many those that move in the run or that a variable names, at most eight. */
const FEW = 12, ALONE = 8;
function castOf(run, states, type) {
  if (type.n <= FEW) return Array.from({length: type.n}, (_, i) => i + 1);
  const cast = new Set();
  states.forEach((state, k) => {
    const by = run.trace.steps[k].process;
    if (by && by.type === type.name) cast.add(by.id);
    for (const name in run.ids)
      if (run.ids[name] === type.name && typeof state.shared[name] === 'number') cast.add(state.shared[name]);
    if (k)
      for (const [first, last] of state.changed[type.name] || [])
        for (let id = first; id <= last && id < first + ALONE; id++) cast.add(id);
  });
  return [...cast].slice(0, ALONE).sort((a, b) => a - b);
}

/* The number of the rule that led to a step; -1: none. */
function ruleOf(m, step) {
  if (step.rule === null) return -1;
  const owner = step.process ? step.process.type : null;
  return m.rules.findIndex(rule => rule.name === step.rule && rule.type === owner);
}
