/**
 * Position setup, full screen: pieces (listed by Rust), the board, the side to move and other fields, errors, and
 * actions. The same for every game.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorText } from '../app/session.js';
import * as setup from '../app/setup.js';
import { closeDialog, say, theme } from '../app/store.js';
import { makeSetupBoard } from '../boards/setupBoard.js';
import { drawPiece } from '../boards/setupDraw.js';
import { sharpContext } from '../ui/canvas.js';
import { CopyField } from '../ui/copyAndSave.jsx';
import { SeatMark } from '../ui/mark.jsx';
import { readPalette } from '../ui/palette.js';
import '../ui/editing.css';
import * as strings from '../strings/setup.js';
import { Button, Choice, NumberInput, Problem, Sign } from '../ui/parts.jsx';

/** @typedef {import('../pkg/totora.js').SetupPiece} SetupPiece */
/** @typedef {import('../pkg/totora.js').SetupField} SetupField */
/** @typedef {import('../boards/setupBoard.js').Tool} Tool */

const ICON = 30;

export function SetupScreen() {
  const [failed, setFailed] = useState('');
  const [tool, setTool] = useState(/** @type {Tool} */ ({ piece: 0, turn: 0 }));
  const [link, setLink] = useState('');
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const board = useRef(/** @type {ReturnType<typeof makeSetupBoard> | null} */ (null));
  const hand = useRef(tool);
  const table = setup.table.value;
  hand.current = tool;
  useEffect(() => {
    setup.openHere().catch((error) => setFailed(errorText(error)));
  }, []);
  const there = !!table;
  useEffect(() => {
    if (!box.current || !there) return;
    const made = makeSetupBoard(box.current, {
      act: (spot, { piece, turn }) =>
        setup.edit(piece === null ? `remove ${spot}` : `put ${piece} ${spot} ${turn}`),
      key: (key) => pressed(key, hand.current, setTool),
      say,
    });
    board.current = made;
    made.take(hand.current);
    if (import.meta.env.MODE === 'test') Object.assign(window, { __setupBoard: made });
    return () => made.destroy();
  }, [there]);
  useEffect(() => {
    if (table) board.current?.show(table);
    setLink('');
  }, [table]);
  // Render before the next event: a quick click after a key must place the turned piece.
  useLayoutEffect(() => board.current?.take(tool), [tool]);
  useEffect(() => board.current?.repaint(), [theme.value]);
  if (failed) return <p role="alert">{failed}</p>;
  if (!table) return <p class="quiet">{strings.opening}</p>;
  const wrong = table.problems.length > 0;
  return (
    <div class="setup-screen stack grow g5">
      <Palette pieces={table.pieces} tool={tool} take={setTool} />
      <div class="column grow g4">
        <div class="setup-board box anchor" ref={box} />
        <div class="row wrap g3">
          <Button label={strings.undo} disabled={!setup.canUndo.value} act={setup.undoEdit} />
          <Button label={strings.redo} disabled={!setup.canRedo.value} act={setup.redoEdit} />
          <Button label={strings.asAtTheStart} act={() => setup.setText('')} />
          <Button label={strings.clear} act={() => setup.edit('clear')} />
          <span class="grow" />
          <span class="row g2">
            <Sign sign="−" label={strings.zoomOut} act={() => board.current?.zoom(-1)} />
            <Sign sign="+" label={strings.zoomIn} act={() => board.current?.zoom(1)} />
            <Sign sign="▢" label={strings.showAll} act={() => board.current?.zoom(0)} />
          </span>
        </div>
        <p class="setup-how fine" id="setup-how">
          {strings.clickToPlaceAPiece}
        </p>
      </div>
      <div class="column g5 scroll">
        <Fields fields={table.fields} />
        <section aria-live="polite" data-wrong={wrong}>
          {table.problems.map(({ text, at }) => (
            <p class="problem box" key={text}>
              {text}{' '}
              {at !== null && (
                <Button label={strings.show} class="small" act={() => board.current?.go(at)} />
              )}
            </p>
          ))}
          {table.notes.map((note) => (
            <p class="quiet" key={note}>
              {note}
            </p>
          ))}
          {!wrong && <p class="strong">{table.turn}.</p>}
        </section>
        <div class="row wrap g3">
          {
            /** @type {const} */ ([
              ['play', strings.playFromHere],
              ['analyse', strings.analyse],
            ]).map(([how, label]) => (
              <Button
                label={label}
                key={how}
                class={how === 'play' ? 'primary' : ''}
                disabled={wrong}
                title={
                  how === 'play' ? strings.newGameWithCurrentPlayers : strings.newGameWithPeople
                }
                act={async () => {
                  if (await setup.begin(how)) closeDialog();
                }}
              />
            ))
          }
          <Button label={strings.link} disabled={wrong} act={() => setLink(setup.link())} />
        </div>
        {link && !wrong && <CopyField label={strings.linkToThisPosition} text={link} />}
        <AsText text={table.text} />
      </div>
    </div>
  );
}

/**
 * Keys that select the tool. @param {string} key @param {Tool} tool @param {(tool: Tool) => void} take
 * @returns {boolean}
 */
function pressed(key, tool, take) {
  const pieces = setup.table.value?.pieces ?? [];
  if (key === 'r' || key === 'R') {
    const turns = pieces[tool.piece ?? -1]?.turns.length ?? 0;
    if (turns > 0) take({ ...tool, turn: (tool.turn + 1) % turns });
    return turns > 0;
  }
  const number = key === '0' ? 0 : Number(key);
  if (!/^\d$/.test(key) || number > pieces.length) return false;
  take({ piece: number === 0 ? null : number - 1, turn: 0 });
  say(number === 0 ? strings.removeIt : pieces[number - 1].label);
  return true;
}

/** @param {{ pieces: SetupPiece[], tool: Tool, take: (tool: Tool) => void }} props */
function Palette({ pieces, tool, take }) {
  const turns = pieces[tool.piece ?? -1]?.turns.length ?? 0;
  return (
    <div class="setup-palette choices stack g2 scroll" role="group" aria-label={strings.pieces}>
      {pieces.map((piece, i) => (
        <Button
          key={piece.label}
          aria-pressed={tool.piece === i}
          act={() => take({ piece: i, turn: 0 })}
        >
          <Icon piece={tool.piece === i && turns > 0 ? turned(piece, tool.turn) : piece} />
          <span>{piece.label}</span>
        </Button>
      ))}
      <Button aria-pressed={tool.piece === null} act={() => take({ piece: null, turn: 0 })}>
        <span class="setup-icon" aria-hidden="true">
          ×
        </span>
        <span>{strings.removeIt}</span>
      </Button>
      <Button
        hidden={!pieces.some((piece) => piece.turns.length > 1)}
        disabled={turns < 2}
        act={() => take({ ...tool, turn: (tool.turn + 1) % turns })}
      >
        <span class="setup-icon" aria-hidden="true">
          ↻
        </span>
        <span>{strings.turn}</span>
      </Button>
    </div>
  );
}

/** @param {SetupPiece} piece @param {number} turn */
const turned = (piece, turn) => ({ ...piece, turns: [piece.turns[turn]] });

/** A piece, drawn as on the board. @param {{ piece: SetupPiece }} props */
function Icon({ piece }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    if (!canvas.current) return;
    const ctx = sharpContext(canvas.current, ICON, ICON);
    ctx.clearRect(0, 0, ICON, ICON);
    drawPiece(ctx, readPalette(), piece, ICON / 2, ICON / 2, ICON);
  }, [piece, theme.value]);
  return (
    <span class="setup-icon" aria-hidden="true">
      <canvas ref={canvas} />
    </span>
  );
}

/** @param {{ fields: SetupField[] }} props */
function Fields({ fields }) {
  return (
    <div class="setup-fields">
      {fields.map((field, i) => (
        <FieldOf
          key={field.label}
          field={field}
          id={`setup-field-${i}`}
          set={(value) => setup.edit(`set ${i} ${value}`)}
        />
      ))}
    </div>
  );
}

/** @param {{ field: SetupField, id: string, set: (value: number) => string }} props */
function FieldOf({ field, id, set }) {
  const { label, seat, value, min, max, choices } = field;
  return (
    <div class="field">
      <label for={id}>
        {seat !== null && <SeatMark seat={seat} />} {label}
      </label>
      {choices.length > 0 ? (
        <Choice
          id={id}
          among={choices.map((choice, i) => [i, choice])}
          value={value}
          choose={set}
        />
      ) : (
        <NumberInput
          id={id}
          min={min}
          max={max}
          value={value}
          readOnly={min === max}
          change={set}
        />
      )}
    </div>
  );
}

/** The draft as text, to copy or replace. @param {{ text: string }} props */
function AsText({ text }) {
  const [own, setOwn] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setOwn(null);
    setProblem('');
  }, [text]);
  return (
    <details class="as-text">
      <summary class="row g3">{strings.asText}</summary>
      <textarea
        class="map-text full"
        rows={8}
        spellcheck={false}
        aria-label={strings.positionAsText}
        aria-invalid={!!problem}
        value={own ?? text}
        onInput={(event) => setOwn(event.currentTarget.value)}
      />
      <Problem words={problem} />
      <Button
        label={strings.useThisText}
        disabled={own === null || own === text}
        act={() => setProblem(setup.setText(own ?? ''))}
      />
    </details>
  );
}
