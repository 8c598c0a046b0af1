/** *Open a shared game*: a field for a link or record, and a file input. Pasting or dropping on Home does the same. */
import { useEffect, useRef } from 'preact/hooks';
import { openScreen, requestOpen } from '../../app/screens.js';
import * as strings from '../../strings/home.js';
import { listen } from '../../ui/dom.js';
import { Button } from '../../ui/parts.jsx';

/** @param {string} text */
function bring(text) {
  if (text && !openScreen(text)) requestOpen(text);
}

/** Opens pasted texts and dropped files, unless the game screen has handled the event already. */
function useBrought() {
  useEffect(() => {
    const leave = new AbortController();
    listen(window, leave.signal, {
      dragover(/** @type {DragEvent} */ event) {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      },
      drop(/** @type {DragEvent} */ event) {
        const file = event.dataTransfer?.files[0];
        if (!file || event.defaultPrevented) return;
        event.preventDefault();
        requestOpen(file);
      },
      paste(/** @type {any} */ event) {
        const typed = event.target instanceof Element && event.target.closest('input, textarea');
        const text = event.clipboardData?.getData('text/plain').trim();
        if (event.defaultPrevented || typed || !text) return;
        event.preventDefault();
        bring(text);
      },
    });
    return () => leave.abort();
  }, []);
}

export function OpenShared() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useBrought();
  return (
    <>
      <Button
        label={strings.openASharedGame}
        class="open-shared"
        act={() => dialog.current?.showModal()}
      />
      <dialog class="card open-dialog" ref={dialog} aria-labelledby="open-shared">
        <form
          class="stack g5"
          onSubmit={(event) => {
            event.preventDefault();
            bring(field.current?.value.trim() ?? '');
          }}
        >
          <h2 id="open-shared">{strings.openASharedGame}</h2>
          <p>{strings.openHint}</p>
          <textarea
            ref={field}
            rows={3}
            required
            spellcheck={false}
            aria-label={strings.openField}
          />
          <div class="row">
            <Button type="submit" class="primary" label={strings.open} />
            <label class="button">
              {strings.chooseAFile}
              <input
                type="file"
                class="hidden"
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  if (file) requestOpen(file);
                }}
              />
            </label>
            <span class="grow" />
            <Button label={strings.cancel} act={() => dialog.current?.close()} />
          </div>
        </form>
      </dialog>
    </>
  );
}
