/**
 * Variations in the list of moves, each below the ply that it replaces; for long games, a menu of lines. The
 * session numbers the lines.
 */
import { state } from '../app/store.js';
import { deleteFrom, lines, openLine, promote, restore, walk } from '../app/variations.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/analyse.js';
import { keyOf } from '../ui/keys.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button, Choice } from '../ui/parts.jsx';
import { MoveLabel, showing } from './moveText.jsx';

/**
 * Whether a line's ply is the shown one. Shared plies belong to the parent line.
 * @param {number} line
 * @param {number} ply
 */
export function isShown(line, ply) {
  const now = state.value;
  if (!now || walk.value || now.ply !== ply) return false;
  let owner = now.variation;
  while (owner > 0 && ply <= (lines.value[owner]?.after ?? 0)) owner = lines.value[owner].of;
  return owner === line;
}

/**
 * The variations that branch off a line after `after` plies.
 * @param {{ of: number, after: number }} props
 */
export function Branches({ of, after }) {
  const found = lines.value.flatMap((line, number) =>
    number > 0 && line.of === of && line.after === after ? [number] : [],
  );
  if (found.length === 0) return null;
  return (
    <ul class="branches">
      {found.map((number) => (
        <Branch key={number} number={number} />
      ))}
    </ul>
  );
}

/** @param {{ number: number }} props */
function Branch({ number }) {
  const now = state.value;
  const line = lines.value[number];
  if (!now || !line) return null;
  const first = line.after + 1;
  return (
    <li class="branch" data-shown={now.variation === number && !walk.value}>
      <div class="grow" role="group" aria-label={strings.variationFromMove(first)}>
        {line.rows.map((row) => (
          <span key={row.ply}>
            <Button
              title={row.description}
              aria-current={isShown(number, row.ply) ? 'step' : undefined}
              aria-keyshortcuts="Delete"
              act={() => openLine(number, row.ply)}
              {...(now.variation === number && showing(row.ply - 1, [row.move]))}
              onKeyDown={(event) => {
                if (keyOf(event) !== 'Delete') return;
                event.preventDefault();
                deleteFrom(number, row.ply);
              }}
            >
              <span class="n">{row.ply}</span>
              {row.seat !== null && <SeatMark seat={row.seat} />}
              <span class="move">
                <MoveLabel printed={row.printed} />
              </span>
            </Button>
            <Branches of={number} after={row.ply - 1} />
          </span>
        ))}
        {line.plies > line.rows.length && <span class="quiet">…</span>}
      </div>
      <span class="row high">
        <Button
          label="↑"
          class="small"
          title={line.of === 0 ? strings.makeItTheMainLine : strings.putItBeforeTheLine}
          aria-label={strings.promoteTheVariation(first)}
          act={() => promote(number)}
        />
        <Button
          label="✕"
          class="small"
          title={strings.deleteThisVariation}
          aria-label={strings.deleteTheVariationFromMove(first)}
          act={() => deleteFrom(number, first)}
        />
      </span>
    </li>
  );
}

/** For long games: selects the listed line. */
export function LineChoice() {
  const now = state.value;
  if (!now?.variations || walk.value) return null;
  const word = renderers[now.game]?.turnWord?.toLowerCase() ?? 'move';
  return (
    <label class="line-choice">
      {strings.line}{' '}
      <Choice
        among={lines.value.map(({ after, plies }, n) => [
          n,
          `${n === 0 ? strings.mainLine : strings.variationFrom(n, word, after + 1)} (${plies})`,
        ])}
        value={now.variation}
        choose={(n) => openLine(n, n > 0 ? lines.value[n].after + 1 : now.main_plies)}
      />
    </label>
  );
}

/** Undoes the last deletion or changed note. */
export function PutBack() {
  if (!state.value?.changes) return null;
  return <Button label={strings.undoTheLastChange} class="wide full" act={restore} />;
}
