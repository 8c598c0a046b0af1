/** The puzzles on Home, today's first. */
import { all, daily } from '../../app/puzzle.js';
import { gameName, games } from '../../app/store.js';
import * as strings from '../../strings/puzzles.js';
import { pictureOf } from './pictures.js';

/** @param {{ at: number, today: boolean }} props */
function Puzzle({ at, today }) {
  const { id, game, link, legal } = all[at];
  const name = gameName(game);
  return (
    <li>
      <a class="card puzzle row g5" data-daily={today} href={link}>
        <img src={pictureOf(id)} alt="" width={64} height={64} loading="lazy" />
        <span>
          <b>{today ? strings.daily : strings.puzzleTitle(name, at + 1)}</b>
          <small>{today ? strings.puzzleTitle(name, at + 1) : strings.puzzleSize(legal)}</small>
        </span>
      </a>
    </li>
  );
}

export function Puzzles() {
  const today = daily();
  const known = games.value.map(({ id }) => id);
  const others = all.map((_, at) => at).filter((at) => at !== today);
  return (
    <section class="puzzles stack g5" aria-labelledby="puzzles">
      <h2 id="puzzles">{strings.puzzles}</h2>
      <p>{strings.puzzlesText}</p>
      <ul class="stack g5">
        {[today, ...others]
          .filter((at) => known.includes(all[at].game))
          .map((at) => (
            <Puzzle key={all[at].id} at={at} today={at === today} />
          ))}
      </ul>
    </section>
  );
}
