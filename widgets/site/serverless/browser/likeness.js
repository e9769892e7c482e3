// Bytes by what they have in common with others that are there anyway, and with themselves: gzip sees only the last 32
// KB. It is
// all that every browser has itself; a library that sees further would come with every first visit, and unpack no
// sooner. Written
// as one line of JSON, then three numbers for each copy (after so many new bytes, so many from a place so far back;
// the first
// bytes of all first numbers, then the second ones, which compresses best), then what is new.
const NEAR = 32 << 10; // gzip finds what is nearer
const LEAST = 24; // bytes of a copy that is worth its numbers
const LOOK = 16; // bytes by which a place is found again
const STEP = 4; // from one place that is looked at to the next: memory is made of words
const BITS = 23;
const NUMBER = 4; // bytes

// `known`: the other bytes. Runs in Node, at the build.
export function toLikeness(bytes, known) {
  const all = new Uint8Array(known.length + bytes.length);
  all.set(known);
  all.set(bytes, known.length);
  const view = new DataView(all.buffer);
  const last = all.length - LOOK;
  const places = new Int32Array(1 << BITS).fill(-1);
  const slot = (at) => {
    let mixed = 0;
    for (let i = 0; i < LOOK; i += 4) {
      mixed = Math.imul(mixed ^ view.getInt32(at + i, true) ^ (mixed >>> 15), 0x9e3779b1);
    }
    return mixed >>> (32 - BITS);
  };
  for (let at = 0; at < known.length - LOOK; at += 1) places[slot(at)] = at;
  const copies = [];
  const anew = [];
  let done = known.length; // all before is told
  for (let at = done; at < last; at += STEP) {
    const place = slot(at);
    const from = places[place];
    places[place] = at;
    if (from < 0 || at - from <= NEAR) continue;
    let start = 0;
    while (at + start > done && from + start > 0 && all[from + start - 1] === all[at + start - 1]) start -= 1;
    let end = 0;
    while (at + end < all.length && all[from + end] === all[at + end]) end += 1;
    if (end - start < LEAST) continue;
    anew.push(all.subarray(done, at + start));
    copies.push([at + start - done, end - start, at - from]);
    done = at + end;
    for (let next = at + STEP; next < Math.min(done, last); next += STEP) places[slot(next)] = next;
    at += Math.floor((end - 1) / STEP) * STEP;
  }
  anew.push(all.subarray(done));
  const numbers = new Uint8Array(new Uint32Array([0, 1, 2].flatMap((i) => copies.map((each) => each[i]))).buffer);
  const head = new TextEncoder().encode(`${JSON.stringify({ length: bytes.length, copies: copies.length })}\n`);
  return [head, turned(numbers, copies.length, NUMBER), ...anew];
}

// Three tables, one after the other, with rows and columns exchanged; each comes with so many rows of so many columns.
function turned(tables, rows, columns) {
  const made = new Uint8Array(tables.length);
  const size = rows * columns;
  for (let i = 0; i < tables.length; i += 1) {
    const at = i % size;
    made[i - at + (at % columns) * rows + Math.floor(at / columns)] = tables[i];
  }
  return made;
}

export function fromLikeness(told, known) {
  const line = told.indexOf(10);
  const { length, copies } = JSON.parse(new TextDecoder().decode(told.subarray(0, line)));
  const start = line + 1;
  const bytes = new Uint8Array(length);
  let from = start + 3 * NUMBER * copies;
  const numbers = new Uint32Array(turned(told.subarray(start, from), NUMBER, copies).buffer);
  let at = 0;
  for (let i = 0; i < copies; i += 1) {
    const [fresh, count, back] = [numbers[i], numbers[copies + i], numbers[2 * copies + i]];
    bytes.set(told.subarray(from, from + fresh), at);
    from += fresh;
    at += fresh;
    const place = at - back;
    const outside = Math.max(0, Math.min(count, -place)); // of it among the known bytes
    if (outside) bytes.set(known.subarray(known.length + place, known.length + place + outside), at);
    for (let copied = outside; copied < count;) { // a copy may reach into itself
      const part = Math.min(count - copied, back);
      bytes.copyWithin(at + copied, place + copied, place + copied + part);
      copied += part;
    }
    at += count;
  }
  bytes.set(told.subarray(from), at);
  return bytes;
}
