/** The rules of Reversi XT in our own words, with examples that the engine plays and the board draws. */
import { info } from '../../app/store.js';
import { Bots, Hands, Scroll, Table } from '../../panels/book.jsx';
import { Figure } from '../../panels/figure.jsx';

/** A stone on 3,2 turns in three directions. */
const MANY = map(2, '0', '0 0', [
  '0 0 0 0 0 0 0',
  '0 1 0 1 0 1 0',
  '0 0 2 2 2 0 0',
  '0 1 2 0 2 2 0',
  '0 0 0 0 2 0 0',
  '0 0 0 0 0 1 0',
]);
/** A walk from 0,1 goes over the transition and turns upwards. */
const LINK = map(
  2,
  '0',
  '0 0',
  ['0 0 0 - 0 0 0', '0 2 2 - 0 1 0', '0 0 0 - 0 2 0', '0 0 0 - 0 2 0'],
  ['2 1 2 <-> 5 3 4'],
);
const CHOICE = map(3, '0', '0 0', ['3 3 3 0', '1 2 c 0', '0 0 3 0']);
const INVERSION = map(3, '0', '0 0', ['3 3 3 0', '1 2 i 0', '0 0 3 0']);
const OVERRIDE = map(3, '1', '0 0', ['0 0 0 0 0', '1 2 3 2 0', '0 2 x 0 0']);
const BOMBS = map(
  2,
  '0',
  '1 2',
  ['0 0 0 - 0 0 0 0', '0 0 0 - 0 0 0 0', '0 1 0 0 0 1 1 0', '0 0 0 - 0 1 0 0', '0 0 0 - 0 0 0 0'],
  ['2 1 2 <-> 7 1 2'],
);

/**
 * A map's text.
 * @param {number} players
 * @param {string} overrides
 * @param {string} bombs
 * @param {string[]} rows
 * @param {string[]} [transitions]
 */
function map(players, overrides, bombs, rows, transitions = []) {
  const size = `${rows.length} ${rows[0].split(' ').length}`;
  return [players, overrides, bombs, size, ...rows, ...transitions].join('\n');
}

const MARKED = { targets: true };

export function Rules() {
  const bots = info.value?.bots ?? [];
  const terms = bots.reduce(
    (most, bot) => (bot.terms.length > most.length ? bot.terms : most),
    bots[0]?.terms ?? [],
  );
  const maps = info.value?.options.find((option) => option.key === 'map')?.known ?? [];
  return (
    <div class="rules">
      <p>
        Reversi for two to eight players on maps of any shape.{' '}
        <b>Whoever has the most stones at the end wins.</b> On the map <i>othello</i> it is the game
        that everybody knows; other maps add holes, special tiles, transitions that join far
        borders, stones that override, and bombs.
      </p>

      <h3>A move</h3>
      <p>
        Players move in the order of their numbers. A stone goes on an empty tile so that it{' '}
        <b>captures</b>: from it a walk in one of the eight directions passes other players’ stones,
        one at least, and comes to a stone of one’s own. All stones passed turn to one’s colour, in
        every direction in which that is so. Who cannot move is skipped, and may be able to move
        later.
      </p>
      <div class="figure-row">
        <Figure
          game="reversi"
          moves=""
          options={{ map: 'othello' }}
          size={260}
          marks={MARKED}
          alt="The first position of Othello: two stones each in the middle, dots on the four tiles where player 1 may move."
        >
          Othello begins. Player 1, the triangle, may move where the dots are.
        </Figure>
        <Figure
          game="reversi"
          moves=""
          options={{ map: MANY }}
          size={260}
          wide={300}
          question={{ turns: 24 }}
          alt="A stone of player 1 on 3,3 captures in several directions; arrows show the walks to the stones that close them."
        >
          A stone on 3,3: arrows go along the captured stones to the one that closes each walk. The
          board shows this for every move that you point at.
        </Figure>
      </div>

      <h3>Holes and transitions</h3>
      <p>
        Holes are water: a walk ends there, as it does at the rim. A <b>transition</b> joins a
        border of one tile with a border of another. A walk that leaves through one end comes in at
        the other, and <b>goes on away from that border</b>: it may turn. A transition may also join
        a border to itself, and then the walk comes straight back. On the board each transition has
        a colour; pointing at a tile lights up its transitions and where they lead.
      </p>
      <div class="figure-row">
        <Figure
          game="reversi"
          moves=""
          options={{ map: LINK }}
          size={240}
          wide={380}
          question={{ turns: 7 }}
          alt="A walk from 0,1 to the right goes through a transition, comes in from below on 5,3 and goes up to a stone of player 1."
        >
          From 0,1 the walk goes right, through the transition, and up: four stones are captured.
        </Figure>
      </div>
      <p>
        A walk that comes back to the new stone captures nothing. It may pass the same stone twice,
        from different sides.
      </p>

      <h3>Special tiles</h3>
      <p>
        One moves there as on any empty tile. When the captured stones have turned, the tile does
        its work, and is then a tile like any other.
      </p>
      <ul>
        <li>
          <b>Choice:</b> all your stones are swapped with those of a player whom you name. That may
          be yourself, one without stones, or one who is disqualified. Overrides and bombs stay
          where they are.
        </li>
        <li>
          <b>Inversion:</b> every player’s stones go to the next player, the last one’s to the
          first.
        </li>
        <li>
          <b>Bonus:</b> you take a bomb or an override stone.
        </li>
      </ul>
      <div class="figure-row">
        <Figure
          game="reversi"
          moves=""
          options={{ map: CHOICE }}
          size={190}
          wide={230}
          alt="Three players; player 1 can capture a stone by moving on the choice tile 2,1."
        >
          Player 1 moves on the choice tile 2,1 …
        </Figure>
        <Figure
          game="reversi"
          moves="2,1=3"
          options={{ map: CHOICE }}
          size={190}
          wide={230}
          alt="After the choice the stones of players 1 and 3 are swapped."
        >
          … and takes Player 3’s stones for the own three.
        </Figure>
        <Figure
          game="reversi"
          moves="2,1"
          options={{ map: INVERSION }}
          size={190}
          wide={230}
          alt="After an inversion all stones belong to the next player."
        >
          Had 2,1 been an inversion: 1’s stones are 2’s, 3’s are 1’s.
        </Figure>
      </div>

      <h3>Override stones</h3>
      <p>
        With an override stone, which is used up, one may move on an <b>occupied</b> tile: on
        anybody’s stone, even one’s own, if at least one other stone is captured, and on an{' '}
        <b>expansion stone</b> always. Expansion stones belong to nobody until they are captured or
        overridden. On the board, switch <i>Override</i> on first; so it does not happen by
        accident.
      </p>
      <div class="figure-row">
        <Figure
          game="reversi"
          moves=""
          options={{ map: OVERRIDE }}
          size={210}
          wide={330}
          marks={{ targets: true, overrides: true }}
          alt="Dashed frames mark the occupied tiles on which player 1 could use an override stone, the expansion stone among them."
        >
          Dashed frames: where Player 1 could use an override stone.
        </Figure>
      </div>

      <h3>Bombs</h3>
      <p>
        When nobody can move any more, and if there are bombs, the players throw them in turn,
        beginning with the one after the last mover. Who has a bomb must throw it, on any tile that
        is left. Every tile that can be reached from there in so many steps as bombs are strong, in
        any direction, through transitions but not across holes, becomes a hole, with all its
        transitions.
      </p>
      <div class="figure-row">
        <Figure
          game="reversi"
          moves=""
          options={{ map: BOMBS }}
          size={240}
          wide={370}
          question={{ blast: 18 }}
          alt="A bomb of strength 2 on 2,2: it reaches over the bridge and through the transition, but not across the holes."
        >
          A bomb of strength 2 on 2,2. It goes around the holes and through the transition.
        </Figure>
      </div>

      <h3>The end</h3>
      <p>
        Players are ranked by their stones; equal numbers share the better rank. An illegal move or
        a missed time limit, which can only happen to programs, disqualifies: the stones stay, the
        player comes last. When one player alone is left, the game is over. <i>Resign</i> leaves a
        game in the same way.
      </p>

      <h3>The maps</h3>
      <p>
        A new game can begin on any of these, or on one of your own: the <b>map editor</b> draws
        them, and a link carries them.
      </p>
      <div class="figure-row maps">
        {maps.map(({ value, about }) => (
          <Figure
            key={value}
            game="reversi"
            moves=""
            options={{ map: value }}
            size={200}
            wide={240}
            alt={`The map ${value}. ${about}`}
          >
            <b>{value}</b>: {about}
          </Figure>
        ))}
      </div>

      <h3>How moves are written</h3>
      <Scroll>
        <table>
          <tbody>
            {[
              ['3,4', 'Column 3, row 4, counted from 0 at the top left.'],
              ['3,4=2', 'On a choice tile: the stones are swapped with Player 2.'],
              ['3,4=bomb, 3,4=override', 'On a bonus tile: what is taken.'],
              ['forfeit', 'The player to move leaves the game.'],
            ].map(([text, words]) => (
              <tr key={text}>
                <td>
                  <code>{text}</code>
                </td>
                <td>{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p>
        That an override stone or a bomb is used is seen from the position; skips are not written.
      </p>

      <h3>How the bots think</h3>
      <Bots />
      {terms.length > 0 && (
        <>
          <p>
            Most of them weigh terms. Each term’s value times its weight is a contribution, and
            their sum is the score; the Thinking panel shows these very numbers.
          </p>
          <Table
            rows={terms.map((term) => ({
              key: term.key,
              name: <b>{term.label}</b>,
              words: [term.meaning],
            }))}
          />
        </>
      )}

      <Hands
        ways={{
          Mouse: (
            <>
              point at a tile to see what a move there does, click to play it. The wheel zooms; drag
              to move a map that is zoomed.
            </>
          ),
          Finger: (
            <>
              tap to play; a long press shows what a move would do. Overrides, bombs and very small
              tiles ask for a second tap. Two fingers zoom and move.
            </>
          ),
          Keys: (
            <>
              Tab goes to the board, arrows move over its tiles, N and Shift+N go to the next and
              the last tile with a move, Enter plays. O switches overrides, plus, minus and 0 zoom.
            </>
          ),
        }}
      />
    </div>
  );
}
