/**
 * The gallery: moments of games of ours, each a link that opens there, with a caption that teaches one idea. They are
 * data (`app/demos.json`, made by tests/engine/demos.rs, which holds each against the bots).
 */

import data from '../../app/demos.json';
import { games } from '../../app/store.js';
import { pictureOf } from './pictures.js';

/** @typedef {{ id: string, game: string, title: string, text: string, link: string }} Demo */
/** @type {Demo[]} */
const demos = data;

export function Gallery() {
  const shown = games.value
    .map((game) => ({ game, demos: demos.filter((demo) => demo.game === game.id) }))
    .filter((row) => row.demos.length > 0);
  if (shown.length === 0) return null;
  return (
    <section class="gallery" aria-labelledby="gallery">
      <h2 id="gallery">Highlights</h2>
      {shown.map(({ game, demos: row }) => (
        <section key={game.id} aria-label={`Moments of ${game.name}`}>
          <h3>{game.name}</h3>
          <ul>
            {row.map((demo) => (
              <li key={demo.id}>
                <a class="card demo" href={demo.link}>
                  <img src={pictureOf(demo.id)} alt="" width={84} height={72} loading="lazy" />
                  <span>
                    <b>{demo.title}</b>
                    <small>{demo.text}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
