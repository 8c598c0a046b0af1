/** A form to open something shared, as pasted text or a file. Its caller validates the input. */
import { useState } from 'preact/hooks';
import { closeDialog } from '../app/store.js';
import * as strings from '../strings/common.js';
import { FileButton } from '../ui/copyAndSave.jsx';
import { Button } from '../ui/parts.jsx';

/**
 * @param {object} props
 * @param {string} props.label         of the field
 * @param {string} props.placeholder   of the field
 * @param {number} props.most          maximum length
 * @param {string} props.accept        accepted file types
 * @param {(text: string) => boolean | Promise<boolean>} props.open   opens a text; whether that succeeded
 * @param {(file: File) => Promise<boolean>} props.openFile           the same for a file
 */
export function OpenText({ label, placeholder, most, accept, open, openFile }) {
  const [text, setText] = useState('');
  return (
    <form
      class="open-other"
      onSubmit={async (event) => {
        event.preventDefault();
        if (text.trim() && (await open(text))) closeDialog();
      }}
    >
      <h3>{strings.openASharedGame}</h3>
      <textarea
        rows={2}
        maxLength={most}
        spellcheck={false}
        placeholder={placeholder}
        aria-label={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="dialog-actions row far">
        <FileButton
          label={strings.chooseAFile}
          accept={accept}
          take={async (file) => {
            if (await openFile(file)) closeDialog();
          }}
        />
        <Button type="submit" class="primary" label={strings.open} disabled={!text.trim()} />
      </div>
    </form>
  );
}
