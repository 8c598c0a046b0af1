/** What the board renderer of Uros reads: the view, spots of moves, and answers of `inspect`. */

/** Lake squares are numbered 0..35 row by row from the top left (A6 is 0, F1 is 35). */
export interface UrosIsland {
  id: string;
  /** The unturned squares in their order: [column, row] from the top left of the bounding box. */
  shape: [number, number][];
  /** Per square: 0 none, 1 Red's house, 2 Blue's. */
  houses: number[];
  /** Per square its Lake square; null while in the Reedbed. */
  cells: number[] | null;
  /** Quarter turns clockwise, in degrees; null while in the Reedbed. */
  turn: number | null;
  /** In the Reedbed: whether it still fits on the Lake in any rotation. */
  fits: boolean;
}

export interface UrosView {
  columns: number;
  rows: number;
  /** "A6", "B6", … "F1". */
  square_names: string[];
  /** Each Lake square in words for a screen reader: "D2, island F square 2, Red house". */
  square_words: string[];
  islands: UrosIsland[];
  /** Each island's squares in words, in the order of `islands` and of their squares. */
  island_words: string[][];
  pool: [number, number];
  left: number;
  /** Legal house placements. */
  build: { island: string; square: number; cell: number | null; move: string }[];
  /** All villages on the Lake with their fronts; `biggest` marks the one that counts for each seat. */
  villages: { seat: number; cells: number[]; front: number[]; islands: number; biggest: boolean }[];
  /** At the end: the winning village. */
  winning: { seat: number; cells: number[] } | null;
  settled: boolean;
  /** What the last move changed. */
  last: UrosSpot | null;
}

/** Where a move is. */
export type UrosSpot =
  | { kind: "house"; island: string; square: number; cell: number | null }
  | { kind: "island"; island: string; turn: number; corner: number; cells: number[] }
  | { kind: "other" };

/** `inspect({ island, turn })`: the island turned so, and the corners where it fits. */
export interface UrosTurned {
  island: string;
  turn: number;
  /** Size of the turned bounding box. */
  width: number;
  height: number;
  /** Per square of the island: [column, row] in the turned bounding box. */
  shape: [number, number][];
  /** Where it fits: the Lake square of the box's top-left corner, the cells covered, the move. */
  places: { corner: number; cells: number[]; move: string }[];
}
