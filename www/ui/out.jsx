/** What leaves the page: texts to copy, files to save. */
import { useRef, useState } from 'preact/hooks';

export { save } from './save.js';

import { Button } from './parts.jsx';

/**
 * A text that is there to be copied.
 * @param {{ label: string, text: string }} props
 */
export function CopyField({ label, text }) {
  const [copied, setCopied] = useState('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    await copyFrom(text, field.current);
    setCopied(text);
  };
  return (
    <div class="copy row">
      <input
        ref={field}
        readOnly
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button label={copied === text ? 'Copied' : 'Copy'} class="primary" act={copy} />
    </div>
  );
}

/**
 * A longer text that is there to be copied, with its button under it.
 * @param {{ label: string, text: string, rows: number, button: string, class?: string }} props
 */
export function CopyText({ label, text, rows, button, class: name = '' }) {
  const [copied, setCopied] = useState('');
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  return (
    <>
      <textarea
        ref={field}
        class={`map-text full ${name}`}
        readOnly
        rows={rows}
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        label={copied === text ? 'Copied' : button}
        act={async () => {
          await copyFrom(text, field.current);
          setCopied(text);
        }}
      />
    </>
  );
}

/**
 * Puts a text on the clipboard.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement | null} field   where it stands
 */
async function copyFrom(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without leave for the clipboard, the old way still works.
    field?.select();
    document.execCommand('copy');
  }
}

/**
 * A button that asks for a file.
 * @param {{ label: string, accept: string, take: (file: File) => void }} props
 */
export const FileButton = ({ label, accept, take }) => (
  <label class="button file">
    {label}
    <input
      type="file"
      accept={accept}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        // The same file may be chosen again.
        event.currentTarget.value = '';
        if (file) take(file);
      }}
    />
  </label>
);
