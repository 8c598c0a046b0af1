/** The rules of FenceMaster in our own words, with examples that the engine sets up and the board draws. */
import { Bots, Hands, Scroll } from '../../panels/book.jsx';
import { Figure } from '../../panels/figure.jsx';

/** A small board is enough for examples. */
const SMALL = { size: 4 };
/** @param {string[]} rows */
const board = (...rows) => ({ board: ['4', ...rows].join('\n') });

/** White joins the top, the lower right and the lower left edge. */
const TRIPOD = board('--W-', '-BW-B', '--BWB-', '--BWWB-', '-BWBW-', 'WWB-W', '----');
/** White encloses a black stone and an empty cell. */
const LOOP = board('----', '-BB-B', '-BWWW-', '--WB-W-', '--WWW-', '--BB-', '----');
/** Seven white stones with nothing between them. */
const SOLID = board('-B--', 'B---B', '--WW--', '--WWW--', '--WW-B', 'B--B-', '--B-');
/** White cuts off a piece of the board with the help of the rim. */
const RIM = board('--W-', '--W--', 'WWW-B-', '---BB--', '---B--', '--B--', '----');

export function Rules() {
  return (
    <div class="rules">
      <p>
        White and Black put stones on a board of six-sided cells. Nothing is captured, nothing
        moves. Whoever first joins <b>three edges</b> of the board with one group of stones, or
        fences in a cell with a <b>loop</b>, wins.
      </p>

      <h3>The board</h3>
      <p>
        The board is itself a hexagon; its side is 6 cells unless another size from 3 to 10 is
        chosen for a new game. Every cell has up to six neighbours. A cell is named by its row and
        its column, both counted from 0: <code>2,5</code> is row 2, column 5. The rows have their
        numbers on the left. Columns run down to the left, and have theirs at their upper ends.
      </p>
      <div class="figure-row">
        <Figure
          game="fencemaster"
          moves=""
          options={SMALL}
          size={250}
          marks={{ edges: true }}
          alt="An empty board of side 4. The two middle cells of each of its six sides are coloured; the six corner cells are crossed out."
        >
          The six edges of a board of side 4. The corner cells, crossed out, belong to none.
        </Figure>
        <Figure
          game="fencemaster"
          moves="3,3 swap"
          options={SMALL}
          size={250}
          alt="One black stone in the middle of the board, marked by two arcs."
        >
          White began in the middle, and Black took that stone over. White moves next.
        </Figure>
      </div>

      <h3>A game</h3>
      <p>
        White begins. In turn, each player puts one stone of the own colour on any empty cell;
        nobody may pass. There is one exception: instead of answering White’s first stone, Black may{' '}
        <b>swap</b>. That stone then turns black where it stands, and it is White’s turn. So White
        does well not to begin too strongly. The swap can be switched off for a new game.
      </p>

      <h3>Tripod</h3>
      <p>
        Stones of one colour that hang together are a group. A group with cells on at least three
        different edges is a tripod, and wins. A corner cell is good for connecting, but touches no
        edge.
      </p>
      <h3>Loop</h3>
      <p>
        A loop is made of stones of one colour around at least one cell that is <b>not</b> of that
        colour: empty, or with a stone of the other side. From inside, no path over such cells leads
        to the rim of the board.
      </p>
      <div class="figure-row">
        <Figure
          game="fencemaster"
          moves=""
          options={TRIPOD}
          size={250}
          alt="A white group with three arms, to the top edge, the lower right edge and the lower left edge; a line runs along them."
        >
          White’s tripod joins the top, the lower right and the lower left edge.
        </Figure>
        <Figure
          game="fencemaster"
          moves=""
          options={LOOP}
          size={250}
          alt="Eight white stones in a ring around a black stone and an empty cell; a line runs along the ring."
        >
          White’s loop fences in a black stone and an empty cell.
        </Figure>
      </div>
      <div class="figure-row">
        <Figure
          game="fencemaster"
          moves=""
          options={SOLID}
          size={250}
          alt="Seven white stones, one in the middle of six others. The game goes on."
        >
          No loop: all that these six stones enclose is a stone of their own.
        </Figure>
        <Figure
          game="fencemaster"
          moves=""
          options={RIM}
          size={250}
          alt="White stones from the top edge to the upper left edge cut off four cells in the corner. The game goes on."
        >
          No loop either: the rim of the board never helps to close one.
        </Figure>
      </div>

      <h3>The end</h3>
      <p>
        The first tripod or loop wins at once; one stone may make both. If the board is full and
        nobody has won, the game is a draw.
      </p>

      <h3>Havannah</h3>
      <p>
        With the option <i>Rules</i> a new game can follow those of Havannah, the game’s older
        relative:
      </p>
      <Scroll>
        <table>
          <thead>
            <tr>
              <th />
              <th>FenceMaster</th>
              <th>Havannah</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Three edges joined</td>
              <td>wins: a tripod</td>
              <td>wins: a fork</td>
            </tr>
            <tr>
              <td>Two corners joined</td>
              <td>nothing</td>
              <td>wins: a bridge</td>
            </tr>
            <tr>
              <td>A ring</td>
              <td>wins if it encloses a cell that is not of its colour</td>
              <td>wins, even around stones of its own colour</td>
            </tr>
          </tbody>
        </table>
      </Scroll>

      <h3>See it for yourself</h3>
      <ul>
        <li>
          The pointer on a stone outlines its <b>group</b> and lights the edges that it touches. On
          an empty cell it shows what your stone would join there. <i>Groups</i> under the board
          outlines all of them.
        </li>
        <li>
          <b>Utility</b> shows the number that Norton-Rizk gives to every empty cell.
        </li>
        <li>
          <b>Visits</b> and <b>Win rate</b> show the tree search of Totora at work: which moves it
          looks into, and how often they win.
        </li>
        <li>
          <b>Distance</b> counts with Edgewise how far either side is from a tripod.
        </li>
        <li>
          <b>Turn</b> turns the board by a quarter, so that its cells lie on a side or stand on a
          point. A link carries that, too.
        </li>
      </ul>

      <h3>How the bots think</h3>
      <p>
        Norton-Rizk, after the strategy notes of A. Norton and M. Rizk, does not look ahead. Every
        empty cell has a utility. At first it depends on where the cell is: highest one step in from
        a corner, then on the edges. Every stone that is put then raises its empty neighbours: by
        their kind, by who put it, and by the stones that stand around them, more for the opponent’s
        than for the bot’s own; a cell with several neighbours of the opponent’s colour, where a
        loop may come about, is multiplied up. The bot plays where the utility is highest. The
        Thinking panel shows how much each of these adds, and every constant can be changed in the
        Bot panel.
      </p>
      <Bots sources />

      <h3>How moves and boards are written</h3>
      <p>
        A move is row and column of its cell, such as <code>2,5</code>, or <code>swap</code>;{' '}
        <code>forfeit</code> resigns. A board is written as its side and then its rows from the top,
        with <code>W</code>, <code>B</code> and <code>-</code> for an empty cell. <i>Share</i> gives
        the board at hand as such a text. Paste one anywhere on the page, drop a file with one, or
        put it into the New game dialog, and a game begins from it. White moves first on it, unless
        White has more stones.
      </p>
      <pre class="board-text">{LOOP.board}</pre>

      <Hands
        ways={{
          Mouse: <>a click on an empty cell puts a stone there.</>,
          Finger: (
            <>
              a tap puts a stone, too. Where cells are too small for that, a tap marks the cell, and
              a second tap on it, or the button under the board, puts the stone. Keep the finger
              down for a lens, move to the right cell, and lift it to put the stone; slide off the
              board to leave it.
            </>
          ),
          Keys: (
            <>
              Tab goes to the board. The left and right arrows go along a row; up and down go in a
              zigzag. <kbd>Q</kbd>, <kbd>E</kbd>, <kbd>A</kbd> and <kbd>D</kbd> go to the neighbours
              at the upper left, upper right, lower left and lower right. On a board turned by a
              quarter it is up and down that are straight. Home and End go to the first and the last
              cell, Enter puts a stone.
            </>
          ),
        }}
      />
    </div>
  );
}
