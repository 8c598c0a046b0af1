/** What Home has below the games: the studies of the gallery, and the puzzles, today's first. */
import { all, daily } from '../../app/puzzles.js';
import { studyAddress } from '../../app/route.js';
import { games } from '../../app/store.js';
import * as strings from '../../strings/puzzles.js';
import { pictureOf } from './pictures.js';

/** @param {{ at: number, today: boolean }} props */
function Puzzle({ at, today }) {
  const { id, title, question, address } = all[at];
  return (
    <li>
      <a class="card puzzle row g5" data-daily={today} href={address}>
        <img src={pictureOf(id)} alt="" width={64} height={64} loading="lazy" />
        <span>
          <b>{today ? strings.daily : title}</b>
          <small>{today ? title : question}</small>
        </span>
      </a>
    </li>
  );
}

/** A study per game, of the gallery. */
function Studies() {
  return (
    <section class="puzzles stack g5" aria-labelledby="studies">
      <h2 id="studies">{strings.studies}</h2>
      <p>{strings.studiesText}</p>
      <ul class="stack g5">
        {games.value.map(({ id, name }) => (
          <li key={id}>
            <a class="card puzzle row g5" href={studyAddress(id)}>
              <img src={pictureOf(`card-${id}`)} alt="" width={64} height={64} loading="lazy" />
              <span>
                <b>{name}</b>
                <small>{strings.studySize}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The studies and the puzzles, below the games. */
export function Puzzles() {
  const today = daily();
  const known = games.value.map(({ id }) => id);
  const others = [...all.keys()].filter((at) => at !== today);
  return (
    <>
      <Studies />
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
    </>
  );
}
