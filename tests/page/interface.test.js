/** The wasm interface as the page uses it, on the built module. */
import { expect, test } from 'vitest';
import { engine, provideFiles, readJson } from './module.js';

const { Session, Thinker, Opening, LinkDecoder } = engine;

const HUMANS = /** @type {any} */ ([{ human: true }, { human: true }]);
/** @param {string} game */
const create = (game, seats = HUMANS) =>
  Session.create(game, /** @type {any} */ ({}), 1, /** @type {any} */ (seats));

/** A game of Uros with its first plies. @param {string[]} moves */
function uros(...moves) {
  const session = create('uros');
  for (const move of moves) session.play(move, false);
  return session;
}

/** A thinker about a ply of a game. @param {string} record @param {number} ply @param {unknown} bot */
const think = (record, ply, bot) => Thinker.create(/** @type {any} */ ({ record, ply, bot }));

/** What a thinker chooses in the end. @param {engine.Thinker} thinker */
function finish(thinker) {
  while (!thinker.advance(50));
  return thinker.analysis();
}

// The engine reads a file only once, so this test must run before any other that needs the file.
test('a bot whose file is missing or damaged reports it, and requests it again', () => {
  const record = create('reversi').record();
  const bot = (/** @type {string} */ name) => ({ bot: name, options: {}, budget: { nodes: 50 } });
  provideFiles({});
  expect(() => think(record, 0, bot('totora'))).toThrow('reversi-patterns.bin is not there: 404.');
  think(record, 0, bot('alphabeta'));
  provideFiles({ 'reversi-patterns.bin': new TextEncoder().encode('something else') });
  expect(() => think(record, 0, bot('totora'))).toThrow('begins with `totora patterns 1`');
  provideFiles();
  expect(finish(think(record, 0, bot('totora'))).choice).toMatch(/^\d,\d$/);
});

test('the catalogue lists games, bots and weights', () => {
  const [game] = engine.games();
  expect(game.id).toBe('uros');
  expect(game.bots[0].options.length).toBe(5);
  expect(game.bots[0].options[0].default).toBe(5);
});

test('a session plays, goes back and is saved', () => {
  const session = uros();
  expect(session.legal().length).toBe(667);
  expect(session.play('U@B5/90', false).announcement).toMatch(/^(Red|You): island U on b5/);
  session.play('U.0', false);
  const state = session.state();
  expect(state.ply).toBe(2);
  expect(state.outcome).toBeNull();
  expect(state.seats[1].score).toBe('1');
  expect(session.view().islands.length).toBe(9);
  expect(session.inspect({ island: 'T', turn: 90 }).width).toBe(2);
  expect(session.undo()).toBe(true);
  expect(session.redo()).toBe(true);
  session.go_to(1);
  expect(() => session.play('T.0', false)).toThrow('would begin a variation');
  session.go_to(2);
  const again = Session.from_record(session.record());
  expect(again.state().hash).toBe(state.hash);
  session.go_to(1);
  expect(again.moves().length).toBe(2);
  expect(again.series().length).toBe(3);
});

/** A game with three plies, and its third move. */
function threePlies() {
  const session = uros('U@B5/90', 'U.0');
  const [third] = session.legal();
  session.play(third, false);
  return { session, third };
}

test('a record opens in slices', () => {
  const { session, third } = threePlies();
  const record = session.record();
  const opening = Opening.create(record);
  expect([opening.plies(), opening.played()]).toEqual([3, 0]);
  // With a time of 0, each slice is one ply, and one more slice finds the end.
  let slices = 0;
  while (!opening.advance(0)) expect(opening.played()).toBe(++slices);
  expect(slices).toBe(3);
  const opened = opening.finish();
  expect(opened.record()).toBe(record);
  expect(opened.moves(1, 1).map(({ ply }) => ply)).toEqual([2]);
  expect(opened.series(1, 2)[0].values.length).toBe(2);

  const wrong = Opening.create(record.replace(third, 'U@B5/90'));
  expect(() => {
    for (;;) expect(wrong.advance(0)).toBe(false);
  }).toThrow('3');
});

test('a link is encoded, and decoded in slices', () => {
  const { session } = threePlies();
  const record = session.record();
  const shown = { ply: 1, overlay: 'hints', turned: 2 };
  const link = engine.encode_link(record, /** @type {any} */ (shown), () => {});
  session.go_to(1);
  expect(session.link('hints', 2)).toBe(link);
  const decoder = LinkDecoder.begin(link);
  expect(decoder.is_light()).toBe(true);
  expect([decoder.plies(), decoder.read()]).toEqual([3, 0]);
  expect(decoder.advance(0)).toBe(false);
  // The part that was read so far is a valid game.
  expect(decoder.read()).toBe(1);
  expect(Session.from_record(decoder.record()).moves().length).toBe(1);
  while (!decoder.advance(0));
  expect(decoder.shown()).toMatchObject({ ply: 1, overlay: 'hints' });
  expect(Session.from_record(decoder.record()).record()).toBe(record);
});

test('variations are listed, opened, promoted and deleted', () => {
  const { session } = threePlies();
  session.go_to(1);
  session.play('U.1', true);
  expect(session.state()).toMatchObject({ variation: 1, main_plies: 1 });
  const lines = session.lines(2);
  expect(lines.length).toBe(2);
  expect(lines[0].plies).toBe(3);
  expect(lines[0].rows.length, 'at most the requested number').toBe(2);
  expect(engine.carried_variations(session.link('off', 0))).toBe(1);
  expect(session.open_line(0, 3)).toBe(1);
  const record = session.record();
  expect(session.take_walk(1, ['U.1'], 2)).toBe(1);
  expect(session.state()).toMatchObject({ walk_from: 1, game_ply: 3 });
  expect(session.record()).toBe(record);
  expect(session.back()).toBe(1);
  expect(session.save_walk()).toBe(false);
  expect(session.back()).toBeUndefined();
  expect(session.promote(1, false)).toBe(3);
  expect(session.delete_from(1, 2)).toBe(1);
  expect(session.state().variations).toBe(0);
  expect(session.restore()).toBe(1);
  expect(session.state().variations).toBe(1);
  expect(() => session.open_line(2, 0)).toThrow('no variation 2');
});

test('errors have a message for people', () => {
  const seats = /** @type {any} */ ([{ human: true }, { bot: 'balanced', options: {} }]);
  const options = /** @type {any} */ ({});
  const list = /** @type {any} */ ([]);
  expect(() => Session.create('go', options, 1, seats)).toThrow('unknown game');
  expect(() => Session.create('uros', options, 0.5, seats)).toThrow('seed');
  expect(() => Session.create('uros', list, 1, seats)).toThrow('options');
  expect(() => Session.create('uros', options, 1, list)).toThrow('seats');
  expect(() => Session.from_record('{')).toThrow('line 1');
  expect(() => LinkDecoder.begin('#1uros.AA')).toThrow('damaged');
  const session = uros();
  expect(() => session.play('Q.1', false)).toThrow('at character 1');
  expect(() => session.go_to(1)).toThrow('no ply 1');
  expect(() => session.set_seat(5, HUMANS[0])).toThrow('no seat 5');
  expect(() => session.set_seat(0, /** @type {any} */ ({ bot: 'x' }))).toThrow('unknown bot');
  expect(() => session.inspect({ island: 'Q', turn: 0 })).toThrow('not a question');
  expect(() => think(uros('T@A6').record(), 9, { bot: 'balanced', options: {} })).toThrow(
    'no ply 9',
  );
  expect(session.legal().length).toBe(667);
});

test('unusual demands of bots are listed', () => {
  const bot = { bot: 'mcts', options: {}, budget: { nodes: 1e12 } };
  const session = create('reversi', /** @type {any} */ ([{ human: true }, bot]));
  expect(session.demands()).toMatchObject([{ seat: 1, asked: 1e12 }]);
  expect(uros().demands()).toEqual([]);
});

test('a thinker shows all candidates with their terms', () => {
  const bot = { bot: 'balanced', options: { bvl: 6 } };
  const thinker = think(uros('T@A6').record(), 1, bot);
  expect(thinker.advance(5)).toBe(true);
  const { moves, scores, contributions, locations } = /** @type {any} */ (thinker.analysis());
  expect(contributions.length).toBe(moves.length * 5);
  expect(locations.length).toBe(moves.length);
  moves.forEach((/** @type {string} */ move, /** @type {number} */ at) => {
    const terms = [...contributions.slice(at * 5, at * 5 + 5)];
    expect(
      terms.reduce((sum, term) => sum + term, 0),
      move,
    ).toBeCloseTo(scores[at], 9);
  });
});

// The same seed gives the same game as in the native build; see `golden/games.rs`.
test.each([
  'uros-balanced-exploit',
  'uros-custom-settled',
  'isolation-alpha-beta',
  'isolation-perfect',
  'reversi-othello',
  'reversi-patterns',
  'reversi-bombs',
  'reversi-trio',
  'reversi-cross',
  'fencemaster-totora-alphabeta',
  'uros-lab-trees',
  'fencemaster-lab-trees',
  'reversi-lab-trees',
])('%s is played as natively', (name) => {
  const { game, options, seed, seats, moves } = readJson(`tests/golden/${name}.json`);
  const session = Session.create(game, options, seed, seats);
  moves.forEach((/** @type {string} */ move, /** @type {number} */ ply) => {
    const [seat] = session.state().to_act;
    const { choice } = finish(think(session.record(), ply, seats[seat]));
    expect(choice, `ply ${ply + 1}`).toBe(move);
    session.play(move, false);
  });
  expect(session.state().outcome).not.toBeNull();
});

test('turns with simultaneous moves are played as natively', () => {
  const { game, options, seed, seats, moves } = readJson('tests/golden/outpost-bots.json');
  const session = Session.create(game, options, seed, seats);
  const runner = Opening.create(session.record()).follow();
  const played = [];
  for (;;) {
    // Plays some turns, and then some more, as the page's worker does.
    const next = runner.advance(/** @type {any} */ ({ most: 7, ms: 60_000 })).moves;
    if (next.length === 0) break;
    played.push(...next);
  }
  expect(played).toEqual(moves);
});

/** @type {{ game: string, moves: string[], formula: string, seats: unknown }[]} */
const FORMULAS = readJson('tests/golden/lab/formulas.json').cases;

test.each(FORMULAS)(
  '$formula in $game has the same values to the bit',
  ({ game, moves, formula, seats }) => {
    const session = create(game);
    for (const move of moves) session.play(move, false);
    expect(JSON.parse(JSON.stringify(session.lab_values(formula)))).toEqual(seats);
  },
);

test('the Lab checks and opens heuristics, and lists features', () => {
  expect(engine.lab_check('isolation', 'own_move + 1')).toMatchObject({ nearest: 'own_moves' });
  expect(engine.lab_open('isolation', 'ab-improved', {})).toBeTruthy();
  expect(() => engine.lab_open('isolation', 'perfect', {})).toThrow();
  expect(uros().lab_features().length).toBe(2);
});
