/** The open puzzle, in a strip above the board: the question, the result, and a link to the next one. */
import './strip.css';
import { moveName } from '../app/names.js';
import { all, finish, resultOf } from '../app/puzzle.js';
import { inspect } from '../app/session.js';
import { botInfo, info, puzzle, state } from '../app/store.js';
import * as strings from '../strings/puzzles.js';
import { Button } from '../ui/parts.jsx';
import { shownModel } from './board.jsx';
import { saveMade } from './saveMade.js';

/** The result as a picture: the puzzle's position without the answer. */
async function savePicture() {
  const model = shownModel();
  const open = puzzle.value;
  if (!model || !open) return;
  await saveMade(`totora-${open.entry.id}.png`, async () => {
    const { stillPicture } = await import('../app/picture.js');
    const bare = { ...model, overlay: 'off', thought: null, oracle: null, hint: null };
    const title = strings.puzzleTitle(info.value?.name ?? '', open.number + 1);
    const caption =
      open.solved === 'found' ? strings.puzzleFound(open.tries.length + 1) : strings.puzzleOpen;
    const how = { side: 540, ratio: 2, inspect };
    return stillPicture(bare, { title, caption }, how);
  });
}

export function PuzzleStrip() {
  const open = puzzle.value;
  const now = state.value;
  if (!open || !now || (!open.solved && now.hash !== open.hash)) return null;
  const { entry, number, solved } = open;
  const next = all[(number + 1) % all.length];
  const seat = now.seats[now.to_act[0] ?? 0]?.name ?? '';
  const weak = botInfo(entry.weak)?.name ?? entry.weak;
  return (
    <section class="coach-strip puzzle-strip row" aria-label={strings.puzzle}>
      <p class="grow">
        {!solved && <b>{strings.puzzleQuestion(seat)} </b>}
        <span class="strong" role="status">
          {resultOf(open)}
        </span>
        {solved && ` ${strings.puzzleWeak(weak, moveName(entry.instead))}`}
      </p>
      <span class="row g3 rigid">
        {!solved && <Button label={strings.showAnswer} class="small" act={() => finish('shown')} />}
        {solved && (
          <>
            <Button label={strings.savePicture} class="small" act={savePicture} />
            <a class="button small primary" href={next.link}>
              {strings.nextPuzzle}
            </a>
          </>
        )}
      </span>
    </section>
  );
}
