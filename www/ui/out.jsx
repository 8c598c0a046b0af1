/** What leaves the page: texts to copy, files to save. */
import { useRef, useState } from 'preact/hooks';

export { save } from './save.js';

import * as strings from '../strings/common.js';
import { Button } from './parts.jsx';

/**
 * A text that is there to be copied; with `rows` one of several lines, and the button under it.
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
  <label class="button file cut anchor">
    {label}
    <input
      type="file"
      class="fill"
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
