/**
 * The runtime of a bot in JavaScript, for the page's sandbox and for Node: the position and helpers for a response.
 * It is loaded as text, so it has no imports. `examples/bots/totora.py` is the same for Python.
 */
const totora = (() => {
  /** The positions of one move. All use one game, which is moved with `play` and `undo`. */
  class Tree {
    /** @param {() => any} open   returns the game at the requested position */
    constructor(open) {
      this.open = open;
      this.game = null;
      /** @type {[string, number | undefined][]} */
      this.path = [];
      /** Moves in a turn: several if all seats move at once. */
      this.turn = 1;
    }

    begin() {
      this.game = this.open();
      this.path = [];
      const { legal, to_act } = this.game.state;
      this.turn = legal === null ? to_act.length : 1;
    }

    /** The game after these moves. @param {[string, number | undefined][]} path */
    at(path) {
      if (!this.game) this.begin();
      let same = 0;
      while (same < path.length && this.path[same] === path[same]) same++;
      // Moves of an incomplete turn cannot be undone one by one.
      if (same < this.path.length && this.path.length % this.turn > 0) this.begin();
      while (this.path.length > same) {
        this.game.undo();
        this.path.length -= this.turn;
      }
      for (const step of path.slice(this.path.length)) {
        this.game.play(...step);
        this.path.push(step);
      }
      return this.game;
    }
  }

  /** The position that a bot analyses. */
  class Position {
    #tree;
    #path;
    #fields;

    /** @param {any} fields @param {Tree} tree @param {[string, number | undefined][]} path */
    constructor(fields, tree, path) {
      this.#tree = tree;
      this.#path = path;
      this.#fields = fields;
      const { game, options, seat, state, history, budget, time_left_ms, seed } = fields;
      Object.assign(this, { game, options, seat, state, history, budget, time_left_ms, seed });
    }

    /** The legal moves; null if they cannot be listed (Outpost). */
    get legal_moves() {
      this.#fields.legal_moves ??= this.#tree.at(this.#path).legalMoves();
      return this.#fields.legal_moves;
    }

    /** The legal moves, for games that list them. */
    get legal() {
      if (this.legal_moves === null)
        throw new Error(`the legal moves of ${this.#fields.game} cannot be listed`);
      return this.legal_moves;
    }

    /** The board as text; docs/reference/protocol.md shows the format of each game. */
    get text() {
      this.#fields.position ??= this.#tree.at(this.#path).text;
      return this.#fields.position;
    }

    /** The words of the text, line by line. */
    get rows() {
      return this.text.split('\n').map((line) => line.trim().split(/\s+/));
    }

    /** How the game ended; null while it goes on. */
    get outcome() {
      return this.#fields.state.outcome;
    }

    /** The seat to move; if all move at once, the first of them. */
    get to_move() {
      return this.#fields.state.to_act[0];
    }

    /** The position after a move of the seat to move, or of `seat`. @param {string} move @param {number} [seat] */
    play(move, seat = undefined) {
      /** @type {[string, number | undefined][]} */
      const path = [...this.#path, [move, seat]];
      const { state } = this.#tree.at(path);
      const history = [...this.#fields.history, move];
      const fields = {
        ...this.#fields,
        state,
        history,
        legal_moves: undefined,
        position: undefined,
      };
      return new Position(fields, this.#tree, path);
    }
  }

  /** @param {Record<string, number>} terms */
  const sum = (terms) => Object.values(terms).reduce((all, one) => all + one, 0);

  /** Rejects NaN and infinity, which JSON cannot express. @param {unknown} value @param {string} of */
  function expectFinite(value, of) {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new TypeError(`${of} is ${value}; expected a finite number`);
  }

  /** Candidates with their scores: the sum of the terms by default. @param {any[]} candidates */
  const scored = (candidates) =>
    candidates.map((one) => {
      const terms = one.terms ?? {};
      for (const [term, value] of Object.entries(terms))
        expectFinite(value, `the term "${term}" of the move ${one.move}`);
      const score = one.score ?? sum(terms);
      expectFinite(score, `the score of the move ${one.move}`);
      return { ...one, score };
    });

  /**
   * A thought that chooses the candidate with the highest score, the first of equals. A candidate's score is the sum of
   * its terms by default.
   * @param {{ move: string, terms?: Record<string, number>, score?: number }[]} candidates
   * @param {string} [why]
   * @param {object} [more]   `draw` and `log`, as the protocol has them
   */
  function best(candidates, why = '', more = {}) {
    const ranked = scored(candidates).sort((a, b) => b.score - a.score);
    if (ranked.length === 0) throw new Error('best: there are no candidates');
    return { ...more, choice: ranked[0].move, candidates: ranked, why };
  }

  /** The result of `think` as a thought of the protocol. @param {any} result */
  function thoughtOf(result) {
    if (typeof result === 'string') return { choice: result };
    if (typeof result?.choice !== 'string')
      throw new TypeError('think returned neither a move nor a thought with a choice');
    return { ...result, candidates: scored(result.candidates ?? []) };
  }

  /**
   * The response to a `think` request.
   * @param {(position: Position) => any} think
   * @param {any} request
   * @param {(record: object) => any} open   opens a record as a game
   */
  async function answer(think, request, open) {
    const { game, options, seed, history } = request;
    const record = { totora: 1, game, options, seed, moves: [...history] };
    const tree = new Tree(() => open(record));
    return thoughtOf(await think(new Position(request, tree, [])));
  }

  return { best, answer };
})();
