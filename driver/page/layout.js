/* Where the parts of a skeleton stand. Locations stand in declared order on a line; what goes to the next one is a
 * straight line, all else has a lane of its own, forward above, backward below. Where that is too wide they stand in a
 * column, with all lanes at the left. */

const CHAR = 6.65, LANE = 38, SIDE_LANE = 24, ROW = 26, COLUMN_FROM = 12;
const cut = (text, width) => {
  const n = Math.floor(width / CHAR);
  return text.length <= n ? text : n < 3 ? '' : text.slice(0, n - 1) + '…';
};

/* Two lines of text for a rule. */
const linesOf = rule => rule.anonymous ? [rule.when, rule.effect] : [rule.name, rule.when];

/* One edge for each rule, target and direction; its sources are taps of one line. */
function edgesOf(m, t) {
  const edges = [];
  m.rules.forEach((rule, number) => {
    for (const move of rule.moves.filter(move => move.type === t))
      for (const forward of [true, false]) {
        const from = move.from.filter(place => (place < move.to) === forward);
        if (from.length)
          edges.push({number, rule, from, to: move.to, forward, lines: linesOf(rule),
            low: Math.min(move.to, ...from), high: Math.max(move.to, ...from)});
      }
  });
  const taken = new Set();
  for (const e of edges)
    if (e.forward && e.from.length === 1 && e.to === e.from[0] + 1 && !taken.has(e.to)) {
      e.straight = true;
      taken.add(e.to);
    }
  return edges;
}

/* Lanes by interval colouring, short spans first; returns how many. */
function colour(edges) {
  const lanes = [];
  const order = [...edges].sort((a, b) => (a.high - a.low) - (b.high - b.low) || a.low - b.low);
  for (const e of order) {
    e.lane = lanes.findIndex(lane => lane.every(other => other.low >= e.high || e.low >= other.high));
    if (e.lane < 0) e.lane = lanes.push([]) - 1;
    lanes[e.lane].push(e);
  }
  return lanes.length;
}

/* Tokens in rows of a box. */
function flow(tokens, width) {
  let x = 0, row = 0;
  const placed = tokens.map(token => {
    if (x && x + token.width > width) { x = 0; row++; }
    const at = {...token, x, row};
    x += token.width + 5;
    return at;
  });
  return {placed, rows: row + 1};
}

/* Widths: of the boxes, so that no step needs more than a few rows, and of the gaps, so that straight lines can be
 * labelled. fits: within `width`. */
function measure(type, edges, cells, most, width) {
  let box = 96, rows = 1;
  for (const name of places(type)) box = Math.max(box, name.length * 7.6 + 26);
  for (const tokens of cells)
    box = Math.max(box, Math.min(tokens.reduce((sum, token) => sum + token.width + 5, 19), most));
  for (const tokens of cells) rows = Math.max(rows, flow(tokens, box - 20).rows);
  const gaps = [], floors = [];
  for (let i = 1; i < places(type).length; i++) {
    let gap = 50, floor = 50;
    for (const e of edges.filter(e => e.high === i && e.low === i - 1 && e.from.length === 1)) {
      const around = e.straight ? 30 : -box * 0.4;
      gap = Math.max(gap, Math.min(Math.max(...e.lines.map(line => line.length * CHAR)) + around, 215));
      floor = Math.max(floor, Math.min((e.lines[0] || e.lines[1]).length * CHAR + around, 150));
    }
    gaps.push(gap);
    floors.push(floor);
  }
  const sum = list => list.reduce((a, b) => a + b, 0);
  const over = box * places(type).length + sum(gaps) - width, slack = sum(gaps) - sum(floors);
  if (over > 0 && over <= slack)
    gaps.forEach((gap, i) => { gaps[i] -= (gap - floors[i]) * over / slack; });
  return {box, rows, gaps, total: box * places(type).length + sum(gaps), fits: over <= slack || over <= 0};
}

/* The ports of a box on one side, in the order in which nested arcs do not cross. */
function portsOf(laned, column, boxes) {
  const at = new Map();
  const key = (place, side) => place + side;
  for (const e of laned)
    for (const place of [...e.from, e.to]) {
      const k = key(place, e.up);
      if (!at.has(k)) at.set(k, []);
      at.get(k).push(e);
    }
  return (place, e) => {
    const rank = f => (f.to === place ? f.forward : !f.forward) ? f.lane : 1000 - f.lane;
    const order = [...at.get(key(place, e.up))].sort((a, b) => rank(a) - rank(b));
    const share = (order.indexOf(e) + 1) / (order.length + 1), b = boxes[place];
    return column ? b.y + b.height * share : b.x + b.width * share;
  };
}

function straightLine(e, boxes, column, width) {
  const a = boxes[e.from[0]], b = boxes[e.to];
  if (column) {
    const x = a.x + 24;
    return {paths: [`M${x} ${a.y + a.height}V${b.y - 7}`], tip: [x, b.y - 1, 90],
      label: {x: x + 10, y: (a.y + a.height + b.y) / 2 - 4, room: width - x - 14, anchor: 'start'}};
  }
  const y = a.y + a.height / 2;
  return {paths: [`M${a.x + a.width} ${y}H${b.x - 7}`], tip: [b.x - 1, y, 0],
    label: {x: (a.x + a.width + b.x) / 2 - 3, y, room: b.x - a.x - a.width - 22, anchor: 'middle'}};
}

function sideLine(e, boxes, port) {
  const left = boxes[0].x, x = left - 18 - e.lane * SIDE_LANE, end = port(e.to, e);
  const paths = e.from.map(place => {
    const y = port(place, e), way = end > y ? 1 : -1;
    return `M${left} ${y}H${x + 8}Q${x} ${y} ${x} ${y + 8 * way}V${end - 8 * way}Q${x} ${end} ${x + 8} ${end}H${left - 7}`;
  });
  const far = e.forward ? Math.min(...e.from) : Math.max(...e.from);
  return {paths, tip: [left - 1, end, 0], badge: {x, y: (port(far, e) + end) / 2 + (e.lane % 2 ? 12 : -12)}};
}

function arcLine(e, boxes, port, laned) {
  const end = port(e.to, e), edge = e.up ? boxes[0].y : boxes[0].y + boxes[0].height, way = e.up ? -1 : 1;
  const y = edge + way * (18 + e.lane * LANE);
  const paths = e.from.map(place => {
    const x = port(place, e), turn = end > x ? 1 : -1;
    return `M${x} ${edge}V${y - 9 * way}Q${x} ${y} ${x + 9 * turn} ${y}H${end - 9 * turn}` +
      `Q${end} ${y} ${end} ${y - 9 * way}V${edge + 7 * way}`;
  });
  const own = [end, ...e.from.map(place => port(place, e))], low = Math.min(...own), high = Math.max(...own);
  const crossing = laned.filter(f => f.up === e.up && f.lane > e.lane)
    .flatMap(f => [f.to, ...f.from].map(place => port(place, f))).filter(x => x > low && x < high);
  const stops = [...own, ...crossing].sort((a, b) => a - b);
  let best = [0, 0];
  for (let i = 1; i < stops.length; i++)
    if (stops[i] - stops[i - 1] > best[1] - best[0] + 1) best = [stops[i - 1], stops[i]];
  return {paths, tip: [end, edge + way, e.up ? 90 : -90],
    label: {x: (best[0] + best[1]) / 2, y, room: best[1] - best[0] - 14, anchor: 'middle'}};
}

/* cells: the tokens that stand together in a box at some step. */
function layout(m, t, width, cells) {
  const type = m.types[t], edges = edgesOf(m, t), n = places(type).length;
  let size;
  for (const most of type.n > FEW ? [168, 124, 100] : [150, 124, 100])
    if ((size = measure(type, edges, cells, most, width - 24)).fits) break;
  const column = !size.fits || n > COLUMN_FROM;
  const laned = edges.filter(e => !e.straight);
  for (const e of laned) e.up = column || e.forward;
  const up = colour(laned.filter(e => e.up)), down = colour(laned.filter(e => !e.up));
  const height = 32 + size.rows * ROW;
  const top = column ? 22 : up * LANE + (up ? 6 : 2);
  const spread = n > 1 ? Math.min(Math.max(0, width - 24 - size.total) / (n - 1), 70) : 0;
  let x = column ? 14 + up * SIDE_LANE : 20 + Math.max(0, (width - 24 - size.total - spread * (n - 1)) / 2);
  const boxes = places(type).map((name, i) => {
    const box = {name, x, y: top + (column ? i * (height + 46) : 0), width: column ? Math.max(size.box, 120) : size.box, height};
    if (!column) x += size.box + (size.gaps[i] || 0) + spread;
    return box;
  });
  const port = portsOf(laned, column, boxes);
  for (const e of edges)
    e.line = e.straight ? straightLine(e, boxes, column, width)
      : column ? sideLine(e, boxes, port) : arcLine(e, boxes, port, laned);
  const bottom = boxes[n - 1].y + height;
  return {boxes, edges, column, height: column ? bottom + 6 : bottom + down * LANE + (down ? 8 : 4)};
}
