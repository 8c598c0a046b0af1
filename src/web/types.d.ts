/** What crosses the boundary between Rust and the page. Rust makes all of it; JavaScript only reads. */

/** Something that can be set, declared by a game or a bot. Panels build themselves from it. */
export interface OptionInfo {
  key: string;
  label: string;
  type: "choice" | "int" | "number" | "text";
  choices?: string[];
  min?: number;
  max?: number;
  step?: number;
  max_len?: number;
  /** Texts with a meaning of their own, such as the names of built-in maps. */
  known?: { value: string; about: string }[];
  default: string | number;
  about: string;
}

/** A term of a bot's score. An option of the bot with the same key sets its weight. */
export interface TermInfo {
  key: string;
  label: string;
  meaning: string;
  weight: number;
}

export interface BotInfo {
  id: string;
  name: string;
  about: string;
  source: string | null;
  options: OptionInfo[];
  terms: TermInfo[];
  /** How long it thinks unless told; null for a bot that needs no budget. */
  budget: Budget | null;
}

export interface GameInfo {
  id: string;
  name: string;
  about: string;
  seats: number;
  seat_names: string[];
  options: OptionInfo[];
  bots: BotInfo[];
  /** What the board can show of a thought, such as ["off","hints","all"]. */
  overlays: string[];
  /** The text that it can begin from, a map or a board, and the option that takes it; null if none. */
  setup_text: { option: string; what: string } | null;
  /** Whether all seats move at once: a ply is then a turn of all of them. */
  simultaneous: boolean;
  /** Whether a `Reviewer` can look back at its games. */
  reviews: boolean;
  /** The bots opposite a person unless somebody chooses: the second seat has the first, and so on around. */
  opponents: string[];
  /** The bot whose thoughts are shown where none plays. */
  advisor: string;
  /** Options that differ from the default in games between bots, unless told otherwise. */
  match_options: OptionValues;
  /** Why that is so, in a sentence; empty if there are none. */
  match_note: string;
}

/** What is said about a map or a board that could be read. */
export interface CheckedSetup {
  /** What it shows, in one sentence. */
  words: string;
  /** What is unusual about it, and allowed. */
  warnings: string[];
  /** Its figures, the game's own. */
  facts: any;
}

/** One of nodes (or playouts), milliseconds, plies deep. */
export type Budget = { nodes: number } | { ms: number } | { depth: number };

export type OptionValues = Record<string, string | number>;

/** Who sits on a seat. */
export type SeatConfig =
  | { human: true }
  | { bot: string; options: OptionValues; budget?: Budget };

export interface SeatState {
  /** The seat's own name, such as "Red". */
  name: string;
  config: SeatConfig;
  /** "You"-less name of who sits there: "Human", "Balanced", "Balanced (custom)". */
  player: string;
  custom: boolean;
  to_act: boolean;
  /** The one figure that counts, and the rest in words. */
  score: string;
  note: string;
}

export interface Outcome {
  ranks: number[];
  scores: number[];
  reason: string;
}

/** The running game, at the ply that is shown. */
export interface State {
  game: string;
  /** The ply shown: so many moves have been played. */
  ply: number;
  /** How many plies the game has so far. */
  plies: number;
  to_act: number[];
  /** Legal moves now; null where they cannot be listed, 0 when the game is over. */
  legal: number | null;
  hash: string;
  /** The game's figures, as its rules page names them. */
  summary: unknown;
  outcome: Outcome | null;
  /** The end in one sentence, when it is over: "Red wins, 8 to 6." */
  outcome_words: string | null;
  /** The end report: label and text. */
  report: [string, string][];
  /** Moves beyond the legal ones that a person may choose here, such as ending a settled game. */
  extras: { move: string; label: string; about: string }[];
  seats: SeatState[];
  seed: number;
  options: OptionValues;
  /** Whose turn it is, in words: "Red to place, 1 of 2". */
  turn_words: string;
}

export interface MoveRow {
  /** The ply that this move made, from 1. */
  ply: number;
  /** Who played it; null for a turn of several seats that move at once. */
  seat: number | null;
  move: string;
  /** The move in words: "house on D2 (F.2)". */
  words: string;
  /** What it brought that a log should tell, with places that the game's renderer knows. */
  incidents: { seat: number; words: string; spot: unknown }[];
}

/** What `unfold` finds in a link. */
export interface Unfolded {
  /** JSON text, without a result. */
  record: string;
  shown: Shown;
}

/** What a `Runner` is to do. */
export interface RunRequest {
  /** Plies to play at most. */
  most: number;
  /** It stops after the ply in which so many milliseconds have passed. */
  ms: number;
  /** Whether it may stop within a ply, while a bot thinks; the same request then goes on there. */
  slices?: boolean;
  /** What people have ordered for the first ply, by seat. */
  given: Record<number, string>;
  /** What people's seats play otherwise; null stops where they owe a move. */
  go_on: string | null;
  /** A question to the position after each ply; it stops where the answer has `stop`. */
  until: unknown;
}

export interface RunAnswer {
  /** The plies played, as records write them. */
  moves: string[];
  /** Why it stopped, if `until` was answered. */
  stop: string | null;
  /** Whether it stopped within a ply: a bot is still thinking. */
  thinking: boolean;
}

export interface Played {
  /** The move as it is written in records. */
  move: string;
  seat: number;
  /** For the live region: "Red: house on D2 (F.2)". */
  words: string;
}

/** One line of the graph: a value for each ply from 0. */
export interface Series {
  chart: string;
  label: string;
  seat: number | null;
  values: number[];
}

/** What a link carries beside the record. */
export interface Shown {
  ply: number;
  overlay: string;
  turned: number;
}

export interface ThinkRequest {
  /** The record of the game as JSON text. */
  record: string;
  /** The ply to think about. */
  ply: number;
  bot: { bot: string; options: OptionValues; budget?: Budget };
  /** For which of several seats that owe a move; the first unless told. */
  seat?: number;
}

/** What one piece does in a move that is a set of orders. */
export interface TaskInfo {
  /** Whose task it is: "outpost 3 on 40,12". */
  who: string;
  task: string;
  /** The task in words: "harvests at 44,10". */
  words: string;
  score: number;
  /** Contributions by the keys of the thought's terms. */
  terms: Record<string, number>;
  /** Where it is on the board, in the form that the game's renderer knows. */
  spot: unknown;
}

/** What a bot thought; candidates best first. Rows of `values` and `contributions` have one number a term. */
export interface ThoughtInfo {
  choice: string | null;
  moves: string[];
  /** The moves in words. */
  words: string[];
  /** A number, or "win" / "loss". */
  scores: (number | "win" | "loss")[];
  /** Plies to a forced win or loss, where known. */
  plies: (number | null)[];
  terms: TermInfo[];
  values: Float64Array;
  contributions: Float64Array;
  visits: (number | null)[];
  pvs: string[][];
  nodes: number;
  depth: number;
  exact: boolean;
  why: string;
  /** Whose view the scores are, and each candidate's worth to every seat; null from a bot that looks at its own
   * seat only. */
  views: { seat: number; by_seat: (number | "win" | "loss")[][] } | null;
  /** Where each candidate is on the board, in the form the game's renderer knows. */
  spots: unknown[];
  /** What each piece does in the choice, for games where a move is a set of orders; else empty. */
  tasks: TaskInfo[];
  /** Whether it has finished. */
  done: boolean;
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

/** A look back at a game: what is known for certain about its plies. */
export interface ReviewInfo {
  /** How many of the positions have been looked at. */
  done: number;
  positions: number;
  remarks: { ply: number; label: string; words: string }[];
}
