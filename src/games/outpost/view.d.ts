/** What the board renderer of Outpost reads: the view, spots of orders and tasks, answers of `inspect`. */

/** A cell: [x, y], x to the right, y down, 0 to 99. */
export type OutpostCell = [number, number];

/**
 * A set of cells, or a code a cell: 10 000 characters in x-major order, cell (x, y) at x * 100 + y.
 * Sets have `1` for a cell that is in it and `0` for one that is not.
 */
export type OutpostGrid = string;

/** What an outpost does, as standing orders or its bot say: the word of the notation, and the way there. */
export interface OutpostTask {
  /** `auto`, `go`, `patrol`, `hold`, `guard`, `pair`, `harvest`, `raid`. */
  task: string;
  /** In words: "goes to 40,12, then 50,20". */
  words: string;
  /** Where it is going; null if it stays or has no fixed target. */
  target: OutpostCell | null;
  /** The cells of its way, without the one it stands on; empty if it has none. */
  path: OutpostCell[];
}

export interface OutpostEmpire {
  name: string;
  home: OutpostCell;
  /** Its outposts in the order of its list, as they stand after the last turn. */
  outposts: OutpostCell[];
  /**
   * The list that the next orders are for: when the next turn begins with a season that builds, it has
   * one more outpost, on the home cell. When that season disbands, `over` is true, and the indices of
   * orders count after the outpost has gone.
   */
  muster: OutpostCell[];
  over: boolean;
  /** A task for each of `muster`, for an empire with standing orders; else null. */
  tasks: OutpostTask[] | null;
  /** What else its standing orders say; null for an empire without. */
  standing: { adviser: string | null; rally: OutpostCell | null; policy: "newest" | "farthest" | "least" } | null;
  land: number;
  water: number;
  /** Outposts that this area pays for. */
  afford: number;
  /** Gave up: it stands still from then on. */
  forfeited: boolean;
  /** Has given its orders for the turn that waits. */
  ready: boolean;
}

export interface OutpostLoss {
  empire: number;
  /** Its index in the list after moving. */
  index: number;
  cell: OutpostCell;
  /** `home-disputed`, `home-taken`, `shut-in`, `line-broken`. */
  reason: string;
  /** "cut: home disputed". */
  words: string;
}

export interface OutpostView {
  side: 100;
  /** Turns played, and how many there are. */
  turn: number;
  turns: number;
  r: number;
  land_cost: number;
  water_cost: number;
  /** Water cells; the same in the whole game. */
  water: OutpostGrid;
  /** Equal for equal water: so that it need not be drawn again. */
  water_hash: string;
  /** `0` neutral, `1` to `4` the empires, `5` disputed. */
  owners: OutpostGrid;
  empires: OutpostEmpire[];
  /** [land, water] cells. */
  disputed: [number, number];
  neutral: [number, number];
  /** Turns until the next season, 1 to 10: 1 when the next turn begins with one. */
  season_in: number;
  /** For the season strip: what the area would have to reach for one outpost more than it has. */
  next: { land: number; water: number; land_needed: number; water_needed: number }[];
  /** What the last turn brought. */
  last: {
    season: [number, number, number][] | null;
    built: number[];
    disbanded: { empire: number; index: number; cell: OutpostCell }[];
    lost: OutpostLoss[];
    /** Orders that could not be carried out, in words: "outpost 3 north: there is water". */
    ignored: { empire: number; index: number; words: string }[];
    /** Where each outpost of `outposts` stood before, in the same order; a newborn at home. */
    from: OutpostCell[][];
    /** All of it in one line for the log and the live region. */
    words: string;
  };
  /** Ids of the bots that standing orders may name as adviser. */
  advisers: string[];
}

/** Where a move is: the steps it orders. */
export interface OutpostSpot {
  steps: { index: number; from: OutpostCell; to: OutpostCell }[];
}

/** Where a task of a thought is (`ThoughtInfo.tasks[].spot`). */
export interface OutpostTaskSpot {
  index: number;
  from: OutpostCell;
  target: OutpostCell | null;
}

/**
 * Questions of `inspect`, each an object with `ask`:
 *
 * - `{ask: "supply", seat}` → `OutpostSupply`: the supply area and its choke points.
 * - `{ask: "danger", seat}` → `{grid}`: a digit a cell, own cells only: 2 the cell would be lost if every enemy came one
 *   step nearer, 1 if two steps, 0 not even then.
 * - `{ask: "cut", seat}` → `{indices}`: own outposts that would be lost if every enemy came one step nearer to them.
 * - `{ask: "value", seat}` → `{grid}`: a digit a land cell: how much unclaimed area an outpost there would add, in
 *   tenths of the most it could.
 * - `{ask: "ghost", seat, cell}` → `OutpostGhost`: what an outpost of the seat on this cell would gain.
 * - `{ask: "path", seat, from, to}` → `{path, steps}`: a shortest way over land, `steps` null when there is none.
 * - `{ask: "cell", cell}` → `{words, code, water, outposts}`: the cell in words for a screen reader.
 * - `{ask: "map", text}` → `{ok, error, words, warnings, cells}`: checks a map text, for the editor.
 * - `{ask: "draft", cells}` → `OutpostDraft`: what the water cells of the region that is painted become, and what they
 *   lack to be a map. With `text` in place of `cells`: the same of a map text, with its `cells`, or `{error}`.
 * - `{ask: "random map", seed}` → `OutpostDraft` with `cells`: a region that the generator makes.
 * - `{ask: "plan", seat, text}` → `{error, tasks}`: what orders would make of the tasks, or why they cannot be given.
 * - `{ask: "until", seat, stops}` → `{stop}`: why a run stops here, in words, or null; `stops` are among `season`, `near`
 *   (an enemy has come near the home), `cut` (an outpost could be cut off, or was), `arrival`, `over` (one must be
 *   disbanded next turn).
 */
export interface OutpostDraft {
  /** The water of the whole board. */
  grid: OutpostGrid;
  /** Water cells of the region, and how many a valid map has. */
  count: number;
  needed: number;
  /** Land of the region that cannot be reached, and corners under water: cells of the region. */
  cut: OutpostCell[];
  corners: OutpostCell[];
  /** Whether a game can begin on it. */
  ok: boolean;
  words: string[];
  /** The map as text. */
  text: string;
  cells?: OutpostCell[];
}

export interface OutpostSupply {
  grid: OutpostGrid;
  /** Cells of it whose loss alone would cut outposts off, with how many. */
  chokes: { cell: OutpostCell; outposts: number }[];
}

export interface OutpostGhost {
  /** Cells within r. */
  diamond: OutpostCell[];
  /** Cells that would become the seat's, and those that others would lose to it. */
  land: number;
  water: number;
  taken: number;
  /** Whether supply would reach it. */
  supplied: boolean;
  words: string;
}
