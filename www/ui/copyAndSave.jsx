/** Output of the page: texts to copy, files to save. */
import { useRef, useState } from 'preact/hooks';

export { save } from './save.js';

import * as strings from '../strings/common.js';
import { Button } from './parts.jsx';

/**
 * A text with a copy button; with `rows` a text of several lines, with the button below.
 * @param {{ label: string, text: string, rows?: number, button?: string, class?: string }} props
 */
export function CopyField({ label, text, rows, button = strings.copy, class: name = '' }) {
  const [copied, setCopied] = useState('');
  const field = useRef(/** @type {any} */ (null));
  const all = {
    ref: field,
    readOnly: true,
    value: text,
    'aria-label': label,
    onFocus: () => field.current?.select(),
  };
  const copy = (
    <Button
      label={copied === text ? strings.copied : button}
      class={rows ? '' : 'primary'}
      act={async () => {
        await copyFrom(text, field.current);
        setCopied(text);
      }}
    />
  );
  if (rows)
    return (
      <>
        <textarea {...all} class={`map-text full ${name}`} rows={rows} />
        {copy}
      </>
    );
  return (
    <div class="copy row">
      <input {...all} />
      {copy}
    </div>
  );
}

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement | null} field   which shows the text
 */
async function copyFrom(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission for the clipboard, the deprecated API still works.
    field?.select();
    document.execCommand('copy');
  }
}

/**
 * A button that opens a file dialog.
 * @param {{ label: string, accept: string, take: (file: File) => void }} props
 */
export const FileButton = ({ label, accept, take }) => (
  <label class="button file cut anchor">
    {label}
    <input
      type="file"
      class="fill"
      accept={accept}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        // Reset, so that the same file can be chosen again.
        event.currentTarget.value = '';
        if (file) take(file);
      }}
    />
  </label>
);
