/**
 * The map editor of Reversi XT: a sheet to draw on, tools, figures, what Rust says about the draft, and
 * its text. It can do nothing that a hand with a text editor could not, and it judges nothing.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { MAX_TEXT } from '../../../app/open.js';
import { theme } from '../../../app/store.js';
import { EditorFrame, FileButtons } from '../../../panels/editing.jsx';
import { CopyField } from '../../../panels/out.jsx';
import { readPalette } from '../../palette.js';
import { icon } from '../strip.js';
import { makeDesk, TILES } from './desk.js';
import { blank, SYMMETRIES } from './draft.js';
import { makeSheet } from './sheet.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {import('./desk.js').Desk} Desk */

/** @param {EditorProps} props */
export function Editor(props) {
  // The desk outlives every redraw; what it was opened with does not change under it.
  const desk = useMemo(() => makeDesk(props), []);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const sheet = useRef(/** @type {ReturnType<typeof makeSheet> | null} */ (null));
  useEffect(() => {
    if (!box.current) return;
    sheet.current = makeSheet(box.current, desk);
    return () => {
      sheet.current?.destroy();
      desk.destroy();
    };
  }, []);
  const colours = theme.value;
  useEffect(() => {
    queueMicrotask(() => sheet.current?.repaint());
  }, [colours]);

  const reader = readerOf(desk);
  return (
    <EditorFrame undo={desk.undo} redo={desk.redo} reader={reader}>
      <div class="editor-main">
        <Tools desk={desk} />
        <div class="editor-sheet board-canvas map-view" ref={box} />
        <div class="map-strip">
          <p class="map-words" role="status" aria-live="polite">
            {desk.status.value}
          </p>
          <Selected desk={desk} />
          <div class="map-zoom" role="group" aria-label="Zoom">
            <button
              type="button"
              class="icon"
              aria-label="Zoom out (Shift+Z)"
              onClick={() => sheet.current?.zoom(-1)}
            >
              <span aria-hidden="true">−</span>
            </button>
            <button
              type="button"
              title="Show the whole map (F)"
              onClick={() => sheet.current?.zoom(0)}
            >
              Fit
            </button>
            <button
              type="button"
              class="icon"
              aria-label="Zoom in (Z)"
              onClick={() => sheet.current?.zoom(1)}
            >
              <span aria-hidden="true">+</span>
            </button>
          </div>
        </div>
      </div>
      <div class="editor-side">
        <Judgement desk={desk} go={(tile) => sheet.current?.go(tile)} props={props} />
        <Figures desk={desk} />
        <Text desk={desk} />
        <Keys />
      </div>
    </EditorFrame>
  );
}

/** What the desk does with files. @param {Desk} desk @returns {import('../../../panels/editing.jsx').Reader} */
const readerOf = (desk) => ({
  take: (text, name) => {
    desk.read(text, `“${name}” is on the sheet.`);
  },
  refuse: (words) => {
    desk.status.value = words;
  },
});

/** A small picture. @param {{ what: string }} props */
function Picture({ what }) {
  const place = useRef(/** @type {HTMLSpanElement | null} */ (null));
  const colours = theme.value;
  useEffect(() => {
    queueMicrotask(() => place.current?.replaceChildren(icon(what, readPalette(), 22)));
  }, [what, colours]);
  return <span class="picture" ref={place} />;
}

/** What is in hand, and how it paints. @param {{ desk: Desk }} props */
function Tools({ desk }) {
  const tool = desk.tool.value;
  const { players, columns, rows } = desk.parts.value;
  const stones = Array.from({ length: Math.max(0, Math.min(8, players)) }, (_, i) => ({
    letter: String(i + 1),
    name: `stone of Player ${i + 1}`,
  }));
  const steps = desk.steps.value;
  return (
    <div class="editor-tools">
      <div class="palette" role="group" aria-label="Paint with">
        {[...stones, ...TILES].map(({ letter, name }) => (
          <button
            type="button"
            key={letter}
            title={`${name} (${letter})`}
            aria-label={name}
            aria-pressed={tool === letter}
            onClick={() => (desk.tool.value = letter)}
          >
            <Picture what={letter === '0' ? 'land' : letter} />
          </button>
        ))}
        <button
          type="button"
          title="Draw transitions from border to border (T)"
          aria-label="transition"
          aria-pressed={tool === 'link'}
          onClick={() => (desk.tool.value = 'link')}
        >
          <Picture what="link" />
        </button>
      </div>
      <div class="editor-more">
        <select
          aria-label="Symmetry"
          value={desk.symmetry.value}
          onChange={(event) => {
            desk.symmetry.value = /** @type {import('./draft.js').Symmetry} */ (
              event.currentTarget.value
            );
          }}
        >
          {SYMMETRIES.map(({ id, label, title }) => (
            <option
              key={id}
              value={id}
              title={title}
              disabled={id === 'quarter' && columns !== rows}
            >
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          title="A stone’s image is the next player’s: fair for all"
          aria-pressed={desk.turns.value}
          onClick={() => (desk.turns.value = !desk.turns.value)}
        >
          Players in turn
        </button>
        <span class="space" />
        <button
          type="button"
          class="icon"
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={steps.back.length === 0}
          onClick={desk.undo}
        >
          <span aria-hidden="true">↶</span>
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Redo"
          title="Redo (Ctrl+Y)"
          disabled={steps.forth.length === 0}
          onClick={desk.redo}
        >
          <span aria-hidden="true">↷</span>
        </button>
      </div>
    </div>
  );
}

/** What can be done with the selected transition. @param {{ desk: Desk }} props */
function Selected({ desk }) {
  const selected = desk.selected.value;
  if (selected === null) return null;
  return (
    <button type="button" onClick={() => desk.remove(selected)}>
      Remove the transition
    </button>
  );
}

/** A whole number that is sent on when it is one. @param {{ label: string, value: number, max?: number, min?: number, change: (n: number) => void }} props */
function Figure({ label, value, min = 0, max, change }) {
  return (
    <label class="figure-field">
      <span>{label}</span>
      <input
        type="number"
        min={min}
        max={max}
        step="1"
        value={value}
        onChange={(event) => {
          const n = event.currentTarget.valueAsNumber;
          if (Number.isInteger(n) && n >= 0 && n <= 1e9) change(n);
          else event.currentTarget.value = String(value);
        }}
      />
    </label>
  );
}

/** Where the map comes from, its size, its players and what they have. @param {{ desk: Desk }} props */
function Figures({ desk }) {
  const parts = desk.parts.value;
  const maps = useMemo(() => desk.maps(), []);
  const set = (/** @type {Partial<typeof parts>} */ some, /** @type {string} */ words) =>
    desk.change({ ...desk.parts.peek(), ...some }, words);
  return (
    <section class="editor-part" aria-label="The map">
      <label class="field">
        <span class="field-name">Begin with</span>
        <select
          value=""
          onChange={(event) => {
            const name = event.currentTarget.value;
            event.currentTarget.value = '';
            const map = maps.find((one) => one.name === name);
            if (name === '*game') desk.read(desk.ofGame, 'The map of this game is on the sheet.');
            else if (name === '*new') desk.change(blank(2, 8, 8), 'A new, empty map.');
            else if (map) desk.read(map.text, `${map.name} is on the sheet.`);
          }}
        >
          <option value="">Choose…</option>
          <option value="*new">A new, empty map</option>
          <option value="*game">The map of this game</option>
          {maps.map(({ name, columns, rows, players }) => (
            <option key={name} value={name}>
              {`${name} (${columns}×${rows}, ${players} players)`}
            </option>
          ))}
        </select>
      </label>
      <div class="figures-row">
        <Figure
          label="Columns"
          value={parts.columns}
          min={1}
          change={(n) => desk.resize(n, parts.rows)}
        />
        <Figure
          label="Rows"
          value={parts.rows}
          min={1}
          change={(n) => desk.resize(parts.columns, n)}
        />
        <Figure
          label="Players"
          value={parts.players}
          change={(players) => set({ players }, `${players} players.`)}
        />
      </div>
      <div class="figures-row">
        <Figure
          label="Overrides each"
          value={parts.overrides}
          change={(overrides) => set({ overrides }, `${overrides} override stones each.`)}
        />
        <Figure
          label="Bombs each"
          value={parts.bombs}
          change={(bombs) => set({ bombs }, `${bombs} bombs each.`)}
        />
        <Figure
          label="Bomb reach"
          value={parts.strength}
          change={(strength) => set({ strength }, `Bombs reach ${strength} steps.`)}
        />
      </div>
    </section>
  );
}

/** What Rust says about the draft, and what can be done with a good one. @param {{ desk: Desk, go: (tile: number) => void, props: EditorProps }} p */
function Judgement({ desk, go, props }) {
  const known = desk.known.value;
  const text = known?.text ?? '';
  // A link belongs to the draft that it was made for.
  const link = useSignal({ text: '', address: '' });
  const address = text === link.value.text ? link.value.address : '';
  const { columns, transitions } = desk.parts.value;
  return (
    <section class="editor-part judgement" aria-label="Is it a map?" data-valid={known?.valid}>
      <h3>{known ? (known.valid ? 'A good map' : 'Not a map yet') : 'Looking…'}</h3>
      {known && known.problems.length > 0 && (
        <ul class="problems">
          {known.problems.map((problem) => {
            const tile = problem.tile && problem.tile[1] * columns + problem.tile[0];
            const joined =
              tile !== null && transitions.some((ends) => ends.some((end) => end.tile === tile));
            return (
              <li key={`${problem.line}:${problem.column}:${problem.message}`}>
                <span>{problem.message[0].toUpperCase() + problem.message.slice(1)}.</span>
                {tile !== null && (
                  <button type="button" class="small" onClick={() => go(tile)}>
                    Show {desk.placeName(tile)}
                  </button>
                )}
                {tile !== null && joined && (
                  <button type="button" class="small" onClick={() => desk.clearLinks(tile)}>
                    Remove its transitions
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {known?.notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      <div class="editor-actions">
        <button
          type="button"
          class="primary"
          disabled={!known?.valid}
          onClick={() => props.play(text)}
        >
          Play this map
        </button>
        <button
          type="button"
          disabled={!known?.valid}
          onClick={() => {
            try {
              link.value = { text, address: props.link(text) };
            } catch (error) {
              desk.status.value = error instanceof Error ? error.message : String(error);
            }
          }}
        >
          Link to it
        </button>
      </div>
      {address && <CopyField label="Link to a game on this map" text={address} />}
    </section>
  );
}

/** The map as text: to read, to paste, to keep. @param {{ desk: Desk }} props */
function Text({ desk }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const typed = desk.typed.value;
  const text = typed?.text ?? desk.known.value?.text ?? '';
  /** @param {number} line @param {number} column */
  const show = (line, column) => {
    const area = field.current;
    if (!area) return;
    const lines = area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(start + column - 1, start + column);
  };
  return (
    <section class="editor-part" aria-label="The map as text">
      <h3>As text</h3>
      <textarea
        ref={field}
        class="map-text"
        rows={8}
        spellcheck={false}
        maxLength={MAX_TEXT}
        aria-label="The map as text"
        aria-invalid={!!typed}
        value={text}
        onInput={(event) => desk.read(event.currentTarget.value)}
      />
      {typed && (
        <div class="typed">
          <p class="problem">This text is no map yet. The sheet stays as it is until it is one.</p>
          <ul class="problems">
            {typed.check.problems.map(({ line, column, message }) => (
              <li key={`${line}:${column}:${message}`}>
                <span>
                  Line {line}, column {column}: {message}.
                </span>
                <button type="button" class="small" onClick={() => show(line, column)}>
                  Show
                </button>
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => (desk.typed.value = null)}>
            Back to the sheet’s text
          </button>
        </div>
      )}
      <FileButtons name="reversi.map" text={text} reader={readerOf(desk)} />
    </section>
  );
}

/** Hands and keys. */
function Keys() {
  return (
    <details class="editor-part">
      <summary>Hands and keys</summary>
      <ul>
        <li>Drag to paint; two fingers, the wheel or the middle button move and zoom.</li>
        <li>
          With the transition tool, drag from a border’s dot to another, or tap one and then the
          other; tap the same twice for a mirror. A tap on a transition selects it.
        </li>
        <li>
          Keys on the sheet: arrows move; 0 to 8, -, c, i, b, x say what a tile is; Enter paints; T
          begins a transition, arrows choose the border, Enter takes it, then the same on the other
          tile; Delete removes. Z and Shift+Z zoom, F shows all.
        </li>
      </ul>
    </details>
  );
}
