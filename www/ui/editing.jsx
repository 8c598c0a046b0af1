/**
 * What the editors of maps share: the frame that hears undo, redo and dropped files, and the buttons that
 * write and read a file. What a text is worth is said by Rust, what is done with it by the editor.
 */
import './editing.css';
import { MAX_TEXT } from './limits.js';
import { FileButton, save } from './out.jsx';
import { Button } from './parts.jsx';

/**
 * @typedef {object} Reader   What an editor does with a text from outside.
 * @property {(text: string, name: string) => void} take   the text of a file of that name
 * @property {(words: string) => void} refuse              why a file was not read
 */

/**
 * Reads a file, if it is small enough to be a map.
 * @param {File} file
 * @param {Reader} reader
 */
async function read(file, { take, refuse }) {
  if (file.size > MAX_TEXT) {
    refuse(`“${file.name}” is too large for a map: ${(file.size / 1e6).toFixed(1)} MB.`);
    return;
  }
  try {
    take(await file.text(), file.name);
  } catch {
    refuse(`“${file.name}” could not be read.`);
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
    const name = event.key.toLowerCase();
    if (name === 'z') event.shiftKey ? redo() : undo();
    else if (name === 'y') redo();
    else return;
    event.preventDefault();
  };
  /**
   * A hand on the sheet takes the focus from where something was typed: Ctrl+Z is the editor's from then on, and not
   * the field's own.
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
    // A map that is dropped here is for the editor, not for the page behind it.
    event.preventDefault();
    event.stopPropagation();
    read(file, reader);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and drops for all that is in it
    <div
      class={`editor ${kind}`}
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

/** Writes the map to a file, and reads one. @param {{ name: string, text: () => string, reader: Reader }} props */
export function FileButtons({ name, text, reader }) {
  return (
    <div class="editor-actions row wrap">
      <Button label="Download" act={() => save(name, new Blob([text()], { type: 'text/plain' }))} />
      <FileButton
        label="Open a file"
        accept=".map,.txt,text/plain"
        take={(file) => read(file, reader)}
      />
    </div>
  );
}
