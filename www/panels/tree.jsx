/**
 * The search tree, position by position: the best moves with their values and search effort. A click expands a move;
 * pointing at one shows the line to it on the board. The numbers are those of the shown search: a search without a
 * stored tree is repeated exactly.
 */
import { useEffect, useState } from 'preact/hooks';
import { follow } from '../app/display.js';
import { printedLine } from '../app/names.js';
import { outdated } from '../app/shownBot.js';
import { requestMore } from '../app/whyNot.js';
import { VAGUE } from '../boards/thoughts.js';
import * as strings from '../strings/analyse.js';
import { tooFewSimulations } from '../strings/boards.js';
import { halfWidth, percentText, scoreText, whole } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button } from '../ui/parts.jsx';
import { MoveLabel } from './moveText.jsx';

/** @typedef {import('../app/types.js').Branch} Branch */
/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */

/** Number of moves shown per position; more on demand. */
const FEW = 7;

/** @param {{ known: AnalysisInfo }} props */
export function SearchTree({ known }) {
  const [open, setOpen] = useState(false);
  if (known.no_tree) return <p class="quiet">{known.no_tree}</p>;
  if (!known.tree) return null;
  return (
    <details class="tree" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{strings.searchTree}</summary>
      {open && (
        <>
          <p class="quiet">
            {known.visits.some(Number.isFinite)
              ? strings.whatSimulationsThrough
              : strings.whatPositions}
          </p>
          <Branches known={known} path={[]} />
        </>
      )}
    </details>
  );
}

/** The value of a move for the seat of the branch. @param {Branch} branch */
function worthOf({ score, win, by, limit, plies }) {
  if (limit) return limit;
  if (typeof score === 'string')
    return score === 'win' ? strings.winsIn(plies) : strings.losesIn(plies);
  if (by !== null && 2 * by > VAGUE) return tooFewSimulations;
  if (by !== null) return `${percentText(score ?? 0)} ± ${halfWidth(by)}`;
  return win === null ? scoreText(score) : percentText(win);
}

/** The moves after a path. @param {{ known: AnalysisInfo, path: string[] }} props */
function Branches({ known, path }) {
  const [found, setFound] = useState(/** @type {Branch[] | null} */ (null));
  const [walked, setWalked] = useState('');
  const [all, setAll] = useState(false);
  const key = path.join('\n');
  useEffect(() => {
    let current = true;
    setWalked('');
    requestMore('branches', { path }).then((branches) => {
      if (current) setFound(branches ?? []);
    });
    return () => {
      current = false;
    };
  }, [known, key]);
  if (!found) return <p class="quiet">{strings.searching}</p>;
  if (found.length === 0) return <p class="quiet">{strings.searchWentNoFurtherHere}</p>;
  const most = Math.max(1, ...found.map(({ visits }) => visits));
  const candidate = known.moves.indexOf(path[0] ?? '');
  /** @param {Branch} branch */
  const point = ({ move }) => {
    const moves = [...path, move];
    const at = path.length > 0 ? candidate : known.moves.indexOf(move);
    if (!outdated.value && at >= 0) follow({ candidate: at, plies: moves.length, moves });
  };
  const leave = () => {
    follow();
  };
  /** @param {Branch} branch */
  const printedOf = ({ move, name }) =>
    printedLine([...path, move])[path.length] ?? {
      words: name,
      short: name,
      place: '',
      sprites: [],
    };
  const shown = all ? found : found.slice(0, FEW);
  return (
    <ul class="branches">
      {shown.map((branch) => (
        <li key={branch.move}>
          <Button
            class="branch"
            aria-expanded={branch.inner ? walked === branch.move : undefined}
            aria-disabled={!branch.inner}
            style={{ '--share': branch.visits / most }}
            onPointerEnter={() => point(branch)}
            onPointerLeave={leave}
            onFocus={() => point(branch)}
            onBlur={leave}
            act={() => {
              if (branch.inner) setWalked(walked === branch.move ? '' : branch.move);
            }}
          >
            <b class="move">
              <MoveLabel printed={printedOf(branch)} />
            </b>
            <span class="digits" translate={false}>
              <SeatMark seat={branch.seat} /> {worthOf(branch)}
              {branch.depth !== null && <small> {strings.atDepth(branch.depth)}</small>}
            </span>
            <span class="digits" translate={false}>
              {whole(branch.visits)}
            </span>
          </Button>
          {walked === branch.move && <Branches known={known} path={[...path, branch.move]} />}
        </li>
      ))}
      {shown.length < found.length && (
        <li>
          <Button
            label={strings.furtherItems(found.length - shown.length)}
            class="small"
            act={() => setAll(true)}
          />
        </li>
      )}
    </ul>
  );
}
