// Which of a module's data a part of its code can reach, from what the linker notes of addresses (`--emit-relocs`; the
// sections `linking` and `reloc.*` of the tool conventions for WebAssembly): where each symbol lies, which addresses
// stand in the code, and which in other data.

/** Kinds of relocations that have an addend, and those of them that are addresses in the memory. */
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 22, 23]);
const ADDRESSES = new Set([3, 4, 5]);
/** Kinds of symbols. */
const DATA = 1;
const SECTION = 3;
/** Flags of a symbol. */
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;

/** Reads numbers and names one after another. */
export class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++] ?? 0;
  }

  /** A number in LEB128. @param {boolean} signed */
  number(signed = false) {
    let [value, bits, byte] = [0, 0, 0x80];
    while (byte & 0x80) {
      byte = this.byte();
      value += (byte & 0x7f) * 2 ** bits;
      bits += 7;
    }
    return signed && byte & 0x40 ? value - 2 ** bits : value;
  }

  text() {
    const length = this.number();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }
}

/** @typedef {{ from: number, to: number, seen: boolean }} Piece   bytes that are one thing, and whether they are reached */

/** The sections of a module. @param {Uint8Array} linked */
export function sectionsOf(linked) {
  const read = new Reader(linked, 8);
  const found = [];
  while (read.at < linked.length) {
    const head = read.at;
    const id = read.byte();
    const size = read.number();
    const start = read.at;
    const name = id === 0 ? read.text() : '';
    found.push({ id, name, head, start, body: read.at, end: start + size });
    read.at = start + size;
  }
  return found;
}

/** A module without the linker's notes, which nothing brings up to date. @param {Uint8Array} linked */
export function withoutNotes(linked) {
  const kept = sectionsOf(linked).filter(({ name }) => !/^(linking$|reloc\.)/.test(name));
  return Buffer.concat([
    linked.subarray(0, 8),
    ...kept.map(({ head, end }) => linked.subarray(head, end)),
  ]);
}

/** The symbols by their number; those that are no data are empty. @param {Reader} read @param {number} end @param {{ address: number }[]} segments */
function symbolsOf(read, end, segments) {
  /** @type {(Piece | null)[]} */
  const symbols = [];
  read.number();
  while (read.at < end) {
    const kind = read.byte();
    const size = read.number();
    const next = read.at + size;
    // The table of symbols.
    if (kind === 8) {
      for (let left = read.number(); left > 0; left--) symbols.push(symbolOf(read, segments));
    }
    read.at = next;
  }
  return symbols;
}

/** @param {Reader} read @param {{ address: number }[]} segments @returns {Piece | null} */
function symbolOf(read, segments) {
  const kind = read.byte();
  const flags = read.number();
  if (kind !== DATA) {
    read.number();
    if (kind !== SECTION && (!(flags & UNDEFINED) || flags & EXPLICIT_NAME)) read.text();
    return null;
  }
  read.text();
  if (flags & UNDEFINED) return null;
  const segment = segments[read.number()];
  const offset = read.number();
  const size = read.number();
  if (!segment) return null;
  const from = segment.address + offset;
  return { from, to: from + size, seen: false };
}

/** What a linked module says of its data. @param {Uint8Array} linked */
function layoutOf(linked) {
  const sections = sectionsOf(linked);
  const named = (/** @type {string} */ name) => sections.find((section) => section.name === name);
  const [data, linking] = [sections.find(({ id }) => id === 11), named('linking')];
  if (!data || !linking) throw new Error('wasm-data: the module is linked without --emit-relocs');
  const read = new Reader(linked, data.body);
  const segments = Array.from({ length: read.number() }, () => {
    // Active, in the first memory, from a fixed place: flags, `i32.const`, the number, `end`.
    const [flags, op] = [read.number(), read.byte()];
    const address = read.number(true);
    if (flags !== 0 || op !== 0x41 || read.byte() !== 0x0b)
      throw new Error('wasm-data: data that do not lie at a fixed place');
    const size = read.number();
    const start = read.at;
    read.at += size;
    return { address, start, size };
  });
  const symbols = symbolsOf(new Reader(linked, linking.body), linking.end, segments);
  /** @param {string} name */
  const addresses = (name) => {
    const section = named(name);
    if (!section) return [];
    const read = new Reader(linked, section.body);
    read.number();
    return Array.from({ length: read.number() }, () => {
      const [kind, offset, index] = [read.byte(), read.number(), read.number()];
      const addend = WITH_ADDEND.has(kind) ? read.number(true) : 0;
      const symbol = ADDRESSES.has(kind) ? symbols[index] : null;
      return { offset, symbol, addend };
    }).flatMap(({ offset, symbol, addend }) => (symbol ? [{ offset, symbol, addend }] : []));
  };
  return {
    segments,
    data,
    symbols,
    inCode: addresses('reloc.CODE'),
    inData: addresses('reloc.DATA'),
  };
}

/** Of rising numbers, where the last stands that is no more than another; -1 if none is. @param {number[]} rising @param {number} most */
function lastUpTo(rising, most) {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (rising[middle]) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Symbols that share bytes are one piece. @param {Piece[]} symbols @returns {Piece[]} */
function piecesOf(symbols) {
  const pieces = /** @type {Piece[]} */ ([]);
  for (const { from, to } of symbols.toSorted((a, b) => a.from - b.from)) {
    const last = pieces.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else if (to > from) pieces.push({ from, to, seen: false });
  }
  return pieces;
}

/**
 * The ranges of memory whose data the early code cannot reach, neither by an address that stands in it nor through other
 * data. When the code was optimised, a number may have been added to an address; none is subtracted.
 * @param {Uint8Array} linked   as the linker wrote it
 * @param {Iterable<number>} constants   the numbers that stand in the early code
 * @returns {{ from: number, to: number }[]} the addresses, in rising order
 */
export function unreached(linked, constants) {
  const { segments, data, symbols, inCode, inData } = layoutOf(linked);
  const pieces = piecesOf(symbols.filter((symbol) => symbol !== null));
  const starts = pieces.map(({ from }) => from);
  const pieceAt = (/** @type {number} */ address) => {
    const piece = pieces[lastUpTo(starts, address)];
    return piece && address < piece.to ? piece : null;
  };
  // What stands in code may lie outside of what it means, such as a table's address less that of its first index.
  const meant = new Map();
  for (const { symbol, addend } of inCode) {
    const address = symbol.from + addend;
    meant.set(address, [...(meant.get(address) ?? []), symbol.from]);
  }
  const known = [...meant.keys()].toSorted((a, b) => a - b);
  const points = new Map();
  for (const { offset, symbol, addend } of inData) {
    const segment = segments.find(
      ({ start, size }) => data.start + offset >= start && data.start + offset < start + size,
    );
    const piece = segment && pieceAt(segment.address + data.start + offset - segment.start);
    if (!piece) throw new Error('wasm-data: an address stands in no symbol');
    points.set(piece, [...(points.get(piece) ?? []), symbol.from, symbol.from + addend]);
  }
  const queue = [...constants].flatMap((constant) => [
    constant,
    ...(meant.get(known[lastUpTo(known, constant)]) ?? []),
  ]);
  for (let address = queue.pop(); address !== undefined; address = queue.pop()) {
    const piece = pieceAt(address);
    if (!piece || piece.seen) continue;
    piece.seen = true;
    queue.push(...(points.get(piece) ?? []));
  }
  const seen = pieces.filter((piece) => piece.seen);
  return [...seen, { from: Infinity, to: Infinity }].map(({ from }, i) => ({
    from: seen[i - 1]?.to ?? 0,
    to: from,
  }));
}
