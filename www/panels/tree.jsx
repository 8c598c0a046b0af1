/**
 * The tree that a search has built, position by position: the best moves with what simulations through them brought, and
 * how many these are. A click goes on after a move; pointing at one shows the way to it on the board. The numbers are
 * those of the very search that is shown.
 */
import { useEffect, useState } from 'preact/hooks';
import { branchesAfter } from '../app/contrast.js';
import { outdated } from '../app/shown.js';
import { followed } from '../app/store.js';
import { percentText, whole } from '../ui/format.js';
import { Button } from '../ui/parts.jsx';

/** @typedef {import('../app/types.js').Branch} Branch */
/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */

/** So many moves of a position are shown; more on demand. */
const FEW = 7;

/** Whether a thought is a tree search's that has finished. @param {ThoughtInfo} known */
export const hasTree = (known) =>
  known.done && known.visits.some((visits) => typeof visits === 'number' && visits > 0);

/** @param {{ known: ThoughtInfo }} props */
export function SearchTree({ known }) {
  const [open, setOpen] = useState(false);
  if (!hasTree(known)) return null;
  return (
    <details class="tree" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>Search tree</summary>
      {open && (
        <>
          <p class="quiet">
            What simulations through a move brought the player who makes it, in percent of a win,
            and how many there were.
          </p>
          <Branches known={known} path={[]} />
        </>
      )}
    </details>
  );
}

/** What a move is worth to whoever makes it. @param {Branch} branch */
function worthOf({ score, by, plies }) {
  if (typeof score !== 'number') return `${score === 'win' ? 'wins' : 'loses'} in ${plies}`;
  return by === null ? percentText(score) : `${percentText(score)} ± ${Math.round(100 * by)}`;
}

/** The moves after a path. @param {{ known: ThoughtInfo, path: string[] }} props */
function Branches({ known, path }) {
  const [found, setFound] = useState(/** @type {Branch[] | null} */ (null));
  const [walked, setWalked] = useState('');
  const [all, setAll] = useState(false);
  const key = path.join('\n');
  useEffect(() => {
    let wanted = true;
    setWalked('');
    branchesAfter(path).then((branches) => {
      if (wanted && branches) setFound(branches);
    });
    return () => {
      wanted = false;
    };
  }, [known, key]);
  if (!found) return null;
  if (found.length === 0) return <p class="quiet">The search went no further here.</p>;
  const most = Math.max(...found.map(({ visits }) => visits));
  const candidate = known.moves.indexOf(path[0] ?? '');
  /** @param {Branch} branch */
  const point = ({ move }) => {
    const moves = [...path, move];
    const at = path.length > 0 ? candidate : known.moves.indexOf(move);
    if (!outdated.value && at >= 0) followed.value = { candidate: at, plies: moves.length, moves };
  };
  const leave = () => {
    followed.value = null;
  };
  const shown = all ? found : found.slice(0, FEW);
  return (
    <ul class="branches">
      {shown.map((branch) => (
        <li key={branch.move}>
          <button
            type="button"
            class="branch"
            aria-expanded={branch.inner ? walked === branch.move : undefined}
            aria-disabled={!branch.inner}
            style={{ '--share': branch.visits / most }}
            onPointerEnter={() => point(branch)}
            onPointerLeave={leave}
            onFocus={() => point(branch)}
            onBlur={leave}
            onClick={() => {
              if (branch.inner) setWalked(walked === branch.move ? '' : branch.move);
            }}
          >
            <b class="move">{branch.name}</b>
            <span class="num">{worthOf(branch)}</span>
            <span class="num">{whole(branch.visits)}</span>
          </button>
          {walked === branch.move && <Branches known={known} path={[...path, branch.move]} />}
        </li>
      ))}
      {shown.length < found.length && (
        <li>
          <Button
            label={`… ${found.length - shown.length} more`}
            class="small"
            act={() => setAll(true)}
          />
        </li>
      )}
    </ul>
  );
}
