/**
 * The map editor of Outpost: the user paints one quarter, and the rest is symmetric. Rust validates the draft after every
 * stroke. Nothing painted is lost.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import * as strings from '../../../strings/editors.js';
import { EditorFrame, MapText, MapUses, StepSigns } from '../../../ui/editing.jsx';
import { formatElements } from '../../../ui/formatElements.js';
import { Button, Problem, Toggles } from '../../../ui/parts.jsx';
import { makeSteps } from '../../../ui/steps.js';
import { makeSheet, REGION } from './sheet.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {[number, number]} Cell */

/** More than any map has; larger texts are rejected before they are read. */
const MAX_TEXT = 100_000;
const BRUSHES = [1, 3, 5];

/** @param {Uint8Array} wet @returns {Cell[]} */
function cellsOf(wet) {
  /** @type {Cell[]} */
  const cells = [];
  wet.forEach((on, at) => {
    if (on) cells.push([Math.floor(at / REGION), at % REGION]);
  });
  return cells;
}

/** @param {Cell[]} cells */
function wetOf(cells) {
  const wet = new Uint8Array(REGION * REGION);
  for (const [x, y] of cells) wet[x * REGION + y] = 1;
  return wet;
}

/** A quarter of the current game's board. @param {import('../../../pkg/totora.js').OutpostLayout} layout */
function quarterOf({ water, side }) {
  return Uint8Array.from(
    { length: REGION * REGION },
    (_, at) => water[Math.floor(at / REGION) * side + (at % REGION)],
  );
}

/** @param {EditorProps} props */
export function Editor({ layout, theme, say, inspect, play, link, drawSeed, recall, keep, close }) {
  /** The draft, with undo and redo. */
  const draft = useMemo(() => {
    const kept = recall();
    /** @type {ReturnType<typeof makeSteps<Uint8Array>>} */
    const steps = makeSteps();
    /** @type {Uint8Array} */
    const wet = Array.isArray(kept?.cells) ? wetOf(kept.cells) : quarterOf(layout);
    return { wet, steps };
  }, []);
  const [, redraw] = useState(0);
  const [water, setWater] = useState(true);
  const [brush, setBrush] = useState(3);
  const [problem, setProblem] = useState('');
  /** The text that the user types, valid or not, until the next stroke. */
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const whole = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const sheet = useRef(/** @type {ReturnType<typeof makeSheet> | null} */ (null));
  const tools = useRef({ water, brush });
  tools.current = { water, brush };
  const checked = useRef(/** @type {any} */ (null));
  checked.current ??= inspect({ ask: 'draft', cells: cellsOf(draft.wet) });

  /** Checks the draft, and shows the result. */
  const judge = () => {
    checked.current = inspect({ ask: 'draft', cells: cellsOf(draft.wet) }) ?? checked.current;
    redraw((n) => n + 1);
    sheet.current?.request();
  };
  const begin = () => draft.steps.add(draft.wet.slice());
  const settle = () => {
    keep({ cells: cellsOf(draft.wet) });
    judge();
  };
  /** @param {Uint8Array} wet */
  const replace = (wet) => {
    begin();
    draft.wet = wet;
    settle();
  };
  /** @param {'undo' | 'redo'} way */
  const step = (way) => () => {
    const next = draft.steps[way](draft.wet);
    if (!next) return;
    draft.wet = next;
    settle();
  };

  /** Runs an action, and discards the typed text. @param {() => void} act */
  const afresh = (act) => () => {
    setTyped(null);
    setProblem('');
    act();
  };

  useEffect(() => {
    if (!box.current || !whole.current) return;
    const mine = makeSheet(box.current, whole.current, {
      read: () => ({ wet: draft.wet, answer: checked.current }),
      paint(cells, first) {
        if (first) {
          begin();
          draft.wet = draft.wet.slice();
        }
        const { water: wet, brush: size } = tools.current;
        const reach = (size - 1) / 2;
        for (const [cx, cy] of cells) {
          for (let x = Math.max(0, cx - reach); x <= Math.min(REGION - 1, cx + reach); x++) {
            for (let y = Math.max(0, cy - reach); y <= Math.min(REGION - 1, cy + reach); y++) {
              draft.wet[x * REGION + y] = wet ? 1 : 0;
            }
          }
        }
        judge();
      },
      lift() {
        setTyped(null);
        setProblem('');
        settle();
      },
      at: ([x, y]) => say(`${x},${y}: ${draft.wet[x * REGION + y] ? strings.water : strings.land}`),
    });
    sheet.current = mine;
    return () => mine.destroy();
  }, []);
  useEffect(() => {
    queueMicrotask(() => sheet.current?.repaint());
  }, [theme]);

  /** @param {string} text */
  const take = (text) => {
    if (text.length > MAX_TEXT) {
      setProblem(strings.thatIsLargerThanAny);
      return;
    }
    const read = inspect({ ask: 'draft', text });
    if (!read || read.error) setProblem(read?.error ?? strings.thatCouldNotBeRead);
    else {
      setProblem('');
      replace(wetOf(read.cells));
    }
  };
  const reader = { take, refuse: setProblem };
  const now = checked.current;
  // The problems of an invalid text do not apply to the sheet, which is unchanged.
  const wrong = typed !== null && problem !== '';
  const undo = afresh(step('undo'));
  const redo = afresh(step('redo'));
  return (
    <EditorFrame kind="outpost-editor" undo={undo} redo={redo} reader={reader}>
      <div class="stack">
        <div
          class="outpost-sheet stage"
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the sheet takes the keys
          tabIndex={0}
          role="application"
          aria-label={strings.quarterOfTheMap}
          aria-description={strings.arrowKeysMoveWithShift}
          data-testid="outpost-sheet"
        />
      </div>
      <div class="outpost-tools stack scroll">
        <section class="outpost-count" aria-live="polite">
          {formatElements(
            strings.cellsOfWater(wrong),
            <b data-valid={!wrong && now?.count === now?.needed}>
              {strings.of(now?.count, now?.needed)}
            </b>,
          )}
          <ul class="points">
            {wrong ? (
              <li>{strings.textIsNoMapYet}</li>
            ) : (
              now?.words.map((/** @type {string} */ one) => <li key={one}>{one}</li>)
            )}
          </ul>
        </section>
        <Toggles
          class="segmented even"
          label={strings.paint}
          among={[
            [true, strings.water],
            [false, strings.land],
          ]}
          value={water}
          choose={setWater}
        />
        <Toggles
          class="segmented even"
          label={strings.brush}
          among={BRUSHES.map((one) => [one, `${one}×${one}`])}
          name={strings.brushOf}
          value={brush}
          choose={setBrush}
        />
        <div class="row g3 even">
          <StepSigns steps={draft.steps} undo={undo} redo={redo} />
        </div>
        <div class="row g3 even">
          <Button
            label={strings.blank}
            act={afresh(() => replace(new Uint8Array(REGION * REGION)))}
          />
          <Button
            label={strings.random}
            act={() => {
              const made = inspect({ ask: 'random', seed: drawSeed() });
              if (made) afresh(() => replace(wetOf(made.cells)))();
            }}
          />
          <Button label={strings.asPlayed} act={afresh(() => replace(quarterOf(layout)))} />
        </div>
        <figure class="outpost-whole">
          <canvas ref={whole} role="img" aria-label={strings.wholeBoardTheQuarterTurned} />
          <figcaption class="fine">{strings.wholeBoardFollows}</figcaption>
        </figure>
        <details class="editor-part box rigid">
          <summary>{strings.asText}</summary>
          <MapText
            text={typed ?? now?.text ?? ''}
            wrong={wrong}
            write={(text) => {
              setTyped(text);
              take(text);
            }}
            name="outpost.map"
            kept={() => now?.text ?? ''}
            reader={reader}
          />
        </details>
        <Problem words={problem} />
        {wrong && <Button label={strings.backToTheSheetsText} act={afresh(() => {})} />}
        <MapUses
          text={now?.text ?? ''}
          valid={!wrong && !!now?.ok}
          play={async () => {
            if (await play(now.text)) close();
          }}
          link={link}
          refuse={setProblem}
        />
      </div>
    </EditorFrame>
  );
}
