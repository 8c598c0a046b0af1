/** The rules of Outpost in our own words, with examples that the engine plays and the board draws. */
import { Bots, Scroll } from '../../panels/book.jsx';
import { Figure } from '../../panels/figure.jsx';

/** The same turn several times. @param {number} times @param {string[]} orders */
const turns = (times, ...orders) => Array.from({ length: times }, () => orders.join(' | '));

/** Every acre pays for an outpost, so that examples are short. */
const CHEAP = { r: 10, L: 1, W: 1 };
const DEAR = { r: 10, L: 5000, W: 5000 };

/** Nine steps east, ten south: an outpost between two lakes. */
const AREA = [...turns(9, '0:E', '-', '-', '-'), ...turns(10, '0:S', '-', '-', '-')];
/** Two outposts that look at each other. */
const FRONT = [...turns(44, '0:E', '0:W', '-', '-'), ...turns(1, '-', '0:W', '-', '-')];
/** An outpost and a pair, one step apart. */
const BEFORE = [
  ...turns(9, '0:E', '0:W', '-', '-'),
  ...turns(40, '0:E 1:E', '0:W', '-', '-'),
  ...turns(8, '1:E', '-', '-', '-'),
];
const ALONE = [...BEFORE, ...turns(1, '0:E', '-', '-', '-')];
const DUO = [...BEFORE, ...turns(1, '0:E 1:E', '-', '-', '-')];

const CORNER = { corner: true };
const MIDDLE = { middle: true, owners: true };

export function Rules() {
  return (
    <div class="rules">
      <p>
        Four empires on a board of 100×100 cells, one in each corner. All give their orders at the
        same time, and nobody sees those of the others.{' '}
        <b>Whoever controls the most cells after the last turn wins</b>, land and water together.
      </p>

      <h3>Control</h3>
      <p>
        An outpost has influence over all cells within its radius, counted in steps along rows and
        columns, straight across water. A cell belongs to the empire whose outpost is nearest. Where
        several empires are level, it is disputed and belongs to nobody. Where nobody is near, it is
        neutral. Only controlled cells count.
      </p>
      <div class="figure-row">
        <Figure
          game="outpost"
          moves={AREA}
          options={DEAR}
          size={260}
          marks={CORNER}
          alt="One outpost in the middle of the diamond of cells that it controls."
        >
          One outpost controls a diamond, water too.
        </Figure>
        <Figure
          game="outpost"
          moves={FRONT}
          options={DEAR}
          size={260}
          marks={MIDDLE}
          alt="Two outposts of different empires; the cells between them that are as near to one as to the other are hatched."
        >
          Between two empires the cells that are level are disputed: hatched.
        </Figure>
      </div>

      <h3>A turn</h3>
      <ol>
        <li>
          In every tenth turn the <b>season</b> comes first. An empire can afford one outpost, and
          one more for each lot of land and water that it controls; of both, whichever is scarcer
          decides. If it can afford more than it has, a new one appears at home. If it has more than
          it can afford, one must go. Never more than one of either.
        </li>
        <li>
          Every outpost takes <b>one step</b> to a neighbouring cell of land, or stays. Any number
          may stand on a cell, friend and foe. An order that cannot be carried out is ignored, and
          reported.
        </li>
        <li>
          Then <b>supply</b> flows from each home, over land that is neutral or the empire’s own. It
          reaches the last cell even if that cell is not. An outpost that it does not reach is lost,
          and all that are lost leave at once.
        </li>
      </ol>
      <p>
        The strip over the board counts the turns to the season, and shows what each empire controls
        against what its next outpost needs.
      </p>

      <h3>The duo</h3>
      <p>
        If two lone outposts meet in one cell, that cell and all around it are level between them:
        supply reaches neither, and both are lost. A second outpost right behind the first changes
        everything. Its cell passes supply on, so the pair lives, and the loner does not. Numbers in
        the same cell do not help: it is the place that counts.
      </p>
      <div class="figure-row">
        <Figure
          game="outpost"
          moves={ALONE}
          options={CHEAP}
          size={260}
          marks={MIDDLE}
          alt="Two crosses in one cell: both outposts were lost there."
        >
          One steps onto an enemy, alone: both are lost.
        </Figure>
        <Figure
          game="outpost"
          moves={DUO}
          options={CHEAP}
          size={260}
          marks={MIDDLE}
          alt="Two outposts side by side; a cross where the enemy was lost."
        >
          A second one follows: the pair lives, the loner is lost.
        </Figure>
      </div>
      <ul>
        <li>An outpost on its own home cell is never lost.</li>
        <li>
          An enemy that is as near to your home as your own nearest outpost, or nearer, cuts off
          everything that is not on the home cell. So keep one at home when an enemy comes near.
        </li>
        <li>
          A wall holds with an outpost on every cell that is twice the radius and one further.
        </li>
        <li>Nobody is ever out: an empire without outposts gets one at home in each season.</li>
      </ul>

      <h3>Playing by hand</h3>
      <p>
        Nobody wants to move hundreds of outposts one by one. You give <b>standing orders</b>, which
        are carried out until you change them. Whoever has none does what your adviser says, a bot
        of your choice.
      </p>
      <Scroll>
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>Key</th>
              <th>What it does</th>
            </tr>
          </thead>
          <tbody>
            {ORDERS.map(([name, key, meaning]) => (
              <tr key={name}>
                <td>
                  <b>{name}</b>
                </td>
                <td>
                  <kbd>{key}</kbd>
                </td>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <ul>
        <li>
          <b>Mouse:</b> click an outpost, then a cell to send it there; hold Shift for way-points,
          or to select several. Shift and drag, or <i>Box</i>, selects all in a box. The wheel
          zooms, a drag moves the board.
        </li>
        <li>
          <b>Finger:</b> tap an outpost, tap a cell. Two fingers zoom. A long tap asks what an
          outpost there would gain.
        </li>
        <li>
          <b>Keys on the board:</b> arrows move, with Shift ten cells; Enter selects or sends, with
          Shift it adds; <kbd>N</kbd> goes to the next outpost, <kbd>A</kbd> selects all,{' '}
          <kbd>B</kbd> begins a box; Space plays a turn; <kbd>+</kbd>, <kbd>−</kbd> and <kbd>0</kbd>{' '}
          zoom. Anywhere: <kbd>,</kbd> and <kbd>.</kbd> step, <kbd>W</kbd> runs and pauses.
        </li>
        <li>
          <b>Run until</b> plays turns until one of the things happens that are ticked below it. A
          run shows every turn at the speed that is set under the graph.
        </li>
      </ul>

      <h3>What the board can show</h3>
      <ul>
        <li>
          <b>Supply:</b> the cells that supply of one empire reaches, and the cells on which
          outposts hang. Choose the empire in the strip.
        </li>
        <li>
          <b>Danger:</b> own cells that would be lost if every enemy came one step nearer, or two.
        </li>
        <li>
          <b>Value:</b> how much unclaimed area is around a cell. With an outpost selected, the
          pointer shows what it would gain there.
        </li>
        <li>
          <b>Tasks:</b> where each outpost of a bot is going; the table in the Thinking panel says
          why.
        </li>
      </ul>

      <h3>How orders are written</h3>
      <p>
        In a record a turn is one text, the four empires separated by <code>|</code>. Plain orders
        name outposts by their place in the list, from 0: <code>0:E 3:N</code>; <code>-</code> says
        nothing; <code>x7</code> first says whom to disband. Standing orders are words:{' '}
        <code>go 3 40,12 50,20; hold 4,5; adviser harvester; rally 6,9; disband farthest</code>. A
        full stop lets everything go on.
      </p>

      <h3>The bots</h3>
      <p>
        Every bot gives each outpost a task with a target. The table of tasks is the explanation:
        the same numbers choose.
      </p>
      <Bots />

      <h3>Where it comes from</h3>
      <p>
        The game is the fourth project of Columbia’s course COMS 4444 of 2014, and the ideas of most
        bots are those of its teams. The course played with a radius of 7 and an outpost for 40 land
        and 10 water. People begin here with fewer and dearer outposts, which is calmer.
      </p>
    </div>
  );
}

const ORDERS = [
  ['Go to', 'G', 'Walks to a cell over land, by a shortest way that is planned anew each turn.'],
  ['Hold', 'H', 'Stays where it is.'],
  ['Guard', 'U', 'Goes to the home cell and stays on it.'],
  ['Pair', 'I', 'Stays beside another outpost, wherever that goes.'],
  ['Patrol', 'T', 'Goes to and fro between where it is and a cell.'],
  [
    'Harvest',
    'V',
    'Goes to a cell with much unclaimed water: one that you choose, or of its own choice.',
  ],
  ['Raid', 'R', 'Goes for the nearest enemy outpost.'],
  ['Auto', 'O', 'Does what the adviser says.'],
];
