/**
 * The map editor of Reversi XT: a sheet to draw on, tools, number fields, Rust's check of the draft, and its text. It
 * can do nothing that a text editor cannot, and Rust validates the map.
 */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import * as strings from '../../../strings/editors.js';
import { EditorFrame, MapText, MapUses, StepSigns } from '../../../ui/editing.jsx';
import { readPalette } from '../../../ui/palette.js';
import { Button, NumberInput, Sign } from '../../../ui/parts.jsx';
import { icon } from '../strip.js';
import { blank, SYMMETRIES } from './draft.js';
import * as edit from './editorState.js';
import { makeSheet } from './sheet.js';

/** @typedef {import('../../contract.js').EditorProps} EditorProps */
/** @typedef {import('./editorState.js').EditorState} EditorState */

/** @param {EditorProps} props */
export function Editor(props) {
  // The state is created once; later changes of the initial props do not affect it.
  const state = useMemo(() => edit.makeEditorState(props), []);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const sheet = useRef(/** @type {ReturnType<typeof makeSheet> | null} */ (null));
  useEffect(() => {
    if (!box.current) return;
    sheet.current = makeSheet(box.current, state);
    return () => {
      sheet.current?.destroy();
      edit.destroy(state);
    };
  }, []);
  useEffect(() => {
    queueMicrotask(() => sheet.current?.repaint());
  }, [props.theme]);

  const reader = readerOf(state);
  return (
    <EditorFrame {...stepsOf(state)} reader={reader}>
      <div class="editor-main stack">
        <Tools state={state} theme={props.theme} />
        <div class="editor-sheet board-canvas map-view anchor" ref={box} />
        <div class="map-strip row">
          <p class="map-words note" role="status" aria-live="polite">
            {state.status.value}
          </p>
          <Selected state={state} />
          <div class="row g2 rigid" role="group" aria-label={strings.zoom}>
            <Sign sign="−" label={strings.zoomOutShiftZ} act={() => sheet.current?.zoom(-1)} />
            <Button
              label={strings.fit}
              title={strings.showTheWholeMapF}
              act={() => sheet.current?.zoom(0)}
            />
            <Sign sign="+" label={strings.zoomInZ} act={() => sheet.current?.zoom(1)} />
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

/** The state's handlers for files. @param {EditorState} state @returns {import('../../../ui/editing.jsx').Reader} */
const readerOf = (state) => ({
  take: (text, name) => edit.read(state, text, strings.loaded(name)),
  refuse: (words) => {
    state.status.value = words;
  },
});

/** The state's handlers for undo and redo. @param {EditorState} state */
const stepsOf = (state) => ({
  undo: () => edit.step(state, 'undo'),
  redo: () => edit.step(state, 'redo'),
});

/** A small picture. @param {{ what: string, theme: string }} props */
function Picture({ what, theme }) {
  const place = useRef(/** @type {HTMLSpanElement | null} */ (null));
  useEffect(() => {
    queueMicrotask(() => place.current?.replaceChildren(icon(what, readPalette(), 22)));
  }, [what, theme]);
  return <span class="picture" ref={place} />;
}

/** The tools, with their options. @param {{ state: EditorState, theme: string }} props */
function Tools({ state, theme }) {
  const tool = state.tool.value;
  const { players, columns, rows } = state.parts.value;
  const stones = Array.from({ length: Math.max(0, Math.min(8, players)) }, (_, i) => ({
    letter: String(i + 1),
    name: strings.stoneOf(strings.COLOURS[i]),
  }));
  const tools = [...stones, ...edit.TILES].map(({ letter, name }) => ({
    id: letter,
    name,
    title: `${name} (${letter})`,
    what: letter === '0' ? 'land' : letter,
  }));
  const title = strings.drawTransitionsFromBorder;
  tools.push({ id: 'link', name: 'transition', title, what: 'link' });
  return (
    <div class="row wrap g3">
      <div class="palette choices row wrap g2" role="group" aria-label={strings.paintWith}>
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
          aria-label={strings.symmetry}
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
          label={strings.playersInTurn}
          title={strings.stonesImageIsTheNext}
          aria-pressed={state.turns.value}
          act={() => (state.turns.value = !state.turns.value)}
        />
        <span class="grow" />
        <StepSigns steps={state.steps} {...stepsOf(state)} />
      </div>
    </div>
  );
}

/** Actions on the selected transition. @param {{ state: EditorState }} props */
function Selected({ state }) {
  const selected = state.selected.value;
  if (selected === null) return null;
  return <Button label={strings.removeTheTransition} act={() => edit.remove(state, selected)} />;
}

/** The map's source, size, players and their stones. @param {{ state: EditorState }} props */
function Figures({ state }) {
  const parts = state.parts.value;
  const maps = /** @type {import('../../../pkg/totora.js').ReversiMap[]} */ (
    useMemo(() => state.props.inspect({ maps: true }) ?? [], [])
  );
  const set = (/** @type {Partial<typeof parts>} */ some, /** @type {string} */ words) =>
    edit.change(state, { ...state.parts.peek(), ...some }, words);
  const { columns, rows } = parts;
  /** @param {string} label @param {number} value @param {(n: number) => void} change @param {number} [min] */
  const field = (label, value, change, min = 0) => ({ label, value, change, min });
  /** @param {'players' | 'overrides' | 'bombs' | 'strength'} key @param {string} label @param {(n: number) => string} words */
  const figure = (key, label, words) =>
    field(label, parts[key], (n) => set({ [key]: n }, words(n)));
  const figures = [
    [
      field(strings.columns, columns, (n) => edit.resize(state, n, rows), 1),
      field(strings.rows, rows, (n) => edit.resize(state, columns, n), 1),
      figure('players', strings.players, strings.playersAreSet),
    ],
    [
      figure('overrides', strings.overridesEach, strings.overrideStonesEach),
      figure('bombs', strings.bombsEach, strings.bombsEachAreSet),
      figure('strength', strings.bombReach, strings.bombsReachSteps),
    ],
  ];
  return (
    <section class="editor-part box rigid" aria-label={strings.map}>
      <label class="field">
        <span class="field-name">{strings.beginWith}</span>
        <select
          value=""
          onChange={(event) => {
            const name = event.currentTarget.value;
            event.currentTarget.value = '';
            const map = maps.find((one) => one.name === name);
            if (name === '*game')
              edit.read(state, state.props.layout.map, strings.loadedThisGamesMap);
            else if (name === '*new') edit.change(state, blank(2, 8, 8), strings.newEmptyMap);
            else if (map) edit.read(state, map.text, strings.loadedMap(map.name));
          }}
        >
          <option value="">{strings.choose}</option>
          <option value="*new">{strings.aNewEmptyMap}</option>
          <option value="*game">{strings.mapOfThisGame}</option>
          {maps.map(({ name, columns, rows, players }) => (
            <option key={name} value={name}>
              {strings.mapSummary(name, columns, rows, players)}
            </option>
          ))}
        </select>
      </label>
      {figures.map((row) => (
        <div class="figures-row stack below" key={row[0].label}>
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

/** Rust's check of the draft, and actions on a valid one. @param {{ state: EditorState, go: (tile: number) => void, props: EditorProps }} p */
function Judgement({ state, go, props }) {
  const known = state.known.value;
  // The problems of an invalid text do not apply to the sheet, which is unchanged.
  const wrong = state.typed.value !== null;
  const valid = !wrong && !!known?.valid;
  const text = known?.text ?? '';
  const { columns, transitions } = state.parts.value;
  return (
    <section
      class="editor-part judgement box rigid"
      aria-label={strings.isItAMap}
      data-valid={valid}
    >
      <h3>{known || wrong ? (valid ? strings.goodMap : strings.notAMapYet) : strings.checking}</h3>
      {wrong && <p>{strings.fixTheMarkedErrors}</p>}
      {known && known.problems.length > 0 && (
        <ul class="problems scroll small-text">
          {known.problems.map((problem) => {
            const tile = problem.tile && problem.tile[1] * columns + problem.tile[0];
            const joined =
              tile !== null && transitions.some((ends) => ends.some((end) => end.tile === tile));
            return (
              <li class="row wrap g3" key={`${problem.line}:${problem.column}:${problem.message}`}>
                <span>{problem.message[0].toUpperCase() + problem.message.slice(1)}.</span>
                {tile !== null && (
                  <Button
                    label={strings.show(edit.placeName(state, tile))}
                    class="small"
                    act={() => go(tile)}
                  />
                )}
                {tile !== null && joined && (
                  <Button
                    label={strings.removeItsTransitions}
                    class="small"
                    act={() => edit.clearLinks(state, tile)}
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
      <MapUses
        text={text}
        valid={valid}
        play={() => props.play(text)}
        link={props.link}
        refuse={readerOf(state).refuse}
      />
    </section>
  );
}

/** The map as text: to read, to paste, to save. @param {{ state: EditorState }} props */
function Text({ state }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const typed = state.typed.value;
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
    <section class="editor-part box rigid" aria-label={strings.theMapAsText}>
      <h3>{strings.asText}</h3>
      <MapText
        field={field}
        text={typed?.text ?? state.written.value}
        wrong={!!typed}
        write={(text) => edit.read(state, text)}
        name="reversi.map"
        kept={() => edit.textOf(state)}
        reader={readerOf(state)}
      >
        {typed && (
          <div>
            <p class="problem box">{strings.textIsNoMapYet}</p>
            <ul class="problems scroll small-text">
              {typed.check.problems.map(({ line, column, message }) => (
                <li class="row wrap g3" key={`${line}:${column}:${message}`}>
                  <span>{strings.lineColumn(line, column, message)}</span>
                  <Button
                    label={strings.showProblem}
                    class="small"
                    act={() => show(line, column)}
                  />
                </li>
              ))}
            </ul>
            <Button label={strings.backToTheSheetsText} act={() => (state.typed.value = null)} />
          </div>
        )}
      </MapText>
    </section>
  );
}

/** Help for mouse, touch and keys. */
function Keys() {
  return (
    <details class="editor-part box rigid">
      <summary>{strings.mouseTouchAndKeys}</summary>
      <ul class="points">
        <li>{strings.dragToPaintTwoFingers}</li>
        <li>{strings.withTheTransitionToolDrag}</li>
        <li>{strings.keysOnTheSheetArrows}</li>
      </ul>
    </details>
  );
}
