/** Tabs: one row of names, one open panel, arrow keys between the names. */

import * as strings from '../strings/play.js';
import { keyOf } from '../ui/keys.js';
import { Button } from '../ui/parts.jsx';

/**
 * @typedef {object} Tab
 * @property {string} id
 * @property {string} label
 * @property {() => import('preact').ComponentChildren} Panel
 * @property {boolean} [stays]   it stays mounted but hidden while another one is open
 */

/**
 * @param {{ tabs: Tab[], current: import('@preact/signals').Signal<string>, chosen?: () => void }} props
 *   `chosen` is called when the user selects a tab
 */
export function Tabs({ tabs, current, chosen }) {
  const open = tabs.find((one) => one.id === current.value) ?? tabs[0];
  const shown = tabs.filter((one) => one === open || one.stays);
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyOf(event)];
    if (!step) return;
    event.preventDefault();
    const at = tabs.indexOf(open);
    current.value = tabs[(at + step + tabs.length) % tabs.length].id;
    document.getElementById(`tab-${current.value}`)?.focus();
  };
  return (
    <>
      <div class="tabs row g2 rigid" role="tablist" aria-label={strings.panels} onKeyDown={move}>
        {tabs.map(({ id, label }) => (
          <Button
            label={label}
            key={id}
            id={`tab-${id}`}
            class="plain"
            role="tab"
            aria-selected={open.id === id}
            aria-controls={`panel-${id}`}
            tabIndex={open.id === id ? 0 : -1}
            act={() => {
              current.value = id;
              chosen?.();
            }}
          />
        ))}
      </div>
      {shown.map(({ id, Panel }) => (
        <div
          key={id}
          class={`tabpanel scroll anchor ${id}`}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== open.id}
        >
          <Panel />
        </div>
      ))}
    </>
  );
}
