/**
 * The map editor of Outpost: one quarter is painted, the rest follows. What the draft lacks to be a map
 * is asked of Rust at every stroke; nothing is judged here, and nothing painted is ever lost.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EditorFrame, FileButtons } from '../../../ui/editing.jsx';
import { CopyField } from '../../../ui/out.jsx';
import { Button, Problem, Toggles } from '../../../ui/parts.jsx';
import { makeSteps } from '../../../ui/steps.js';
import { makeSheet, REGION } from './sheet.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {[number, number]} Cell */

/** More than any map has; what is larger is refused before it is read. */
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

/** The quarter of the board that is played on. @param {import('../../../pkg/totora.js').OutpostLayout} layout */
function quarterOf({ water, side }) {
  return Uint8Array.from(
    { length: REGION * REGION },
    (_, at) => water[Math.floor(at / REGION) * side + (at % REGION)],
  );
}

/** @param {EditorProps} props */
export function Editor({ layout, theme, say, inspect, play, link, drawSeed, recall, keep, close }) {
  /** The draft, and the ones before and after it. */
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
  const [shared, setShared] = useState('');
  const [problem, setProblem] = useState('');
  /** What is being typed as text, right or wrong, until something is painted. */
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const whole = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const sheet = useRef(/** @type {ReturnType<typeof makeSheet> | null} */ (null));
  const tools = useRef({ water, brush });
  tools.current = { water, brush };
  const answer = useRef(/** @type {any} */ (null));
  answer.current ??= inspect({ ask: 'draft', cells: cellsOf(draft.wet) });

  /** Asks about the draft, and shows the answer. */
  const judge = () => {
    answer.current = inspect({ ask: 'draft', cells: cellsOf(draft.wet) }) ?? answer.current;
    setShared('');
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

  /** Does it, and drops what was being typed. @param {() => void} act */
  const afresh = (act) => () => {
    setTyped(null);
    setProblem('');
    act();
  };

  useEffect(() => {
    if (!box.current || !whole.current) return;
    const mine = makeSheet(box.current, whole.current, {
      read: () => ({ wet: draft.wet, answer: answer.current }),
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
      at: ([x, y]) => say(`${x},${y} ${draft.wet[x * REGION + y] ? 'water' : 'land'}`),
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
      setProblem('That is larger than any map.');
      return;
    }
    const read = inspect({ ask: 'draft', text });
    if (!read || read.error) setProblem(read?.error ?? 'That could not be read.');
    else {
      setProblem('');
      replace(wetOf(read.cells));
    }
  };
  const reader = { take, refuse: setProblem };
  const now = answer.current;
  // What is typed and is no map is not judged by the sheet, which stayed as it was.
  const wrong = typed !== null && problem !== '';
  return (
    <EditorFrame
      kind="outpost-editor"
      undo={afresh(step('undo'))}
      redo={afresh(step('redo'))}
      reader={reader}
    >
      <div class="stack">
        <div
          class="outpost-sheet stage"
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the sheet takes the keys
          tabIndex={0}
          role="application"
          aria-label="Quarter of the map"
          aria-description="Arrow keys move, with Shift they paint; Enter paints the cell."
          data-testid="outpost-sheet"
        />
      </div>
      <div class="outpost-tools stack scroll">
        <section class="outpost-count" aria-live="polite">
          <b data-valid={!wrong && now?.count === now?.needed}>
            {now?.count} of {now?.needed}
          </b>{' '}
          cells of water{wrong && ' on the sheet'}
          <ul class="points">
            {wrong ? (
              <li>The text is no map yet. The sheet stays as it is until it is one.</li>
            ) : (
              now?.words.map((/** @type {string} */ one) => <li key={one}>{one}</li>)
            )}
          </ul>
        </section>
        <Toggles
          class="segmented even"
          label="Paint"
          among={[
            [true, 'Water'],
            [false, 'Land'],
          ]}
          value={water}
          choose={setWater}
        />
        <Toggles
          class="segmented even"
          label="Brush"
          among={BRUSHES.map((one) => [one, `${one}×${one}`])}
          name={(one) => `Brush of ${one} by ${one}`}
          value={brush}
          choose={setBrush}
        />
        <div class="row g3 even">
          <button
            type="button"
            disabled={!draft.steps.canUndo.value}
            onClick={afresh(step('undo'))}
          >
            <span aria-hidden="true">↶</span> Undo
          </button>
          <button
            type="button"
            disabled={!draft.steps.canRedo.value}
            onClick={afresh(step('redo'))}
          >
            <span aria-hidden="true">↷</span> Redo
          </button>
        </div>
        <div class="row g3 even">
          <Button label="Blank" act={afresh(() => replace(new Uint8Array(REGION * REGION)))} />
          <Button
            label="Random"
            act={() => {
              const made = inspect({ ask: 'random map', seed: drawSeed() });
              if (made) afresh(() => replace(wetOf(made.cells)))();
            }}
          />
          <Button label="As played" act={afresh(() => replace(quarterOf(layout)))} />
        </div>
        <figure class="outpost-whole">
          <canvas
            ref={whole}
            role="img"
            aria-label="The whole board: the quarter turned three times"
          />
          <figcaption class="fine">
            The whole board follows from the quarter, turned about the centre.
          </figcaption>
        </figure>
        <details class="editor-part box rigid">
          <summary>As text</summary>
          <textarea
            class="map-text full"
            rows={5}
            spellcheck={false}
            aria-label="Map as text"
            maxLength={MAX_TEXT}
            value={typed ?? now?.text ?? ''}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              take(event.currentTarget.value);
            }}
          />
          <FileButtons name="outpost.map" text={() => now?.text ?? ''} reader={reader} />
        </details>
        <Problem words={problem} />
        {wrong && <Button label="Back to the sheet’s text" act={afresh(() => {})} />}
        <div class="row g3 even">
          <Button
            label="Play on it"
            class="primary"
            disabled={wrong || !now?.ok}
            act={async () => {
              if (await play(now.text)) close();
            }}
          />
          <Button
            label="Share"
            disabled={wrong || !now?.ok}
            act={() => {
              try {
                setShared(link(now.text));
              } catch (error) {
                setProblem(error instanceof Error ? error.message : String(error));
              }
            }}
          />
        </div>
        {shared && (
          <>
            <CopyField label="Link to this map" text={shared} />
            <small>{shared.length} characters: the link is the map.</small>
          </>
        )}
      </div>
    </EditorFrame>
  );
}
