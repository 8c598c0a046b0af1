/** What the board renderer and the map editor of Reversi XT read: the view, spots of moves, and answers of
 * `inspect`. Rust makes all of it; JavaScript knows no rule. */

/** Tiles are numbered row by row from the top left: tile = row * columns + column. Directions: 0 up, then
 * clockwise to 7 up-left. Seats count from 0, players in words and letters from 1. */
export interface ReversiView {
  columns: number;
  rows: number;
  /** The number of players, 2 to 8. */
  players: number;
  /** 1 build, 2 bombs, 3 over. */
  phase: 1 | 2 | 3;
  /** A letter a tile, as it is now: "0" empty, "1" to "8" a stone, "-" a hole, "x" an expansion stone, "c"
   * choice, "i" inversion, "b" bonus. */
  tiles: string;
  /** The same at the start of the map: a "-" above that is none here was blown up; a "c", "i", "b" or "x" here
   * that has a stone above was taken. */
  start: string;
  /** "3,4": column, row, as moves are written. */
  square_names: string[];
  /** Each tile in words for a screen reader: "3,4, stone of Player 1", "5,0, bonus, legal, turns 3". Empty for
   * holes that were there at the start. */
  square_words: string[];
  /** The transitions that still stand. */
  transitions: ReversiTransition[];
  /** The seat that owes a move; null when the game is over. */
  mover: number | null;
  /** The tiles on which the mover may move, in rising order. */
  targets: ReversiTarget[];
  /** Per seat. */
  stones: number[];
  overrides: number[];
  bombs: number[];
  /** How far a bomb reaches, in steps. */
  strength: number;
  /** Seats that are out. */
  disqualified: number[];
  /** How many players were skipped just before the mover. */
  skipped: number;
  /** The last move. */
  last: { seat: number; tile: number } | null;
  /** The map's text, for the editor and for saving. */
  map: string;
}

/** A border of a tile. */
export interface ReversiBorder {
  tile: number;
  direction: number;
}

/** Two borders that are joined; they are each other's partner. Both are the same for a mirror. */
export interface ReversiTransition {
  /** Its number in the map, which it keeps when others are blown up. */
  id: number;
  ends: [ReversiBorder, ReversiBorder];
}

/** A tile on which the mover may move. */
export interface ReversiTarget {
  tile: number;
  /** "stone": on a free tile; "override": uses an override stone; "bomb": throws a bomb. */
  kind: "stone" | "override" | "bomb";
  /** How many stones it would turn (for a bomb: how many tiles it would destroy is asked by `blast`; 0 here). */
  turns: number;
  /** What a dialog asks: "choice" (whom to swap with), "bonus" (a bomb or an override stone), or null. */
  asks: "choice" | "bonus" | null;
  /** The moves on this tile: one, or one for each answer of the dialog, with what stands on its button. */
  moves: { move: string; label: string }[];
}

/** Where a move is: `view.targets` has more about it if it is legal. */
export interface ReversiSpot {
  tile: number;
  /** The answer that the move gives on a choice or bonus tile, such as "swap with Player 2"; else null. */
  answer: string | null;
}

/** `inspect({ turns: 27 })` or `inspect({ turns: 27, seat: 1 })`: what a stone of the mover (or of that seat)
 * on this tile would turn, and how. Any tile may be asked about, legal or not. */
export interface ReversiTurns {
  tile: number;
  seat: number;
  /** Every stone that would turn, each once. */
  turned: number[];
  /** The walks that capture. */
  rays: {
    direction: number;
    /** Every step of the walk in order: over the captured stones to the own stone that closes it. `heading` is
     * the direction of the walk when it came there; `through` the id of the transition that the step used. */
    steps: { tile: number; heading: number; through: number | null }[];
  }[];
  /** In a sentence: "A stone of Player 1 on 3,2 would turn 2 stones." */
  words: string;
}

/** `inspect({ blast: 27 })`: what a bomb on this tile would destroy. */
export interface ReversiBlast {
  tile: number;
  /** The tiles that become holes, the nearest first. */
  tiles: number[];
  /** Stones that each seat would lose. */
  lost: number[];
  words: string;
}

/** `inspect({ tile: 27 })`: a tile in words, and where a step in each direction leads (null: nowhere). */
export interface ReversiTile {
  tile: number;
  words: string;
  steps: ({ tile: number; through: number | null } | null)[];
}

/** `inspect({ maps: true })`: the built-in maps. Begin one with the option `map` set to its name. */
export type ReversiMaps = {
  name: string;
  about: string;
  players: number;
  columns: number;
  rows: number;
  text: string;
}[];

/** A map as the editor holds it; it may be wrong in any way. */
export interface ReversiParts {
  players: number;
  overrides: number;
  bombs: number;
  strength: number;
  columns: number;
  rows: number;
  /** A letter a tile, row by row. */
  tiles: string;
  transitions: [ReversiBorder, ReversiBorder][];
}

/** `inspect({ check: "2\n0\n..." })`: reads a map's text; `inspect({ write: parts })`: writes the parts as text
 * and reads that. The editor never reads or writes the format itself. */
export interface ReversiCheck {
  /** The text: as given, or as written from the parts. */
  text: string;
  valid: boolean;
  /** All that is wrong, at most 32; empty if it is valid. */
  problems: {
    line: number;
    column: number;
    /** The tile that it is about, as column and row; null if it is about none. */
    tile: [number, number] | null;
    message: string;
  }[];
  /** What is allowed, but worth knowing: "Player 3 has no stone.", "Nobody can move at the start." */
  notes: string[];
  /** The map, if it is valid. */
  parts: ReversiParts | null;
  /** For a valid map: the borders that could take a transition, and those that have one. */
  open: ReversiBorder[];
}
