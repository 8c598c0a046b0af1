/** The form in which something that was sent is opened: as text that is pasted, or as a file. It judges neither. */
import { useState } from 'preact/hooks';
import { closeDialog } from '../app/store.js';
import * as strings from '../strings/common.js';
import { FileButton } from '../ui/out.jsx';

/**
 * @param {object} props
 * @param {string} props.label         what the field is called
 * @param {string} props.placeholder   what may be pasted
 * @param {number} props.most          the most characters
 * @param {string} props.accept        the files that may be chosen
 * @param {(text: string) => boolean | Promise<boolean>} props.open   opens a text; whether that worked
 * @param {(file: File) => Promise<boolean>} props.openFile           the same of a file
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
        <button type="submit" class="primary" disabled={!text.trim()}>
          {strings.open}
        </button>
      </div>
    </form>
  );
}
