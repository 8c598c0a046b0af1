// Finds the data of a module that a part of its code can reach. With `--emit-relocs` the linker records the address of
// each symbol, and the addresses in code and in data that refer to symbols (the sections `linking` and `reloc.*` of the
// WebAssembly tool conventions).

/** Kinds of relocations that have an addend, and those of them that are addresses in memory. */
const RELOCATIONS_WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 22, 23]);
const ADDRESS_RELOCATIONS = new Set([3, 4, 5]);
/** Kinds of symbols. */
const DATA_SYMBOL = 1;
const SECTION_SYMBOL = 3;
/** Flags of a symbol. */
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;

/** Reads numbers and names in sequence. */
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

/** @typedef {{ from: number, to: number, reached: boolean }} Piece   A range of bytes that belong together; `reached` if the code can reach them. */

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

/** Removes the linker's sections from a module: later tools do not update them. @param {Uint8Array} linked */
export function stripLinkerSections(linked) {
  const kept = sectionsOf(linked).filter(({ name }) => !/^(linking$|reloc\.)/.test(name));
  return Buffer.concat([
    linked.subarray(0, 8),
    ...kept.map(({ head, end }) => linked.subarray(head, end)),
  ]);
}

/** All symbols by index; null for those that are not data. @param {Reader} read @param {number} end @param {{ address: number }[]} segments */
function symbolsOf(read, end, segments) {
  /** @type {(Piece | null)[]} */
  const symbols = [];
  read.number();
  while (read.at < end) {
    const kind = read.byte();
    const size = read.number();
    const next = read.at + size;
    // The symbol table.
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
  if (kind !== DATA_SYMBOL) {
    read.number();
    if (kind !== SECTION_SYMBOL && (!(flags & UNDEFINED) || flags & EXPLICIT_NAME)) read.text();
    return null;
  }
  read.text();
  if (flags & UNDEFINED) return null;
  const segment = segments[read.number()];
  const offset = read.number();
  const size = read.number();
  if (!segment) return null;
  const from = segment.address + offset;
  return { from, to: from + size, reached: false };
}

/** The data segments, symbols and relocations of a linked module. @param {Uint8Array} linked */
function layoutOf(linked) {
  const sections = sectionsOf(linked);
  const named = (/** @type {string} */ name) => sections.find((section) => section.name === name);
  const [data, linking] = [sections.find(({ id }) => id === 11), named('linking')];
  if (!data || !linking) throw new Error('wasm-data: the module is linked without --emit-relocs');
  const read = new Reader(linked, data.body);
  const segments = Array.from({ length: read.number() }, () => {
    // Active, in the first memory, at a fixed address: flags, `i32.const`, the address, `end`.
    const [flags, op] = [read.number(), read.byte()];
    const address = read.number(true);
    if (flags !== 0 || op !== 0x41 || read.byte() !== 0x0b)
      throw new Error('wasm-data: a data segment has no fixed address');
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
      const addend = RELOCATIONS_WITH_ADDEND.has(kind) ? read.number(true) : 0;
      const symbol = ADDRESS_RELOCATIONS.has(kind) ? symbols[index] : null;
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

/** The index of the last number that is at most `max`; -1 if there is none. @param {number[]} sorted   ascending @param {number} max */
function lastAtMost(sorted, max) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (sorted[middle]) <= max) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Merges symbols that share bytes into pieces. @param {Piece[]} symbols @returns {Piece[]} */
function piecesOf(symbols) {
  const pieces = /** @type {Piece[]} */ ([]);
  for (const { from, to } of symbols.toSorted((a, b) => a.from - b.from)) {
    const last = pieces.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else if (to > from) pieces.push({ from, to, reached: false });
  }
  return pieces;
}

/**
 * The ranges of memory whose data the early code cannot reach, neither with an address in the code nor through other data.
 * The optimiser may have added a number to an address; it never subtracts one.
 * @param {Uint8Array} linked   as the linker wrote it
 * @param {Iterable<number>} constants   the numbers in the early code
 * @returns {{ from: number, to: number }[]} address ranges, in ascending order
 */
export function unreachableData(linked, constants) {
  const { segments, data, symbols, inCode, inData } = layoutOf(linked);
  const pieces = piecesOf(symbols.filter((symbol) => symbol !== null));
  const starts = pieces.map(({ from }) => from);
  const pieceAt = (/** @type {number} */ address) => {
    const piece = pieces[lastAtMost(starts, address)];
    return piece && address < piece.to ? piece : null;
  };
  // An address in code may lie outside the symbol that it refers to: for example a table's address minus the offset of its
  // first index.
  const targets = new Map();
  for (const { symbol, addend } of inCode) {
    const address = symbol.from + addend;
    targets.set(address, [...(targets.get(address) ?? []), symbol.from]);
  }
  const codeAddresses = [...targets.keys()].toSorted((a, b) => a - b);
  const references = new Map();
  for (const { offset, symbol, addend } of inData) {
    const segment = segments.find(
      ({ start, size }) => data.start + offset >= start && data.start + offset < start + size,
    );
    const piece = segment && pieceAt(segment.address + data.start + offset - segment.start);
    if (!piece) throw new Error('wasm-data: a relocation in data lies outside of all symbols');
    references.set(piece, [...(references.get(piece) ?? []), symbol.from, symbol.from + addend]);
  }
  const queue = [...constants].flatMap((constant) => [
    constant,
    ...(targets.get(codeAddresses[lastAtMost(codeAddresses, constant)]) ?? []),
  ]);
  for (let address = queue.pop(); address !== undefined; address = queue.pop()) {
    const piece = pieceAt(address);
    if (!piece || piece.reached) continue;
    piece.reached = true;
    queue.push(...(references.get(piece) ?? []));
  }
  const reached = pieces.filter((piece) => piece.reached);
  return [...reached, { from: Infinity, to: Infinity }].map(({ from }, i) => ({
    from: reached[i - 1]?.to ?? 0,
    to: from,
  }));
}
