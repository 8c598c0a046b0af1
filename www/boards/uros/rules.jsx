/** The rules of Uros in our own words, with examples that the engine plays and the board draws. */
import { info } from '../../app/store.js';
import { Hands, Scroll } from '../../panels/book.jsx';
import { Figure } from '../../panels/figure.jsx';

/** Houses on islands that have not left the Reedbed yet. */
const BUILD = 'T.1 F.2 P.0';
/** The same island, laid with its house. */
const LAY = `${BUILD} F@C5`;
/** Two villages across the borders of islands, with their fronts. */
const VILLAGE = 'P@B5 P.4 U@D4/270 P.3 U.0 P.2 S@C2 S.0 P.1 U.1 D@A5/90 D.1';
/** One house more. */
const FRONT = `${VILLAGE} U.2`;
/** A whole game between two bots, decided by islands. */
const END =
  'P.2 F.3 F@D3/270 P@B4/180 P.0 F.0 F.1 F.4 F.2 T@D4 T.0 P.4 V@B5 T.1 U@D6/270 ' +
  'V.1 U.0 U.2 U.3 T.3 T.2 P.1 V.0 U.4 I@A1 P.3 I.2 D@B6 D.1 D.0 U.1 V.2 I.1 I.0 ' +
  'S.3 L.1 L.2';

export function Rules() {
  const bots = info.value?.bots ?? [];
  const weighted = bots.filter((bot) => bot.terms.length >= 5);
  const others = bots.filter((bot) => bot.terms.length < 5);
  const terms = weighted[0]?.terms ?? [];
  return (
    <div class="rules">
      <p>
        On Lake Titicaca the Uros people live on islands that they weave from the totora reed. In
        this game two players, Red and Blue, build houses on such islands and float them onto the
        Lake. <b>Whoever has the largest village on the Lake at the end wins.</b>
      </p>

      <h3>What there is</h3>
      <p>
        The Lake has six by six squares, columns A to F from left to right and rows 1 to 6 from the
        bottom up. Nine islands wait in the Reedbed: 35 squares together, so at least one square of
        the Lake stays water. Each player has 15 houses.
      </p>

      <h3>A turn</h3>
      <p>
        The player who starts makes one placement; after that the players take turns of{' '}
        <b>two placements</b> each. A placement is one of these:
      </p>
      <ul>
        <li>
          <b>Build:</b> put one of your houses on an empty square of any island, on the Lake or
          still in the Reedbed.
        </li>
        <li>
          <b>Lay:</b> take any island from the Reedbed, with whatever houses stand on it, and lay it
          on free water. You may turn it by quarter turns, but never flip it over.
        </li>
      </ul>
      <p>
        Nothing ever moves again once it lies on the Lake, and while a placement is possible nobody
        may pass.
      </p>
      <div class="figure-row">
        <Figure
          game="uros"
          moves={BUILD}
          size={220}
          wide={372}
          alt="An empty Lake. In the Reedbed, islands T and P have a red and a blue house and island F a blue one."
        >
          Three houses were built in the Reedbed.
        </Figure>
        <Figure
          game="uros"
          moves={LAY}
          size={220}
          wide={372}
          alt="Island F lies on the Lake with its blue house."
        >
          Red lays F on the Lake: Blue’s house rides along. Islands belong to nobody.
        </Figure>
      </div>

      <h3>Villages and fronts</h3>
      <p>
        A village is a group of houses of one colour that touch side by side on the Lake, also
        across the borders of islands. Its <b>front</b> is where it can still grow: the empty island
        squares right beside it. In the pictures, a solid line marks each player’s biggest village
        and small marks its front; the two buttons under the board show the same in your game.
      </p>
      <div class="figure-row">
        <Figure
          game="uros"
          moves={VILLAGE}
          size={280}
          marks={{ villages: true, fronts: true }}
          alt="Villages of both players outlined on the Lake, with marks on the squares of their fronts."
        >
          Villages cross from island to island; water is no front.
        </Figure>
        <Figure
          game="uros"
          moves={FRONT}
          size={280}
          marks={{ villages: true, fronts: true }}
          alt="The same Lake after a red house on E3: the village has three houses."
        >
          Red builds on E3: the village grows to three, and its front moves on.
        </Figure>
      </div>

      <h3>The end</h3>
      <p>
        Before every placement, also between the two of a turn, the game looks whether it is over:
        it is when the player to place has no house left and no island of the Reedbed fits on the
        Lake in any rotation. It does not matter how many houses the other player still has. Often
        the Lake can no longer change some moves before that; then the game offers to end at once.
      </p>
      <p>
        The larger biggest village wins. If they are equally large, the one that stands on{' '}
        <b>more islands</b> wins; if that is equal too, the game is a draw. Over several games the
        start alternates, and a win counts 1 point, a draw ½.
      </p>

      <div class="figure-row">
        <Figure
          game="uros"
          moves={END}
          size={280}
          alt="The Lake at the end of a game. Both players have a village of seven; Red’s is outlined."
        >
          Seven against seven, but Red’s village stands on four islands and Blue’s on three: Red
          wins.
        </Figure>
      </div>

      <h3>How moves are written</h3>
      <Scroll>
        <table>
          <tbody>
            <tr>
              <td>
                <code>F.2</code>
              </td>
              <td>
                A house on square 2 of island F. The squares of an island are counted from 0, row by
                row, as it lies unturned; a square keeps its number for the whole game. Once F is on
                the Lake, the name of the Lake square, such as <code>D2</code>, is understood as
                well.
              </td>
            </tr>
            <tr>
              <td>
                <code>T@A6</code>
              </td>
              <td>Island T is laid so that the top left corner of the box around it is on A6.</td>
            </tr>
            <tr>
              <td>
                <code>U@B5/90</code>
              </td>
              <td>
                The same with U turned clockwise by 90 degrees; 180 and 270 are the other turns.
              </td>
            </tr>
            <tr>
              <td>
                <code>forfeit</code>
              </td>
              <td>The player to move resigns.</td>
            </tr>
          </tbody>
        </table>
      </Scroll>

      <h3>How the bots think</h3>
      <p>
        A bot looks at every placement, one step ahead, and asks how {terms.length || 'five'}{' '}
        figures change. Each change times its weight is a contribution; their sum is the score, and
        the bot plays a move with the best score. The Thinking panel shows these very numbers, and
        the Bot panel lets you change the weights.
      </p>
      {terms.length > 0 && (
        <Scroll>
          <table>
            <thead>
              <tr>
                <th>Term</th>
                <th>What it measures</th>
              </tr>
            </thead>
            <tbody>
              {terms.map((term) => (
                <tr key={term.key}>
                  <td>
                    <b>{term.label}</b>
                  </td>
                  <td>{term.meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <Scroll>
        <table>
          <thead>
            <tr>
              <th>Bot</th>
              {terms.map((term) => (
                <th key={term.key}>{term.label}</th>
              ))}
              <th>Idea</th>
            </tr>
          </thead>
          <tbody>
            {weighted.map((bot) => (
              <tr key={bot.id}>
                <td>
                  <b>{bot.name}</b>
                </td>
                {bot.terms.map((term) => (
                  <td class="n" key={term.key}>
                    {Number(term.weight.toFixed(3))}
                  </td>
                ))}
                <td>{bot.about}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {others.length > 0 && (
        <ul>
          {others.map((bot) => (
            <li key={bot.id}>
              <b>{bot.name}:</b> {bot.about}
            </li>
          ))}
        </ul>
      )}

      <Hands
        ways={{
          Mouse: (
            <>
              drag an island to the Lake; R or the wheel turns it. Click a square of an island to
              build there.
            </>
          ),
          Finger: (
            <>
              drag an island to the Lake; a second finger’s tap turns it. Or tap it to take it in
              hand, large: then tap one of its squares to build, or the Lake to lay it.
            </>
          ),
          Keys: (
            <>
              Tab goes to the Lake and to the Reedbed, arrows move over the squares, Enter builds. R
              on an island of the Reedbed takes it to the Lake: arrows move it, R turns it, Enter
              lays it, Escape puts it back.
            </>
          ),
        }}
      />
    </div>
  );
}
