/** Names that the types made from Rust use. Everything else here is written by the build from the Rust structs. */

/** A cell of Outpost: x to the right, y down. */
export type Cell = [number, number];
/** A seat at the table, counted from 0. */
export type Seat = number;
/** A number in whole thousandths. */
export type Fixed = number;
/** A number, or a forced result. */
export type Score = number | "win" | "loss" | null;
/** Something that only the game's own renderer knows. */
export type ErasedValue = unknown;
export type OptionValues = Record<string, string | number>;
/** Something that can be set, declared by a game or a bot. Panels build themselves from it. */
export type OptionInfo = { key: string; label: string; about: string } & OptionKind;
/** A forced result. */
export type Proven = Extract<Class, "loss" | "draw" | "win">;
export type TermInfo = Term;
export type RunRequest = Run;
export type RunAnswer = RunResult;
export type Played = PlayedMove;
/** An analysis in columns; rows of `values` and `contributions` have one number a term. */
export type AnalysisInfo = AnalysisColumns & { values: Float64Array; contributions: Float64Array };

/** Who is to think about a position, and for which of several seats that owe a move; the first unless told. */
export interface ThinkQuestion {
  bot: { bot: string; options: OptionValues; budget?: Budget };
  seat?: number;
  /** Whether the seat that owes a move has passed: what is thought then is the threat against it. */
  passed?: boolean;
  /** How many of the best candidates are to be exact, each with its own principal variation; 1 unless told. */
  lines?: number | "all";
  /** Records the film of the search, with these changes to it. */
  film?: Variation;
}

/** Which bots are to judge a game; the first of them judges its moves too. */
export interface JudgeQuestion {
  bots: { bot: string; options: OptionValues; budget?: Budget }[];
}

export interface ThinkRequest extends ThinkQuestion {
  /** The record of the game as JSON text. */
  record: string;
  /** The ply to think about. */
  ply: number;
}

/** Who plays in an arena; a program has its name in place of all but the budget. */
export type ArenaBot = { bot: string; options: OptionValues; budget?: Budget; program?: string };
