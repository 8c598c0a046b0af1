/** What the board renderer of Isolation reads: the view, spots of moves, and answers of `inspect`. */

/** Cells are numbered row by row from the top left: on 7x7 a7 is 0, g7 is 6, a1 is 42. */
export interface IsolationView {
  columns: number;
  rows: number;
  /** "a7", "b7", … "g1". */
  square_names: string[];
  /** Each cell in words for a screen reader: "d4, closed by Player 1 at ply 3", "e6, free, legal". */
  square_words: string[];
  /** All cells that were ever stood on, those under the knights included. */
  closed: number[];
  /** Where the two knights stand; null while in hand. */
  knights: [number | null, number | null];
  /** The cells that each knight has stood on, in order; the last is where it stands. */
  trails: [number[], number[]];
  /** The seat that owes a move; null when the game is over. */
  mover: number | null;
  /** The legal moves. */
  targets: { cell: number; move: string }[];
  /** Per seat the cells that its knight could still come to if the other one stood still for ever. */
  regions: [number[], number[]];
  /** The last move, or placement (then `from` is null), of the game or of the seed. */
  last: { seat: number; cell: number; from: number | null } | null;
  winner: number | null;
  /** What the placement means, on 7x7 from the first placement on; null on other boards. */
  placement: {
    /** Whether the knights began on cells of one colour; null until both are placed. */
    same_colour: boolean | null;
    /** Who wins from the placement with best play. */
    winner: number;
    /** The same in a sentence. */
    words: string;
  } | null;
}

/** Where a move is: the cell gone to, and the one left, null for a placement. */
export interface IsolationSpot {
  cell: number;
  from: number | null;
}

/** `inspect({ after: "d4" })`: what the board would be like after that move of the player to move. */
export interface IsolationAfter {
  cell: number;
  /** Per seat where it could go. */
  targets: [number[], number[]];
  regions: [number[], number[]];
  moves: [number, number];
  winner: number | null;
}
