/**
 * The map editor of Reversi XT: a sheet to draw on, tools, figures, what Rust says about the draft, and
 * its text. It can do nothing that a hand with a text editor could not, and it judges nothing.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { EditorFrame, FileButtons } from '../../../ui/editing.jsx';
import { MAX_TEXT } from '../../../ui/limits.js';
import { CopyField } from '../../../ui/out.jsx';
import { readPalette } from '../../../ui/palette.js';
import { Button, NumberInput, Sign } from '../../../ui/parts.jsx';
import { icon } from '../strip.js';
import { blank, SYMMETRIES } from './draft.js';
import { makeEditorState, TILES } from './editorState.js';
import { makeSheet } from './sheet.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {import('./editorState.js').EditorState} EditorState */

/** @param {EditorProps} props */
export function Editor(props) {
  // The state outlives every redraw; what it was opened with does not change under it.
  const state = useMemo(() => makeEditorState(props), []);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const sheet = useRef(/** @type {ReturnType<typeof makeSheet> | null} */ (null));
  useEffect(() => {
    if (!box.current) return;
    sheet.current = makeSheet(box.current, state);
    return () => {
      sheet.current?.destroy();
      state.destroy();
    };
  }, []);
  useEffect(() => {
    queueMicrotask(() => sheet.current?.repaint());
  }, [props.theme]);

  const reader = readerOf(state);
  return (
    <EditorFrame undo={state.undo} redo={state.redo} reader={reader}>
      <div class="editor-main">
        <Tools state={state} theme={props.theme} />
        <div class="editor-sheet board-canvas map-view" ref={box} />
        <div class="map-strip row">
          <p class="map-words note" role="status" aria-live="polite">
            {state.status.value}
          </p>
          <Selected state={state} />
          <div class="row g2 rigid" role="group" aria-label="Zoom">
            <Sign sign="−" label="Zoom out (Shift+Z)" act={() => sheet.current?.zoom(-1)} />
            <Button label="Fit" title="Show the whole map (F)" act={() => sheet.current?.zoom(0)} />
            <Sign sign="+" label="Zoom in (Z)" act={() => sheet.current?.zoom(1)} />
          </div>
        </div>
      </div>
      <div class="editor-side column g5 scroll">
        <Judgement state={state} go={(tile) => sheet.current?.go(tile)} props={props} />
        <Figures state={state} />
        <Text state={state} />
        <Keys />
      </div>
    </EditorFrame>
  );
}

/** What the state does with files. @param {EditorState} state @returns {import('../../../ui/editing.jsx').Reader} */
const readerOf = (state) => ({
  take: (text, name) => {
    state.read(text, `Loaded “${name}”.`);
  },
  refuse: (words) => {
    state.status.value = words;
  },
});

/** A small picture. @param {{ what: string, theme: string }} props */
function Picture({ what, theme }) {
  const place = useRef(/** @type {HTMLSpanElement | null} */ (null));
  useEffect(() => {
    queueMicrotask(() => place.current?.replaceChildren(icon(what, readPalette(), 22)));
  }, [what, theme]);
  return <span class="picture" ref={place} />;
}

/** What is in hand, and how it paints. @param {{ state: EditorState, theme: string }} props */
function Tools({ state, theme }) {
  const tool = state.tool.value;
  const { players, columns, rows } = state.parts.value;
  const stones = Array.from({ length: Math.max(0, Math.min(8, players)) }, (_, i) => ({
    letter: String(i + 1),
    name: `stone of Player ${i + 1}`,
  }));
  const tools = [...stones, ...TILES].map(({ letter, name }) => ({
    id: letter,
    name,
    title: `${name} (${letter})`,
    what: letter === '0' ? 'land' : letter,
  }));
  const title = 'Draw transitions from border to border (T)';
  tools.push({ id: 'link', name: 'transition', title, what: 'link' });
  const { canUndo, canRedo } = state.steps;
  return (
    <div class="row wrap g3">
      <div class="palette choices row wrap g2" role="group" aria-label="Paint with">
        {tools.map(({ id, name, title, what }) => (
          <button
            type="button"
            key={id}
            title={title}
            aria-label={name}
            aria-pressed={tool === id}
            onClick={() => (state.tool.value = id)}
          >
            <Picture what={what} theme={theme} />
          </button>
        ))}
      </div>
      <div class="editor-more row wrap grow g3">
        <select
          aria-label="Symmetry"
          value={state.symmetry.value}
          onChange={(event) => {
            state.symmetry.value = /** @type {import('./draft.js').Symmetry} */ (
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
        <Button
          label="Players in turn"
          title="A stone’s image is the next player’s: fair for all"
          aria-pressed={state.turns.value}
          act={() => (state.turns.value = !state.turns.value)}
        />
        <span class="space" />
        <Sign
          sign="↶"
          label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={!canUndo.value}
          act={state.undo}
        />
        <Sign
          sign="↷"
          label="Redo"
          title="Redo (Ctrl+Y)"
          disabled={!canRedo.value}
          act={state.redo}
        />
      </div>
    </div>
  );
}

/** What can be done with the selected transition. @param {{ state: EditorState }} props */
function Selected({ state }) {
  const selected = state.selected.value;
  if (selected === null) return null;
  return <Button label="Remove the transition" act={() => state.remove(selected)} />;
}

/** Where the map comes from, its size, its players and what they have. @param {{ state: EditorState }} props */
function Figures({ state }) {
  const parts = state.parts.value;
  const maps = useMemo(() => state.maps(), []);
  const set = (/** @type {Partial<typeof parts>} */ some, /** @type {string} */ words) =>
    state.change({ ...state.parts.peek(), ...some }, words);
  const { columns, rows, players, overrides, bombs, strength } = parts;
  /** @type {{ label: string, value: number, min?: number, change: (n: number) => void }[][]} */
  const figures = [
    [
      { label: 'Columns', value: columns, min: 1, change: (n) => state.resize(n, rows) },
      { label: 'Rows', value: rows, min: 1, change: (n) => state.resize(columns, n) },
      { label: 'Players', value: players, change: (n) => set({ players: n }, `${n} players.`) },
    ],
    [
      {
        label: 'Overrides each',
        value: overrides,
        change: (n) => set({ overrides: n }, `${n} override stones each.`),
      },
      { label: 'Bombs each', value: bombs, change: (n) => set({ bombs: n }, `${n} bombs each.`) },
      {
        label: 'Bomb reach',
        value: strength,
        change: (n) => set({ strength: n }, `Bombs reach ${n} steps.`),
      },
    ],
  ];
  return (
    <section class="editor-part box rigid" aria-label="The map">
      <label class="field">
        <span class="field-name">Begin with</span>
        <select
          value=""
          onChange={(event) => {
            const name = event.currentTarget.value;
            event.currentTarget.value = '';
            const map = maps.find((one) => one.name === name);
            if (name === '*game') state.read(state.ofGame, 'Loaded this game’s map.');
            else if (name === '*new') state.change(blank(2, 8, 8), 'A new, empty map.');
            else if (map) state.read(map.text, `Loaded ${map.name}.`);
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
      {figures.map((row) => (
        <div class="figures-row stack" key={row[0].label}>
          {row.map((figure) => (
            <label class="over" key={figure.label}>
              {figure.label}
              <NumberInput {...figure} label={undefined} max={1e9} />
            </label>
          ))}
        </div>
      ))}
    </section>
  );
}

/** What Rust says about the draft, and what can be done with a good one. @param {{ state: EditorState, go: (tile: number) => void, props: EditorProps }} p */
function Judgement({ state, go, props }) {
  const known = state.known.value;
  // What is typed and is no map is not judged by the sheet, which stayed as it was.
  const wrong = state.typed.value !== null;
  const valid = !wrong && !!known?.valid;
  const text = known?.text ?? '';
  // A link belongs to the draft that it was made for.
  const link = useSignal({ text: '', address: '' });
  const address = text === link.value.text ? link.value.address : '';
  const { columns, transitions } = state.parts.value;
  return (
    <section class="editor-part judgement box rigid" aria-label="Is it a map?" data-valid={valid}>
      <h3>{known || wrong ? (valid ? 'A good map' : 'Not a map yet') : 'Looking…'}</h3>
      {wrong && <p>Fix the marked errors.</p>}
      {known && known.problems.length > 0 && (
        <ul class="problems small-text">
          {known.problems.map((problem) => {
            const tile = problem.tile && problem.tile[1] * columns + problem.tile[0];
            const joined =
              tile !== null && transitions.some((ends) => ends.some((end) => end.tile === tile));
            return (
              <li class="row wrap g3" key={`${problem.line}:${problem.column}:${problem.message}`}>
                <span>{problem.message[0].toUpperCase() + problem.message.slice(1)}.</span>
                {tile !== null && (
                  <Button
                    label={`Show ${state.placeName(tile)}`}
                    class="small"
                    act={() => go(tile)}
                  />
                )}
                {tile !== null && joined && (
                  <Button
                    label="Remove its transitions"
                    class="small"
                    act={() => state.clearLinks(tile)}
                  />
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
      <div class="editor-actions row wrap">
        <Button
          label="Play this map"
          class="primary"
          disabled={!valid}
          act={() => props.play(text)}
        />
        <Button
          label="Link to it"
          disabled={!valid}
          act={() => {
            try {
              link.value = { text, address: props.link(text) };
            } catch (error) {
              state.status.value = error instanceof Error ? error.message : String(error);
            }
          }}
        />
      </div>
      {address && <CopyField label="Link to a game on this map" text={address} />}
    </section>
  );
}

/** The map as text: to read, to paste, to keep. @param {{ state: EditorState }} props */
function Text({ state }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const typed = state.typed.value;
  const text = typed?.text ?? state.written.value;
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
    <section class="editor-part box rigid" aria-label="The map as text">
      <h3>As text</h3>
      <textarea
        ref={field}
        class="map-text full"
        rows={8}
        spellcheck={false}
        maxLength={MAX_TEXT}
        aria-label="The map as text"
        aria-invalid={!!typed}
        value={text}
        onInput={(event) => state.read(event.currentTarget.value)}
      />
      {typed && (
        <div>
          <p class="problem box">
            This text is no map yet. The sheet stays as it is until it is one.
          </p>
          <ul class="problems small-text">
            {typed.check.problems.map(({ line, column, message }) => (
              <li class="row wrap g3" key={`${line}:${column}:${message}`}>
                <span>
                  Line {line}, column {column}: {message}.
                </span>
                <Button label="Show" class="small" act={() => show(line, column)} />
              </li>
            ))}
          </ul>
          <Button label="Back to the sheet’s text" act={() => (state.typed.value = null)} />
        </div>
      )}
      <FileButtons name="reversi.map" text={state.text} reader={readerOf(state)} />
    </section>
  );
}

/** Hands and keys. */
function Keys() {
  return (
    <details class="editor-part box rigid">
      <summary>Hands and keys</summary>
      <ul class="points">
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
