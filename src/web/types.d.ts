/** Names that the types made from Rust use. Everything else here is written by the build from the Rust structs. */

/** A seat at the table, counted from 0. */
export type Seat = number;
/** A number in whole thousandths. */
export type Fixed = number;
/** A number, or a forced result. */
export type Score = number | "win" | "loss" | null;
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
  /** Whether the seat that owes a move has passed: what is thought then is the threat against it. */
  passed?: boolean;
  /** How many of the best candidates are to be exact, each with its own principal variation; 1 unless told. */
  lines?: number | "all";
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

/** What an arena is asked for by; see src/arena/setup.rs. It crosses as JSON text, as all that follows. */
export interface ArenaSetup {
  game: string;
  options?: OptionValues;
  /** Games begin as often from each of these values of an option. */
  each?: { option: string; values: (string | number)[] } | null;
  /** As the command line names them, or as seats. */
  bots: (string | ArenaBot)[];
  /** If there are any, the others meet these only. */
  against?: (string | ArenaBot)[];
  /** Unless given, drawn; "earlier" of what versions without openings played; else the lines of a book. */
  openings?: 'drawn' | 'none' | 'earlier' | string[];
  /** A pairing, from each start. */
  games: number;
  seed: number;
  preset?: string | null;
  /** Ends when this is decided, such as `sprt 0 20`. */
  until?: string;
  /** `swiss:3` or `knockout`; a round robin unless given. */
  format?: string;
}
/** A program has its name in place of all but the budget. */
export type ArenaBot = { bot: string; options: OptionValues; budget?: Budget; program?: string };
export interface ArenaPreset {
  game: string;
  id: string;
  about: string;
  shows: string;
  setup: ArenaSetup;
}
export interface ArenaLink {
  setup: ArenaSetup;
  /** What its bots played when the link was made, a number each; empty if that was not known. */
  prints: number[];
  /** The finished games of a file of results, a line each. */
  lines?: string;
}
export interface ArenaPlan {
  /** The same for two that are the same. */
  id: string;
  setup: ArenaSetup;
  entrants: { name: string; seat: ArenaBot }[];
  challengers: number | null;
  starts: string[];
  /** How many games there will be. */
  games: number;
  /** How many seats a game has, from the first start. */
  seats: number;
  /** The command that plays the same. */
  command: string;
}
/** A share of games, 0 to 1, with its 95% interval. */
export interface ArenaShare {
  games: number;
  share: number;
  low: number;
  high: number;
}
/** Wins, draws, losses, and the share of wins and half draws with its 95% interval (Wilson). */
export interface ArenaScore {
  wins: number;
  draws: number;
  losses: number;
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
export type ArenaBotReport = ArenaScore & {
  bot: string;
  seat: SeatConfig;
  place: number;
  won: ArenaShare;
  /** Of a challenger: its share of the points, an opening a unit. */
  against_field?: ArenaInterval;
  mean_rank: ArenaInterval | null;
  rating: ArenaInterval | null;
  /** The likelihood that it is stronger than the next in the table. */
  superiority: number | null;
  faults: number;
};
export type ArenaPairReport = ArenaScore & {
  bot: string;
  against: string;
  /** Pairs of games with 0, ½, 1, 1½ and 2 points. */
  pentanomial: [number, number, number, number, number] | null;
  paired: ArenaInterval | null;
};
export interface ArenaDifference {
  bot: string;
  than: string;
  openings: number;
  /** In points, seat against seat. */
  ahead: ArenaInterval;
  superiority: number;
  needed: number | null;
}
export interface ArenaReference {
  title: string;
  note: string;
  columns: string[];
  /** In percent. */
  rows: [string, (number | null)[]][];
}
/** What an arena found; see src/arena/report.rs. */
export interface ArenaReport {
  game: string;
  options: OptionValues;
  seed: number;
  games_a_pairing: number;
  planned: number;
  games: number;
  finished: boolean;
  headline: string;
  remarks: string[];
  plies: number;
  lengths: { shortest: number; median: number; longest: number; bins: [number, number][] };
  model: string;
  bots: ArenaBotReport[];
  pairs: ArenaPairReport[];
  differences: ArenaDifference[];
  seats: { seat: string; won: ArenaShare }[];
  starts: { start: string; won: ArenaShare[] }[];
  reasons: Record<string, number>;
  counts: Record<string, Record<string, number>>;
  means: Record<string, number>;
  /** Where a sequential test may end it: its log-likelihood ratio, and the bounds, plus and minus. */
  test: {
    test: { elo0: number; elo1: number };
    log_ratio: number;
    bound: number;
    verdict: 'open' | 'lesser' | 'greater';
    words: string;
  } | null;
  /** Of a tournament in rounds. */
  rounds?: {
    meetings: { bots: [string, string]; points: [number, number]; winner: string | null }[];
    byes: string[];
  }[];
  references: ArenaReference[];
}
/** A number of a bot that can be turned; see src/prove/parameter.rs. */
export interface ProveNumber {
  key: string;
  label: string;
  about: string;
  value: number;
  min: number;
  max: number;
  whole: boolean;
  weight: boolean;
  /** Tuned unless others are named. */
  usual: boolean;
}
/** What sweeps, tuning and ablations are asked for by; see src/prove/request.rs. It crosses as JSON text. */
export interface ProveStudy {
  game: string;
  options?: OptionValues;
  bot: string | ArenaBot;
  field: (string | ArenaBot)[];
  openings?: ArenaSetup['openings'];
  games: number;
  seed: number;
}
export interface ProveSweep {
  number: ProveNumber;
  /** One for each challenger of the arena, ascending. */
  values: number[];
  /** Which of them is where the bot stands. */
  now: number;
  arena: ArenaSetup;
  games: number;
  command: string;
}
export interface ProveAblation {
  terms: string[];
  /** Whether the whole (the first entrant) meets those that lack a term, and last a rival if one was asked for; else all of them meet a field. */
  itself: boolean;
  arena: ArenaSetup;
  games: number;
  command: string;
}
/** A generation that was played. */
export interface ProveGeneration {
  share: number;
  best: number;
  spread: number;
  values: number[];
}
export interface ProveTuning {
  stage: "train" | "verify" | "duel" | "done";
  /** What is to be played next. */
  arena: ArenaSetup | null;
  population: number;
  games: number | null;
  /** Games of training and of verification, all together. */
  all: [number, number];
  found: {
    numbers: { key: string; label: string; from: number; to: number }[];
    tuned: ArenaBot;
    tuned_text: string;
    training: {
      seed: number;
      generations: number;
      population: number;
      games: number;
      history: ProveGeneration[];
    };
    finished: boolean;
  };
  verify_seed: number | null;
  command: string;
}
/** Games of two entrants. */
/** The first position of a game in which two bots play differently; see src/arena/partings.rs. */
export interface ArenaParting {
    game: number;
    ply: number;
    first: string;
    second: string;
    term: string;
    by: number;
    points: number;
}
export interface ArenaPartings {
    headline: string;
    looked: number;
    alike: number;
    groups: {
        term: string;
        games: number;
        share: number;
        plies: [number, number];
        clearest: ArenaParting[];
    }[];
}
export interface ArenaGames {
  total: number;
  games: {
    game: number;
    start: string | null;
    plies: number;
    reason: string;
    seats: number[];
    ranks: number[];
    scores: number[];
    /** Whether the table has its moves. */
    kept: boolean;
  }[];
}

/** Whether a heuristic is right; see src/lab/api.rs. What the Lab is asked and answers crosses as JSON text. */
export type LabCheck =
  | {
      ok: true;
      name: string;
      author: string;
      note: string;
      /** How many steps its formulas take at the most. */
      steps: number;
      /** `printed` is the formula as Rust writes it, with no more brackets than it needs. */
      terms: { name: string; weight: number; formula: string; printed: string }[];
    }
  | LabError;
export interface LabError {
  ok: false;
  /** In which term, from 1; null for a single expression, and where none is to blame. */
  term: number | null;
  /** All of it in words. */
  error: string;
  /** Where in the formula, in characters from 1, `end` one past the last; there only where a formula is wrong. */
  start?: number;
  end?: number;
  found?: string;
  expected?: string;
  /** The feature or function that was probably meant. */
  nearest?: string | null;
}
/** What a heuristic's terms are worth to every seat in a position; `trouble` in words, empty if there was none. */
export type LabValues =
  | { ok: true; seats: { score: number; values: number[]; contributions: number[]; trouble: string[] }[] }
  | LabError;
/** The options and the budget of the bot `lab` that plays as a bot does; or why it cannot be opened. */
export type LabOpened =
  | { ok: true; options: OptionValues; budget: Budget | null }
  | { ok: false; error: string };
/** A guided lesson of a game; see src/lab/lessons. `begin` are options of the bot `lab`. */
export interface LabLesson {
  game: string;
  title: string;
  about: string;
  /** Who wrote it; empty if that is not said. */
  author: string;
  begin: OptionValues;
  /** Options of its games that are not the usual ones. */
  options: OptionValues;
  /** Moves from the usual start to a position that has something to tell. */
  shows: string[];
  /** `games`: whether games are played for it; `question`: what the reader predicts of them. */
  steps: { title: string; text: string; hint: string; games: boolean; question: string | null }[];
}
/** What the games of a step say. */
export interface LabVerdict {
  passed: boolean;
  words: string;
}
/** How far a step is done: what it demands, and whether that is met; null where games tell. */
export interface LabJudged {
  done: boolean;
  /** `lacks`: what is missing, in words; empty where it is met. */
  demands: { words: string; met: boolean | null; lacks: string }[];
  /** The games to be played for it, once all else is met. */
  arena: ArenaSetup | null;
}
/** What a link of the Lab holds: the JSON text of a lesson, or a heuristic, whose formulas may be wrong, with a link to a position. */
export type LabSent =
  | { lesson: string }
  | {
      lesson?: undefined;
      draft: {
        game: string;
        name: string;
        author: string;
        note: string;
        terms: { name: string; weight: number; formula: string }[];
        options: OptionValues;
        budget?: Budget;
      };
      position: string;
    };
/** The heuristics of many links; `wrong` names lines that have none. */
export interface LabEntrants {
  game: string | null;
  bots: ArenaBot[];
  wrong: string[];
}
