/** The note on the displayed position, the verdict on the move that led to it, and marks by keyboard. */
import './notes.css';
import { useEffect, useState } from 'preact/hooks';
import { marking } from '../app/marking.js';
import { annotate, clearMarks, noteHere, places, toggleMark } from '../app/notes.js';
import { embedded, say, state, walking } from '../app/store.js';
import * as strings from '../strings/studies.js';
import { Name } from '../ui/name.jsx';
import { Button, LabelledChoice } from '../ui/parts.jsx';

/** Maximum number of characters of a note; Rust refuses longer ones. */
const MOST = 500;
/** Boards with more places have no fields for them. */
const MANY = 1_000;
/** Notes with fewer characters left say so. */
const FEW = 60;

export function NoteEditor() {
  const now = state.value;
  useEffect(
    () => () => {
      marking.value = false;
    },
    [],
  );
  if (!now || walking.value) return null;
  const { note = '' } = noteHere.value;
  if (embedded.value) return note ? <Note text={note} /> : null;
  return <Editor key={`${now.hash} ${now.ply}`} note={note} ply={now.ply} />;
}

/** @param {{ text: string }} props */
const Note = ({ text }) => (
  <p class="note-text">
    <Name>{text}</Name>
  </p>
);

/** @param {{ note: string, ply: number }} props */
function Editor({ note, ply }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const text = typed ?? note;
  const left = MOST - [...text].length;
  const found = noteHere.value;
  const marked = (found.arrows?.length ?? 0) + (found.places?.length ?? 0) > 0;
  /** @param {string} written */
  const save = (written) => {
    setTyped(null);
    if (written.trim() === note) return;
    annotate((now) => ({ ...now, note: [...written.trim()].slice(0, MOST).join('') }));
    say(strings.noteSaved);
  };
  return (
    <section class="note-editor stack g3" aria-label={strings.note}>
      <label class="stack g2">
        <span class="small-text">{strings.noteLabel}</span>
        <textarea
          rows={2}
          value={text}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={(event) => save(event.currentTarget.value)}
        />
      </label>
      {left < FEW && <small role="status">{strings.charactersLeft(Math.max(0, left))}</small>}
      <div class="row wrap g3">
        {ply > 0 && (
          <LabelledChoice
            label={strings.verdict}
            among={[['', strings.noVerdict], ...Object.entries(strings.verdicts)]}
            value={found.glyph ?? ''}
            choose={(glyph) =>
              annotate((now) => ({ ...now, glyph: /** @type {any} */ (glyph) || undefined }))
            }
          />
        )}
      </div>
      {places.value.length > 0 && <Marks marked={marked} />}
    </section>
  );
}

/** Marks on the board. @param {{ marked: boolean }} props */
function Marks({ marked }) {
  const names = places.value;
  return (
    <details
      open={marking.value}
      onToggle={(event) => {
        marking.value = event.currentTarget.open;
      }}
    >
      <summary>{strings.marksOnTheBoard}</summary>
      <p class="quiet">{strings.howToMark}</p>
      {names.length < MANY && <Fields names={names} />}
      {marked && <Button label={strings.clearMarks} class="small" act={clearMarks} />}
    </details>
  );
}

/** Marks without a pointer. @param {{ names: string[] }} props */
function Fields({ names }) {
  const [from, setFrom] = useState(names[0]);
  const [to, setTo] = useState('');
  const [colour, setColour] = useState(/** @type {'green'} */ ('green'));
  const options = names.map((name) => /** @type {[string, string]} */ ([name, name]));
  return (
    <div class="row wrap g3">
      <LabelledChoice label={strings.place} among={options} value={from} choose={setFrom} />
      <LabelledChoice
        label={strings.arrowTo}
        among={[['', strings.noArrow], ...options]}
        value={to}
        choose={setTo}
      />
      {!to && (
        <LabelledChoice
          label={strings.colour}
          among={Object.entries(strings.colours)}
          value={colour}
          choose={(name) => setColour(/** @type {'green'} */ (name))}
        />
      )}
      <Button label={strings.mark} class="small" act={() => toggleMark(from, to || from, colour)} />
    </div>
  );
}
