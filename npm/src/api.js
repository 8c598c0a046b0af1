/**
 * The rules and bots of Totora. This file gives types and names to the calls of the wasm module: moves and positions are
 * values, and all other requests lines of the protocol (docs/reference/protocol.md). It contains no game rules.
 */
import * as bindings from './bindings.js';

/** @typedef {string | number} OptionValue */
/** @typedef {Record<string, OptionValue>} Options   options of a game or a bot, as `games()` lists them */
/** @typedef {{ nodes: number } | { ms: number } | { depth: number }} Budget */
/**
 * @typedef {object} State
 * @property {number} ply              moves played so far
 * @property {number[]} to_act         the seats to move, counted from 0; empty at the end of the game
 * @property {number | null} legal     the number of legal moves; null if they cannot be listed
 * @property {string} hash             equal for equal positions
 * @property {Record<string, unknown>} summary   figures that depend on the game
 * @property {Outcome | null} outcome
 */
/** @typedef {{ ranks: number[], scores: number[], reason: string }} Outcome   ranks (1 is the best) and scores by seat */
/** @typedef {import('./bindings.js').CandidateRow} Candidate */
/** @typedef {import('./bindings.js').AnalysisRow} Analysis   candidates are sorted, best first */
/**
 * @typedef {object} GameRecord   a game as JSON, in the format of docs/reference/notation.md
 * @property {number} totora
 * @property {string} game
 * @property {Options} [options]
 * @property {number} [seed]
 * @property {unknown[]} [seats]
 * @property {string[]} [moves]
 * @property {unknown} [result]
 */
/** @typedef {{ key: string, label: string, about: string, type: string, default: OptionValue, [more: string]: unknown }} OptionInfo */
/** @typedef {{ id: string, name: string, about: string, options: OptionInfo[], budget: Budget | null, [more: string]: unknown }} BotInfo */
/** @typedef {{ id: string, name: string, about: string, seats: string[], options: OptionInfo[], bots: BotInfo[], [more: string]: unknown }} GameInfo */
/** @typedef {string | URL | Response | BufferSource | WebAssembly.Module} Source   the module, or where to load it from */

/** An export that identifies the module as Totora's. */
const OWN = 'protocol_answer';

let ready = false;
/** Loaded files that only some bots need, by name. @type {Map<string, Uint8Array>} */
const files = new Map();
/** @type {(name: string) => Promise<Uint8Array>} */
let fetchFile = async (name) => {
  throw new Error(`there is no file ${name}`);
};
const LACKING = /The file (\S+) is not loaded yet/;

/** Called by the module. @param {string} name */
function takeFile(name) {
  const found = files.get(name);
  if (!found) throw new Error(`The file ${name} is not loaded yet`);
  return found;
}

/** @param {unknown} error */
const said = (error) => (error instanceof Error ? error.message : String(error));

/** @param {WebAssembly.Module} module @param {WebAssembly.Module | null} [rest]   its second part, if the build has split it */
export function start(module, rest = null) {
  if (ready) return;
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === OWN))
    throw new Error(`totora: this WebAssembly module is not Totora's: it has no export ${OWN}`);
  Object.assign(globalThis, { totoraFile: takeFile });
  try {
    const first = /** @type {any} */ (bindings.initSync({ module }));
    if (rest) new WebAssembly.Instance(rest, { first });
  } catch (error) {
    throw new Error(`totora: the module does not fit this version of the package: ${said(error)}`);
  }
  ready = true;
}

/** @param {BufferSource} bytes */
async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const { byteLength } = bytes;
    throw new Error(
      `totora: these ${byteLength} bytes are not a WebAssembly module: ${said(error)}`,
    );
  }
}

/**
 * Loads a file.
 * @param {string | URL | Response} source
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function read(source) {
  const address = source instanceof Response ? source.url : String(source);
  let answer;
  try {
    answer = source instanceof Response ? source : await fetch(source);
  } catch (error) {
    throw new Error(`totora: ${address} could not be loaded: ${said(error)}`);
  }
  if (!answer.ok)
    throw new Error(`totora: ${address} could not be loaded: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Starts the module. Call it once, before anything else.
 * @param {Source} source
 * @param {(name: string) => Promise<Uint8Array>} reader   reads the package's other files
 */
export async function initFrom(source, reader) {
  fetchFile = reader;
  if (ready) return;
  if (source instanceof WebAssembly.Module) start(source);
  else if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    start(await compile(source));
  else if (typeof source === 'string' || source instanceof URL || source instanceof Response)
    start(await compile(await read(source)));
  else
    throw new TypeError(
      `totora: init expects an address, a Response, bytes or a WebAssembly.Module, not ${source === null ? 'null' : typeof source}`,
    );
}

function checkReady() {
  if (!ready) throw new Error('totora: call init() and await it before anything else');
}

/** Loads the file that is missing by this error. False if none is. @param {string} error @returns {Promise<boolean>} */
async function loaded(error) {
  const name = LACKING.exec(error)?.[1];
  if (!name || files.has(name)) return false;
  files.set(name, await fetchFile(name));
  return true;
}

/** A conversation in the protocol of docs/reference/protocol.md: each line of JSON gets one line of JSON as its response. */
export class Conversation {
  constructor() {
    checkReady();
    /** The calls of the module for moves and positions, which need no JSON. */
    this.protocol = bindings.Protocol.create();
  }

  /** @param {string} line @returns {string} */
  answer(line) {
    return this.protocol.answer(line);
  }

  /** Like `answer`, but if a bot lacks a file, loads it and repeats the request. @param {string} line @returns {Promise<string>} */
  async answerWithFiles(line) {
    const answer = this.answer(line);
    return (await loaded(answer)) ? this.answer(line) : answer;
  }

  /** Makes a call; if a bot lacks a file, loads it and repeats the call. @template T @param {() => T} call @returns {Promise<T>} */
  async withFiles(call) {
    try {
      return call();
    } catch (error) {
      if (await loaded(said(error))) return call();
      throw error;
    }
  }
}

/** All games with their options and bots. @returns {GameInfo[]} */
export function games() {
  checkReady();
  return /** @type {any} */ (bindings.games());
}

/** The answer to a request. Throws its error. @param {string} line @returns {any} */
function parsed(line) {
  const answer = JSON.parse(line);
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}

/** A running game. A method that throws leaves the position as it was. */
export class Game {
  #conversation = new Conversation();
  /** Plies played. */
  #ply = 0;
  /** Whether the last move waits for those of other seats. */
  #waiting = false;
  /** What was read of the position since the last move. @type {{ state?: State, legal?: string[] | null }} */
  #read = {};
  /** @type {string[]} */
  #notes = [];

  /**
   * Starts a game.
   * @param {string} id               the id of one of `games()`
   * @param {Options} [options]
   * @param {number} [seed]           a whole number from 0 to 2^53 - 1
   */
  constructor(id, options = {}, seed = undefined) {
    this.#ask({ do: 'new', game: id, options, seed });
  }

  /** Opens a record at the end of its main line. @param {GameRecord} record @returns {Game} */
  static fromRecord(record) {
    checkReady();
    // This new game only begins the conversation: the record replaces it.
    const known = games();
    const game = new Game(known.find((one) => one.id === record?.game)?.id ?? known[0].id);
    game.#load({ record });
    return game;
  }

  /**
   * Opens a game in any format that the page opens, at the end of its main line: a link in whatever surrounds it, SGF, GGF, a
   * line of moves, a board or a position text. `notes` has remarks on the conversion.
   * @param {string} text
   * @returns {Game}
   */
  static fromText(text) {
    checkReady();
    const game = new Game(games()[0].id);
    game.#notes = game.#load({ text }).notes ?? [];
    return game;
  }

  /** Opens a link, or its part from `#` on, at the end of its main line. @param {string} link @returns {Game} */
  static fromLink(link) {
    checkReady();
    const opening = bindings.LinkDecoder.begin(link);
    try {
      while (!opening.advance(1_000));
      return Game.fromRecord(JSON.parse(opening.record()));
    } finally {
      opening.free();
    }
  }

  get #protocol() {
    return this.#conversation.protocol;
  }

  /** @param {object} request @returns {any} */
  #ask(request) {
    return parsed(this.#conversation.answer(JSON.stringify(request)));
  }

  /** Replaces the game. @param {object} source */
  #load(source) {
    const answer = this.#ask({ ...source, do: 'load' });
    this.#moved(answer.state.ply);
    return answer;
  }

  /** Drops what was read of the position before. @param {number} ply   plies played */
  #moved(ply) {
    this.#waiting = ply === this.#ply;
    this.#ply = ply;
    this.#read = {};
  }

  /** The number of plies played. */
  get ply() {
    return this.#ply;
  }

  /** Whether the game is over: quicker than `outcome`. */
  get over() {
    return this.#protocol.over();
  }

  /** The data of the position. @returns {State} */
  get state() {
    this.#read.state ??= /** @type {any} */ (this.#protocol.state());
    return /** @type {State} */ (this.#read.state);
  }

  /** The last move in words, or the turn once all seats have moved; undefined before. @returns {string | undefined} */
  get words() {
    return this.#waiting ? undefined : this.#protocol.words();
  }

  /** The data that a renderer needs of the board, the same for the whole game; its form depends on the game. @returns {any} */
  get layout() {
    return this.#protocol.layout();
  }

  /** What a renderer draws of the position; its form depends on the game, such as `UrosView`. @returns {any} */
  get view() {
    return this.#protocol.view();
  }

  /** Remarks on the conversion of a text, for `fromText`. */
  get notes() {
    return this.#notes;
  }

  /** The result; null while the game goes on. */
  get outcome() {
    return this.over ? this.state.outcome : null;
  }

  /** The position text, as in the protocol. @returns {string} */
  get text() {
    return this.#ask({ do: 'position' }).position;
  }

  /** The legal moves in a fixed order; null if they cannot be listed (Outpost). @returns {string[] | null} */
  legalMoves() {
    if (this.#read.legal === undefined) {
      const moves = this.#protocol.legal();
      this.#read.legal = moves === undefined ? null : moves === '' ? [] : moves.split('\n');
    }
    // A copy: the caller may change it.
    return this.#read.legal && [...this.#read.legal];
  }

  /**
   * Plays a move.
   * @param {string | number} move   a text, or an index in `legalMoves()`
   * @param {number} [seat]   required if all seats move at once; the turn is played when the last seat has moved
   * @returns {this}
   */
  play(move, seat = undefined) {
    const text = typeof move === 'number' ? this.#listed(move) : move;
    this.#moved(this.#protocol.play(text, seat));
    return this;
  }

  /** @param {number} index */
  #listed(index) {
    const moves = this.#read.legal ?? this.legalMoves();
    const move = moves?.[index];
    if (move !== undefined) return move;
    const expected = moves
      ? `an index of one of the ${moves.length} legal moves`
      : 'a text, because the moves of this game cannot be listed';
    throw new Error(`\`${index}\` is not a move: expected ${expected}`);
  }

  /** Takes the last move back, or the whole turn if all seats move at once. @returns {this} */
  undo() {
    const ply = this.#protocol.undo();
    this.#ply = -1;
    this.#moved(ply);
    return this;
  }

  /**
   * Lets a bot analyse the position. The search blocks this thread: run it in a worker if it takes long.
   * @param {string} bot             the id of one of the game's bots
   * @param {Budget} [budget]        the bot's default budget if omitted
   * @param {{ options?: Options, seed?: number, seat?: number, lines?: number | 'all', passed?: boolean }} [more]   with
   *   `passed`, analyses the position as if the player passed, which shows the opponent's threat
   * @returns {Promise<Analysis>}
   */
  async think(bot, budget = undefined, more = {}) {
    const line = JSON.stringify({ ...more, do: 'think', bot, budget });
    return parsed(await this.#conversation.answerWithFiles(line)).thought;
  }

  /** The whole game as a record. @returns {GameRecord} */
  record() {
    return this.#ask({ do: 'record' }).record;
  }

  /** The game as a link, from `#` on. Append it to the address of a Totora page to open the game there. @returns {string} */
  link() {
    return this.#ask({ do: 'link' }).link;
  }
}
