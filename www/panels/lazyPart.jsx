/**
 * Parts of the page that are loaded on demand: their place says that they are loading, or that loading failed.
 * `app/version.js` finds the cause, and the notices show it.
 */
import { useEffect, useState } from 'preact/hooks';
import { reload } from '../app/version.js';
import * as strings from '../strings/common.js';
import { Button } from '../ui/parts.jsx';

/** Loading longer than this is called slow, in milliseconds. */
const SLOW = 8_000;

/** Whether loading is slow by now. */
export function useSlow() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

/** @param {{ what: string }} props */
export const StillLoading = ({ what }) => (
  <>
    <p role="status">{strings.stillLoadingTheHost(what)}</p>
    <ReloadButton />
  </>
);

const ReloadButton = () => <Button label={strings.reload} class="small" act={reload} />;

/**
 * @template {Record<string, any>} M
 * @template {keyof M} K
 * @param {() => Promise<M>} load
 * @param {K} name        of the component in the module
 * @param {string} what   its name in a sentence: `the rules`
 * @param {{ screen?: boolean, silent?: boolean, keeps?: string }} [how]   `screen`: it fills the page; `silent`: no message if it loads soon; `keeps`: the class of its placeholder
 * @returns {import('preact').FunctionComponent<M[K] extends import('preact').ComponentType<infer P> ? P : never>}
 */
export function lazyPart(load, name, what, { screen, silent, keeps } = {}) {
  /** @type {import('preact').ComponentType<any> | null} */
  let Part = null;
  /** @param {any} props */
  return function Late(props) {
    const [state, setState] = useState(/** @type {'loading' | 'failed' | 'here'} */ ('loading'));
    const slow = useSlow();
    useEffect(() => {
      if (Part) return;
      let open = true;
      /** @param {typeof state} next */
      const say = (next) => open && setState(next);
      load()
        .then(({ [name]: found }) => {
          if (!found) throw new Error(strings.fileOfIsEmpty(what));
          Part = found;
          say('here');
        })
        .catch((error) => {
          console.warn(error);
          say('failed');
        });
      return () => {
        open = false;
      };
    }, []);
    if (Part) return <Part {...props} />;
    if (state === 'failed')
      return (
        <div class={screen ? 'booting' : 'quiet'}>
          <p role="alert">{strings.totoraCouldNotLoad(what)}</p>
          <ReloadButton />
        </div>
      );
    if (silent && !slow) return keeps ? <div class={keeps} /> : null;
    return (
      <div class={screen ? 'booting' : 'quiet'}>
        {slow ? <StillLoading what={what} /> : <p role="status">{strings.loading(what)}</p>}
      </div>
    );
  };
}
