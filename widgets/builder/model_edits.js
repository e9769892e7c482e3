// Edits of a model table. Each function returns a new table. The kernel decides whether the table is a valid model.

export const DEVICE_LABELS = { d: "Die", coin: "Coin", spin: "Spinner", bag: "Bag", deck: "Cards" };
export const CONTROL_BLOCK_LABELS = { if: "If …", until: "Until …", again: "Again" };
export const STATISTIC_LABELS = {
  sum: "Sum",
  high: "Highest",
  low: "Lowest",
  range: "Spread",
  count: "Count",
  tries: "How long",
  differ: "Differ?",
  kinds: "Kinds",
  most: "Alike",
  pattern: "Pattern",
  equal: "First twin",
  run: "Run",
  first: "First",
  last: "Last",
  ends: "Ends in",
  mid: "Middle",
  top: "Best of",
  beats: "a beats b",
  gap: "a − b",
  worth: "Worth",
};
export const MAX_DEVICES = 6;
export const NUMERIC_STATISTICS = ["sum", "high", "low", "range", "mid", "top", "gap", "beats", "worth"];

export const deepCopy = (value) => structuredClone(value);

export const DEVICE_FACTORIES = {
  d: () => ({ n: 1, dev: "d", faces: [1, 2, 3, 4, 5, 6].map((face) => [face, 1]) }),
  coin: () => ({ n: 1, dev: "coin", faces: [["H", 1], ["T", 1]] }),
  spin: () => ({ n: 1, dev: "spin", faces: [[1, 2], [2, 2], [3, 2]] }),
  bag: () => ({ n: 1, dev: "bag", faces: [[1, 3], [2, 2], [3, 1]] }),
  deck: () => ({ n: 1, dev: "deck", faces: [1, 2, 3, 4, 5, 6].map((face) => [face, 2]) }),
};
const IN_WORDS = {
  spin: [["red", 2], ["blue", 2]],
  bag: [["red", 3], ["blue", 2]],
  deck: [["red", 4], ["black", 4]],
};

// A path such as "chain[1].if[0][1][0]" leads to a part of the model table. The kernel uses the same paths.
export const parsePartPath = (path) => path.match(/\w+/g).map((step) => (/^\d/.test(step) ? +step : step));
export const partAt = (table, path) => parsePartPath(path).reduce((node, step) => node?.[step], table);
export function partListAndIndex(table, path) {
  const way = parsePartPath(path);
  const place = way.pop();
  return [way.reduce((node, step) => node?.[step], table), place];
}

export function listDevices(chain, path = "chain") {
  return chain.flatMap((part, i) => {
    const here = `${path}[${i}]`;
    return part.if ? part.if.flatMap(([, inner], b) => listDevices(inner, `${here}.if[${b}][1]`)) : [[here, part]];
  });
}

// Faces of a part. A part that repeats a device has the faces of this device.
export function deviceFaces(table, part) {
  if (part.faces) return part.faces;
  for (const [, other] of listDevices(table.chain)) if (other.name === part.again && other.faces) return other.faces;
  return [[1, 1]];
}

// Number of items put back into a bag or deck after a draw: the drawn item, and perhaps more of the same kind.
export function returnedPerDrawCount(table, part) {
  const own = part.faces ? part : listDevices(table.chain).find(([, other]) => other.name === part.again)?.[1] ?? part;
  if (own.dev !== "bag" && own.dev !== "deck") return 0;
  return own.draw === "back" ? 1 : own.draw ? 1 + +own.draw.slice(3) : 0;
}

export const allFaceValues = (
  table,
) => [...new Set(listDevices(table.chain).flatMap(([, part]) => (part.faces ?? []).map(([face]) => face)))];
const speaksWords = (table) => allFaceValues(table).some((face) => typeof face === "string");
export const paletteStatisticName = (
  ask,
) => (ask.table?.length
  ? "worth"
  : ask.what === "-"
  ? (ask.cmp && ask.cmp[0] === ">" && ask.cmp[1] === 0 ? "beats" : "gap")
  : ask.what);

function freeName(table, names) {
  const taken = new Set(listDevices(table.chain).flatMap(([, part]) => [part.name, part.again]));
  return names.find((name) => !taken.has(name)) ?? names[0];
}

export function withDevice(table, kind, index = table.chain.length) {
  const next = deepCopy(table);
  const made = DEVICE_FACTORIES[kind]();
  const asks = paletteStatisticName(table.ask);
  if (IN_WORDS[kind] && speaksWords(table) && !NUMERIC_STATISTICS.includes(asks)) made.faces = deepCopy(IN_WORDS[kind]);
  if (asks === "beats" || asks === "gap") made.name = freeName(table, ["a", "b", "c", "e", "f", "g"]);
  next.chain.splice(index, 0, made);
  return next;
}

// Adds or removes a control block at a part: a branch after it, `until` on it, or its repetition after it.
export function withToggledControlBlock(table, way, path) {
  const next = deepCopy(table);
  const [chain, i] = partListAndIndex(next, path);
  const part = chain[i];
  const faces = deviceFaces(next, part);
  if (way === "until") part.until = part.until ? undefined : [`${faces.at(-1)[0]}`];
  if (way === "until" && part.until) part.n = null;
  if (way === "until" && !part.until) {
    delete part.until;
    part.n = 1;
  }
  if (way === "again") {
    if (part.faces && !part.name) part.name = freeName(next, ["A", "B", "C", "D", "E", "F"]);
    chain.splice(i + 1, 0, { n: 1, again: part.again ?? part.name });
  }
  if (way === "if") {
    const words = faces.some(([face]) => typeof face === "string") &&
      !NUMERIC_STATISTICS.includes(paletteStatisticName(next.ask));
    const inner = () => (words ? { n: 1, dev: "bag", faces: deepCopy(IN_WORDS.bag) } : DEVICE_FACTORIES.d());
    chain.splice(i + 1, 0, {
      if: [[`${faces[0][0]}`, [inner()]], ["else", [
        words ? { n: 1, dev: "coin", faces: [["H", 1], ["T", 1]] } : { ...DEVICE_FACTORIES.d(), n: 2 },
      ]]],
    });
  }
  return next;
}

// Removes a part, together with the parts that repeat it and a branch that would become the first part.
export function withoutPart(table, path) {
  const next = deepCopy(table);
  const [chain, i] = partListAndIndex(next, path);
  const [gone] = chain.splice(i, 1);
  const clean = (parts) =>
    parts.filter((part) => !(gone.name && part.again === gone.name)).map((part) =>
      part.if
        ? { if: part.if.map(([condition, inner]) => [condition, clean(inner)]).filter(([, inner]) => inner.length) }
        : part
    ).filter((part) => !part.if || part.if.length);
  next.chain = clean(next.chain);
  while (next.chain[0]?.if) next.chain.shift();
  return next;
}

export function withPartMoved(table, path, steps) {
  const next = deepCopy(table);
  const [chain, i] = partListAndIndex(next, path);
  const to = i + steps;
  if (to < 0 || to >= chain.length) return table;
  chain.splice(to, 0, ...chain.splice(i, 1));
  return next.chain[0].if ? table : next;
}

export function withStatistic(table, ticket) {
  const next = deepCopy(table);
  const faces = allFaceValues(table);
  const ask = { what: ticket };
  if (ticket === "count") ask.arg = faces.at(-1);
  if (ticket === "top") ask.arg = 2;
  if (ticket === "ends") ask.arg = [faces[0], faces[0]].join(".");
  if (ticket === "gap" || ticket === "beats") {
    const parts = next.chain.filter((part) => !part.if && part.faces);
    for (const [i, part] of parts.entries()) {
      part.name ??= freeName(next, i ? ["b", "c", "e", "f"] : ["a", "b", "c", "e"]);
    }
    if (parts.length < 2) {
      const more = { ...(parts[0] ? deepCopy(parts[0]) : DEVICE_FACTORIES.d()), name: freeName(next, ["b", "c", "a"]) };
      next.chain.push(more);
      parts.push(more);
    }
    Object.assign(ask, { what: "-", arg: [parts[0].name, parts[1].name] });
    if (ticket === "beats") ask.cmp = [">", 0];
  }
  if (ticket === "worth") {
    Object.assign(ask, {
      what: "sum",
      table: [[2, 5, 0], [6, 6, 2], [7, 7, 3], [8, 8, 4], [9, 9, 5], [10, 10, 6], [11, 11, 7], [12, 12, 8]],
    });
  }
  if (
    table.ask.cmp && !["beats"].includes(paletteStatisticName(table.ask)) &&
    NUMERIC_STATISTICS.includes(ticket) === NUMERIC_STATISTICS.includes(paletteStatisticName(table.ask)) &&
    ticket !== "beats" &&
    ticket !== "differ"
  ) ask.cmp = table.ask.cmp;
  next.ask = ask;
  return next;
}

// Applies one change to the faces of a device: more or fewer of a face, another name, or a new face.
export function withFaces(table, path, change) {
  const next = deepCopy(table);
  const part = partAt(next, path);
  part.faces = change(part.faces).filter(([, weight]) => weight > 0);
  return part.faces.length ? next : table;
}

export const isFairDie = (faces) => faces.every(([face, weight], i) => face === i + 1 && weight === 1);
export const nextFace = (
  faces,
) => (faces.some(([face]) => typeof face === "string")
  ? ["red", "blue", "green", "gold", "black", "white", "pink", "stone"].find((word) =>
    !faces.some(([face]) => face === word)
  ) ?? `x${faces.length}`
  : Math.max(...faces.map(([face]) => face)) + 1);
