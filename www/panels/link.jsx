/** A link to share: made at once or later, and shown in a field. */
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '../app/session.js';
import { Stopped } from '../app/task.js';
import * as strings from '../strings/share.js';
import { CopyField } from '../ui/copyAndSave.jsx';

/**
 * A link that is made when its dialog is opened.
 * @param {() => { link: Promise<string>, stop?: () => void }} make
 * @param {string | null} [atOnce]   the link, if it is known already
 * @returns {{ link: string | null, failed: string }}   `failed`: why there is none
 */
export function useLink(make, atOnce = null) {
  const [made, setMade] = useState({ link: atOnce, failed: '' });
  useEffect(() => {
    if (made.link) return;
    const { link, stop } = make();
    let open = true;
    link.then(
      (link) => open && setMade({ link, failed: '' }),
      (error) => {
        const failed = error instanceof Stopped ? strings.itWasStopped : errorText(error);
        if (open) setMade({ link: null, failed });
      },
    );
    return () => {
      open = false;
      stop?.();
    };
  }, []);
  return made;
}

/** The link, or how far making it is. @param {ReturnType<typeof useLink> & { making: string }} props */
export const LinkField = ({ link, failed, making }) =>
  link ? (
    <CopyField label={strings.link} text={link} />
  ) : (
    <p class="quiet" role="status">
      {failed ? strings.thereIsNoLink(failed) : making}
    </p>
  );
