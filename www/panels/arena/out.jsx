/** What leaves the arena: files, a picture, a link. */
import { useEffect, useRef } from 'preact/hooks';
import { plan, report } from '../../app/arena/state.js';
import { csvHere, fileHere, jsonHere } from '../../app/arena/tournament.js';
import { errorText } from '../../app/session.js';
import { dialog, tell } from '../../app/store.js';
import { save } from '../../ui/out.jsx';
import { picture } from './picture.js';

export function Out() {
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    const away = (/** @type {Event} */ event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, []);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const at = plan.value;
  const none = !report.value?.games;
  const name = `totora-arena-${at?.id ?? ''}`;
  /** @param {string} ending @param {string} type @param {() => Promise<string>} text */
  const file = (ending, type, text) => async () => {
    close();
    try {
      save(`${name}.${ending}`, new Blob([await text()], { type }));
    } catch (error) {
      tell(errorText(error), { error: true });
    }
  };
  const draw = async () => {
    close();
    const found = report.value;
    const blob = found && at && (await picture(found, at));
    if (blob) save(`${name}.png`, blob);
    else tell('The picture could not be made.', { error: true });
  };
  return (
    <div class="out">
      <details
        ref={menu}
        class="menu"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          close();
          menu.current?.querySelector('summary')?.focus();
        }}
      >
        <summary class="button" aria-disabled={none}>
          Export
        </summary>
        <div class="menu-body">
          <button type="button" disabled={none} onClick={file('csv', 'text/csv', csvHere)}>
            CSV <small>a row a bot, a row a pair</small>
          </button>
          <button
            type="button"
            disabled={none}
            onClick={file('json', 'application/json', jsonHere)}
          >
            JSON <small>all that is shown here</small>
          </button>
          <button type="button" disabled={none} onClick={draw}>
            PNG <small>table and ratings</small>
          </button>
          <button
            type="button"
            disabled={none}
            onClick={file('jsonl', 'application/jsonl', fileHere)}
          >
            Games <small>for totora arena merge</small>
          </button>
        </div>
      </details>
      <button
        type="button"
        class="primary"
        disabled={!at}
        onClick={() => (dialog.value = { kind: 'tournament' })}
      >
        Share
      </button>
    </div>
  );
}
