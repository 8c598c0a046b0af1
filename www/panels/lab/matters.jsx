/** Positions in which the last edit of a heuristic changes its move, with what the game's judge says of both. */
import { earlier, findWhereItMatters, matters, showCase } from '../../app/lab/matters.js';
import { measured } from '../../app/lab/worth.js';
import { moveName } from '../../app/names.js';
import { botInfo } from '../../app/store.js';
import { percentText, scoreText } from '../../ui/format.js';
import { Button } from '../../ui/parts.jsx';

/** @typedef {import('../../app/lab/matters.js').Case} Case */

/** @param {import('../../worker/arena.js').Told} told */
function worthOf(told) {
  if (!told) return '?';
  const { win, score, proven } = told;
  if (proven) return { win: 'wins', draw: 'draw', loss: 'loses' }[proven];
  if (win !== null) return percentText(win);
  return typeof score === 'number' ? scoreText(score) : '?';
}

export function Matters() {
  const found = matters.value;
  if (!measured.value || (!earlier.value && !found)) return null;
  if (!found) {
    const before = earlier.value?.terms.map(
      ({ weight, formula }) => `${weight === 1 ? '' : `${weight} × `}${formula}`,
    );
    return (
      <p>
        <Button
          label="Where does this edit matter?"
          class="small"
          title={`Compared with ${before?.join(' + ')}`}
          act={findWhereItMatters}
        />
      </p>
    );
  }
  const { busy, cases } = found;
  if (cases.length === 0) {
    return (
      <p class="note" role="status">
        {busy
          ? 'It plays itself as it was before…'
          : 'In no game did it play another move than before.'}
      </p>
    );
  }
  return (
    <section class="stack" aria-label="Where this edit matters">
      <p class="note">
        Looking one move ahead, it plays another move here now. In brackets: what the game’s judge
        says of the move now, and of the one before.
      </p>
      <ul class="rows">
        {cases.map((one, n) => (
          <li key={n}>
            <button type="button" title="Put it on the board" onClick={() => showCase(one)}>
              <span class="n">Ply {one.ply + 1}</span>
              <span class="grow">
                <b>{moveName(one.after)}</b>, not {moveName(one.before)}
              </span>
              <span class="n" title={`by ${botInfo(one.judge ?? '')?.name}`}>
                {one.told ? `(${one.told.toReversed().map(worthOf).join(', ')})` : '…'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
