/** What the board renderer of FenceMaster reads: the view, spots of moves, and answers of `inspect`. */

/** Cells are numbered row by row from the top, from left to right; 3N(N-1)+1 of them on side N. */
export interface FenceMasterView {
  /** The side N, 3 to 10. */
  size: number;
  rules: 'fencemaster' | 'havannah';
  /** Row and column of every cell, both 0 to 2N-2. */
  rows: number[];
  columns: number[];
  /** "r,c" for every cell. */
  cell_names: string[];
  /** Every cell in words for a screen reader: "3,4, White, in a group of 5 that touches 2 edges". */
  cell_words: string[];
  /** The seat whose stone stands on the cell; null for an empty cell. */
  stones: (0 | 1 | null)[];
  /** The edge of every cell, 0 to 5 clockwise from the top; null inside and on corners. */
  edges: (number | null)[];
  /** The corner of every cell, 0 to 5 clockwise from the top left; null elsewhere. */
  corners: (number | null)[];
  /** The number of the cell's group in `group_list`; null for empty cells. */
  groups: (number | null)[];
  group_list: FenceMasterGroup[];
  /** The seat that owes a move; null when the game is over. */
  mover: number | null;
  /** The cells that a stone may be put on now. */
  targets: number[];
  /** Whether the mover may swap now. */
  swap: boolean;
  /** The last ply; `swap` when it was the swap, and `cell` then the stone that changed its colour. */
  last: { seat: number; cell: number; swap: boolean } | null;
  /** What was won, for tracing it on the board; null while nobody has won, and after a draw. */
  win: FenceMasterWin | null;
  winner: number | null;
  by: 'tripod' | 'loop' | 'both' | 'bridge' | 'draw' | null;
}

export interface FenceMasterGroup {
  seat: number;
  cells: number[];
  /** The edges it touches, 0 to 5, rising. */
  edges: number[];
  /** The corners it holds, 0 to 5, rising. */
  corners: number[];
  /** "White, 5 stones, touches the top and the upper right edge". */
  words: string;
}

export interface FenceMasterWin {
  seat: number;
  /** A shortest set of own cells that joins three edges; null without a tripod. */
  tripod: number[] | null;
  /** Own cells in order around what is enclosed, each next to the one before and the last to the first; null without a loop. */
  loop: number[] | null;
  /** A shortest set of own cells that joins two corners, in Havannah; null without a bridge. */
  bridge: number[] | null;
  /** What the loop encloses. */
  enclosed: number[];
}

/** Where a move is: its cell; null for the swap. */
export interface FenceMasterSpot {
  cell: number | null;
}

/** `inspect({ after: "r,c" })`: what would be joined by that move of the player to move. */
export interface FenceMasterAfter {
  cell: number;
  /** The cells of the group that the stone would be in, itself included. */
  group: number[];
  /** The edges that this group would touch. */
  edges: number[];
  /** Whether it would win, and by what. */
  wins: 'tripod' | 'loop' | 'both' | 'bridge' | null;
  /** In words for people. */
  words: string;
}
