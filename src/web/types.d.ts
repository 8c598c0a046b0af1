/** Names that the types made from Rust use. Everything else here is written by the build from the Rust structs. */

/** A seat at the table, counted from 0. */
export type Seat = number;
/** A number in whole thousandths. */
export type Fixed = number;
/** A number, or a forced result. */
export type Score = number | "win" | "loss";
/** Something that only the game's own renderer knows. */
export type Opaque = unknown;
export type OptionValues = Record<string, string | number>;
/** Something that can be set, declared by a game or a bot. Panels build themselves from it. */
export type OptionInfo = { key: string; label: string; about: string } & OptionKind;
export type TermInfo = Term;
export type RunRequest = Run;
export type RunAnswer = RunResult;
export type Played = PlayedMove;
/** A thought in columns; rows of `values` and `contributions` have one number a term. */
export type ThoughtInfo = ThoughtColumns & { values: Float64Array; contributions: Float64Array };

/** Who is to think about a position, and for which of several seats that owe a move; the first unless told. */
export interface ThinkQuestion {
  bot: { bot: string; options: OptionValues; budget?: Budget };
  seat?: number;
}

export interface ThinkRequest extends ThinkQuestion {
  /** The record of the game as JSON text. */
  record: string;
  /** The ply to think about. */
  ply: number;
}

/** A round robin: every pairing plays `games` games, sides balanced. */
export interface ArenaRequest {
  game: string;
  options: OptionValues;
  bots: { bot: string; options: OptionValues; budget?: Budget }[];
  games: number;
  seed: number;
}

/** Wins, draws, losses, and the share of wins and half draws with its 95% interval (Wilson). */
export interface ArenaShare {
  wins: number;
  draws: number;
  losses: number;
  share: number;
  low: number;
  high: number;
}

/** A share of games, 0 to 1, with its 95% interval. */
export interface ArenaWon {
  games: number;
  share: number;
  low: number;
  high: number;
}
/** An estimate with its 95% interval. */
export interface ArenaInterval {
  low: number;
  middle: number;
  high: number;
}
export interface ArenaResults {
  game: string;
  options: OptionValues;
  seed: number;
  games_a_pairing: number;
  /** Games that were planned. */
  planned: number;
  games: number;
  finished: boolean;
  /** What it all says, in a sentence. */
  headline: string;
  /** What else should be known, in sentences. */
  remarks: string[];
  /** The mean number of plies. */
  plies: number;
  lengths: { shortest: number; median: number; longest: number };
  /** The model of the ratings, in words; empty where there are none. */
  model: string;
  bots: (ArenaShare & {
    bot: string;
    seat: SeatConfig;
    place: number;
    won: ArenaWon;
    mean_rank: ArenaInterval | null;
    rating: ArenaInterval | null;
    /** The likelihood that it is stronger than the next in the table. */
    superiority: number | null;
    faults: number;
  })[];
  pairs: (ArenaShare & {
    bot: string;
    against: string;
    /** Pairs of games with 0, ½, 1, 1½ and 2 points. */
    pentanomial: [number, number, number, number, number] | null;
    paired: ArenaInterval | null;
  })[];
  differences: {
    bot: string;
    than: string;
    openings: number;
    ahead: ArenaInterval;
    superiority: number;
    needed: number | null;
  }[];
  seats: { seat: string; won: ArenaWon }[];
  starts: { start: string; won: ArenaWon[] }[];
  reasons: Record<string, number>;
  /** How often a question about finished games had each answer. */
  counts: Record<string, Record<string, number>>;
  means: Record<string, number>;
  test: {
    test: { elo0: number; elo1: number };
    log_ratio: number;
    bound: number;
    verdict: 'open' | 'lesser' | 'greater';
    words: string;
  } | null;
  references: { title: string; note: string; columns: string[]; rows: [string, (number | null)[]][] }[];
}
