/**
 * Shared by the map editors: a frame that handles undo, redo and dropped files, the map as text and file, and actions
 * on a valid map. Rust validates a text; the editor decides what to do with it.
 */
import { useSignal } from '@preact/signals';
import './editing.css';
import * as strings from '../strings/editors.js';
import { CopyField, FileButton, save } from './copyAndSave.jsx';
import { keyOf } from './keys.js';
import { MAX_TEXT } from './limits.js';
import { Button, Sign } from './parts.jsx';

/**
 * @typedef {object} Reader   An editor's handlers for a file.
 * @property {(text: string, name: string) => void} take   gets the text and name of a file
 * @property {(words: string) => void} refuse              gets the reason why a file was not read
 */

/**
 * Reads a file, if it is small enough to be a map.
 * @param {File} file
 * @param {Reader} reader
 */
async function read(file, { take, refuse }) {
  if (file.size > MAX_TEXT) {
    refuse(strings.isTooLarge(file.name, (file.size / 1e6).toFixed(1)));
    return;
  }
  try {
    take(await file.text(), file.name);
  } catch {
    refuse(strings.couldNotBeRead(file.name));
  }
}

/**
 * The frame of an editor.
 * @param {{ kind?: string, undo: () => void, redo: () => void, reader: Reader, children: import('preact').ComponentChildren }} props
 */
export function EditorFrame({ kind = '', undo, redo, reader, children }) {
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const typing = event.target instanceof Element && event.target.closest('textarea, input');
    if (typing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const name = keyOf(event).toLowerCase();
    if (name === 'z') event.shiftKey ? redo() : undo();
    else if (name === 'y') redo();
    else return;
    event.preventDefault();
  };
  /**
   * A press on the sheet takes the focus from a text field, so that Ctrl+Z undoes in the editor and not in the field.
   * @param {PointerEvent} event
   */
  const down = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest('input, textarea, select, button, label, a, summary')) return;
    const taker = target.closest('[tabindex]');
    if (taker instanceof HTMLElement) taker.focus({ preventScroll: true });
  };
  /** @param {DragEvent} event */
  const drop = (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // A map dropped here is for the editor, not for the page behind it.
    event.preventDefault();
    event.stopPropagation();
    read(file, reader);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and drops for all its children
    <div
      class={`editor stack grow g5 ${kind}`}
      tabIndex={-1}
      onPointerDown={down}
      onKeyDown={key}
      onDrop={drop}
      onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
    >
      {children}
    </div>
  );
}

/**
 * Buttons for undo and redo.
 * @param {{ steps: Pick<ReturnType<typeof import('./steps.js').makeSteps>, 'canUndo' | 'canRedo'>, undo: () => void, redo: () => void }} props
 */
export const StepSigns = ({ steps, undo, redo }) => (
  <>
    <Sign
      sign="↶"
      label={strings.undo}
      title={strings.undoCtrlZ}
      disabled={!steps.canUndo.value}
      act={undo}
    />
    <Sign
      sign="↷"
      label={strings.redo}
      title={strings.redoCtrlY}
      disabled={!steps.canRedo.value}
      act={redo}
    />
  </>
);

/**
 * The map as text: to read, to paste, to save in a file. Its children show what is wrong with it.
 * @param {{ field?: import('preact').Ref<HTMLTextAreaElement>, text: string, wrong: boolean, write: (text: string) => void, name: string, kept: () => string, reader: Reader, children?: import('preact').ComponentChildren }} props
 *   `kept` returns the text for a file of that name
 */
export const MapText = ({ field, text, wrong, write, name, kept, reader, children }) => (
  <>
    <textarea
      ref={field}
      class="map-text full"
      rows={8}
      spellcheck={false}
      maxLength={MAX_TEXT}
      aria-label={strings.theMapAsText}
      aria-invalid={wrong}
      value={text}
      onInput={(event) => write(event.currentTarget.value)}
    />
    {children}
    <div class="row wrap above">
      <Button
        label={strings.download}
        act={() => save(name, new Blob([kept()], { type: 'text/plain' }))}
      />
      <FileButton
        label={strings.openAFile}
        accept=".map,.txt,text/plain"
        take={(file) => read(file, reader)}
      />
    </div>
  </>
);

/**
 * Buttons to play on the map or to make a link to a game on it. The link disappears when the text changes.
 * @param {{ text: string, valid: boolean, play: () => void, link: (text: string) => string, refuse: (words: string) => void }} props
 */
export function MapUses({ text, valid, play, link, refuse }) {
  const made = useSignal({ text: '', address: '' });
  const address = text === made.value.text ? made.value.address : '';
  return (
    <>
      <div class="row wrap above">
        <Button label={strings.playThisMap} class="primary" disabled={!valid} act={play} />
        <Button
          label={strings.linkToIt}
          disabled={!valid}
          act={() => {
            try {
              made.value = { text, address: link(text) };
            } catch (error) {
              refuse(error instanceof Error ? error.message : String(error));
            }
          }}
        />
      </div>
      {address && (
        <>
          <CopyField label={strings.linkToAGame} text={address} />
          <small>{strings.charactersTheLink(address.length)}</small>
        </>
      )}
    </>
  );
}
