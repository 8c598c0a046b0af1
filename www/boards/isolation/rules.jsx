/** The rules of Isolation in our own words, with examples that the engine plays and the board draws. */
import { info } from '../../app/store.js';
import { Hands, Scroll } from '../../panels/book.jsx';
import { Figure } from '../../panels/figure.jsx';

/** Both knights placed; player 1 to move. */
const PLACED = 'c3 f5';
/** Six plies later. */
const TRAILS = `${PLACED} e4 d4 g3 b3 e2 c5`;
/** Player 1, to move, has no cell to go to. */
const END = 'e6 d7 d4 f6 f5 g4 g7 e3';
/** Player 1 is stuck, but it is player 2 who is to move. */
const STUCK = 'f4 f1 e2 d2 c3 b3 b5 a1 a3 c2 b1';
const SAME = 'b2 f6';
const OPPOSITE = 'b2 f5';
const EXCEPTION = 'd4 e6';
const MIRRORED = `${EXCEPTION} c2 f4 b4 g6 a2`;

/** The source's heuristics; the values are those of its course code. */
const HEURISTICS = [
  ['open', 'own legal moves'],
  ['improved', 'own moves minus the opponent’s'],
  [
    'center',
    'the squared distance of the own knight from the point (3.5, 3.5), rows and columns counted from 0 at the top left. More counts as better, so it runs away from the centre; and since the middle of the board is (3, 3), it is lopsided as well. The source’s course code has it so, and it is kept',
  ],
  [
    'custom 1',
    'own moves, and for each of them the knight’s moves from there on the board as it is, minus the same for the opponent',
  ],
  [
    'custom 2',
    'own moves minus the opponent’s, plus the opponent’s distance from that point, minus the own distance',
  ],
  ['custom 3', 'own moves minus the opponent’s, where moves into a corner do not count'],
];

/** Agent, the source's average over its seven tournaments, and what is true with its node counts. */
const TOURNAMENT = [
  ['AB Improved', '65.9', '69.4'],
  ['AB Custom', '74.5', '72.4'],
  ['AB Custom 2', '68.6', '70.3'],
  ['AB Custom 3', '72.2', '69.0'],
];

/** Per opponent, at the same node counts. */
const OPPONENTS = [
  'Random',
  'MM Open',
  'MM Center',
  'MM Improved',
  'AB Open',
  'AB Center',
  'AB Improved',
];
const AGAINST = [
  ['AB Improved', '93.1', '75.0', '86.4', '73.6', '51.4', '56.0', '50.6'],
  ['AB Custom', '94.3', '79.5', '88.7', '77.6', '54.9', '59.0', '53.0'],
];

export function Rules() {
  const bots = info.value?.bots ?? [];
  return (
    <div class="rules">
      <p>
        Two knights on a raft of reed. Every mat that was ever stood on sinks when it is left, and
        is closed for good. <b>Who is to move and cannot, loses.</b>
      </p>

      <h3>A game</h3>
      <p>
        The board has 7 columns a to g and 7 rows, a1 at the bottom left; other sizes from 3×3 to
        11×11 can be chosen for a new game. Player 1 puts a knight on any cell, then player 2 on any
        other. From then on they move in turn, as a knight does in chess: two cells along and one
        aside, over whatever is between, to a cell that is open. Nobody may pass.
      </p>
      <div class="figure-row">
        <Figure
          game="isolation"
          moves={PLACED}
          size={260}
          marks={{ targets: true }}
          alt="Knights on c3 and f5; dots on the eight cells where the knight on c3 can go."
        >
          Both knights are placed. Player 1 may go to any cell with a dot.
        </Figure>
        <Figure
          game="isolation"
          moves={TRAILS}
          size={260}
          marks={{ order: true }}
          alt="The same game six plies later: eight closed cells, numbered by ply, and a line along each knight’s way."
        >
          Six plies later: eight cells are closed, those under the knights too. The numbers tell the
          ply.
        </Figure>
      </div>

      <h3>Closed cells</h3>
      <p>
        Every cell that either knight has stood on is closed, the cells they began on included.
        Knights leap over closed cells as over anything else, but can never again stop there. So a
        game on 7×7 has 49 plies at most; there are no draws.
      </p>

      <h3>The end</h3>
      <p>
        The player <b>to move</b> who has no open cell a knight’s move away loses at once. That the{' '}
        <i>other</i> player is stuck is not the end: whoever is to move moves first, and wins then.
      </p>
      <div class="figure-row">
        <Figure
          game="isolation"
          moves={END}
          size={260}
          alt="Player 1’s knight on g7 is crossed out: f5 and e6, its only neighbours, are closed. Player 2’s knight on e3 wears a crown."
        >
          Player 1, on g7, is to move; f5 and e6 are closed. Player 2 wins.
        </Figure>
        <Figure
          game="isolation"
          moves={STUCK}
          size={260}
          marks={{ targets: true }}
          alt="Player 1’s knight on b1 has no open cell to go to, but player 2 is to move, with four cells to choose from."
        >
          Player 1, on b1, is stuck, but player 2 is to move. The game goes on for one move, and
          then player 2 wins.
        </Figure>
      </div>

      <h3>The colour rule</h3>
      <p>
        Isolation on 7×7 is solved: the solver behind the bot Perfect knows for every pair of
        placements who wins if nobody errs. The answer fits into one sentence.{' '}
        <b>
          If both knights are placed on cells of the same colour, player 1, who is to move, wins; if
          on opposite colours, player 2 wins.
        </b>{' '}
        The two shades of the mats are the colours.
      </p>
      <div class="figure-row">
        <Figure
          game="isolation"
          moves={SAME}
          size={260}
          alt="Knights on b2 and f6, two cells of the same colour."
        >
          Same colour: b2 and f6. Player 1, to move, wins.
        </Figure>
        <Figure
          game="isolation"
          moves={OPPOSITE}
          size={260}
          alt="Knights on b2 and f5, two cells of opposite colours."
        >
          Opposite colours: b2 and f5. Player 2 wins.
        </Figure>
      </div>
      <p>
        There is a single exception: player 1 in the <b>centre</b>, and player 2 a{' '}
        <b>knight’s move away</b> from it. The colours are opposite, yet player 1 wins, by
        mirroring: always to the cell opposite to the other knight’s through the centre. Whatever
        player 2 can do, player 1 can do as well, and so player 2 runs out of moves first.
      </p>
      <div class="figure-row">
        <Figure
          game="isolation"
          moves={EXCEPTION}
          size={260}
          marks={{ targets: true }}
          alt="Player 1’s knight in the centre, d4; player 2’s a knight’s move away on e6."
        >
          The exception: d4 and e6. Player 1’s winning move is c2, opposite to e6.
        </Figure>
        <Figure
          game="isolation"
          moves={MIRRORED}
          size={260}
          marks={{ order: true }}
          alt="Five plies later: every cell of player 1’s way lies opposite to one of player 2’s through the centre."
        >
          Mirrored: c2 answers e6, b4 answers f4, a2 answers g6.
        </Figure>
      </div>
      <p>
        So with free placement <b>the second player wins</b>: any cell of the other colour will do,
        and if player 1 takes the centre, one of the 16 such cells that are not a knight’s move
        away. That is why games between bots begin from random placements, which the seed draws.
        Between people the win still has to be found: in the first 10 to 12 plies a win is rarely
        lost; games are decided between plies 16 and 30.
      </p>

      <h3>See it for yourself</h3>
      <ul>
        <li>
          <b>Win/loss</b> under the board shows for every move whether it wins (a round W) or loses
          (a square L), exactly, with the number of plies to the end where it is known.
        </li>
        <li>
          <b>Reach</b> shades the cells that each knight could still come to if the other stood
          still; the pointer on a move shows what it would leave.
        </li>
        <li>
          <b>Look for missed wins</b> in the Moves panel marks every move that gave a win away;
          after a game it does so by itself.
        </li>
      </ul>

      <h3>How moves are written</h3>
      <p>
        A move is the cell that is gone to, column and row: <code>d4</code>. The first two moves of
        a game are the placements. <code>forfeit</code> resigns.
      </p>

      <h3>How the bots think</h3>
      <p>
        The heuristics are those of E. Tulodziecka, “Isolation Game Heuristic Analysis”, and of the
        course project behind it. A win or a loss comes first; else a position counts for a player:
      </p>
      <Scroll>
        <table>
          <thead>
            <tr>
              <th>Heuristic</th>
              <th>What a position is worth</th>
            </tr>
          </thead>
          <tbody>
            {HEURISTICS.map(([name, meaning]) => (
              <tr key={name}>
                <td>
                  <b>{name}</b>
                </td>
                <td>{meaning}.</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p>
        The source’s agents had 150 milliseconds a move in Python, which is about 2,000 to 8,000
        positions; here they have a number of nodes instead, so that the same game can be played
        again. In a lost position the source’s agents play anything; ours hold out as long as they
        can, which is worth about 10 points to the weaker side. The option <i>When lost</i> in the
        Bot panel brings the old habit back.
      </p>
      <Scroll>
        <table>
          <thead>
            <tr>
              <th>Bot</th>
              <th>What it does</th>
              <th>Thinks for</th>
              <th>From</th>
            </tr>
          </thead>
          <tbody>
            {bots.map((bot) => (
              <tr key={bot.id}>
                <td>
                  <b>{bot.name}</b>
                </td>
                <td>{bot.about}</td>
                <td>{budgetWords(bot.budget)}</td>
                <td>{bot.source ? 'source' : 'ours'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>

      <h3>The solver</h3>
      <p>
        Perfect needs no heuristic. It looks through all continuations on bitboards, tries first
        what leaves the opponent the fewest replies, remembers positions, and when the knights can
        no longer meet, compares their longest paths instead of playing on. Placements it answers by
        the colour rule. A lost side holds out as long as it can, and then plays what leaves the
        opponent the most ways to go wrong. On boards too open for it, it says that it only
        estimates.
      </p>

      <h3>The source’s tournament</h3>
      <p>
        In the source four agents met seven opponents: 70 games an agent, ten against each opponent,
        from five random openings with both seatings. Its averages over seven such tournaments stand
        here beside what is true with the same node counts, from 117,600 games.
      </p>
      <Scroll>
        <table>
          <thead>
            <tr>
              <th>Agent</th>
              <th>Source: wins, %</th>
              <th>At high power: wins, %</th>
            </tr>
          </thead>
          <tbody>
            {TOURNAMENT.map(([name, source, truth]) => (
              <tr key={name}>
                <td>
                  <b>{name}</b>
                </td>
                <td class="n">{source}</td>
                <td class="n">{truth} ± 0.5</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p>
        So the source is right that AB Custom is the best of the four, but how far apart they are
        was luck: a single tournament of 70 games scatters by 4 points. (The ± is a naive 95%
        interval.) Rows 1 and 3 of the source’s second table are identical, so probably one run was
        entered twice.
      </p>
      <p>The same by opponent, in percent of wins, for two of the agents:</p>
      <Scroll>
        <table>
          <thead>
            <tr>
              <th>Agent</th>
              {OPPONENTS.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {AGAINST.map(([name, ...wins]) => (
              <tr key={name}>
                <td>
                  <b>{name}</b>
                </td>
                {wins.map((share, i) => (
                  <td class="n" key={OPPONENTS[i]}>
                    {share}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>

      <Hands
        ways={{
          'Mouse and finger': <>a click or a tap on a cell with a dot goes there.</>,
          Keys: (
            <>
              Tab goes to the board, arrows move over its cells, Home and End go to its first and
              last cell, Enter plays.
            </>
          ),
        }}
      />
    </div>
  );
}

/** @param {import('../../app/types.js').Budget | null} budget */
function budgetWords(budget) {
  if (!budget) return '–';
  if ('depth' in budget) return `${budget.depth} plies`;
  if ('ms' in budget) return `${budget.ms} ms`;
  return budget.nodes >= 1_000_000
    ? 'as long as it takes'
    : `${budget.nodes.toLocaleString('en')} nodes`;
}
