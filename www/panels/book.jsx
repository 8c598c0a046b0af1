/** What the pages of rules share: tables that a phone can hold, the list of bots, hands and keys. */
import { info } from '../app/store.js';

/** @typedef {import('preact').ComponentChildren} Children */

/** A table that may be wider than a phone: it scrolls by itself, by keys too. @param {{ children: Children }} props */
export function Scroll({ children }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus
    <section class="scroll" aria-label="Table" tabIndex={0}>
      {children}
    </section>
  );
}

/** Names and what is to be said about each. @param {{ head?: string[], rows: { key: string, name: Children, words: Children[] }[] }} props */
export function Table({ head, rows }) {
  return (
    <Scroll>
      <table>
        {head && (
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ key, name, words }) => (
            <tr key={key}>
              <td>{name}</td>
              {words.map((text, i) => (
                <td key={i}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The bots of the game at hand. @param {{ sources?: boolean }} props   `sources`: whether each says where it comes from */
export function Bots({ sources }) {
  const rows = (info.value?.bots ?? []).map((bot) => ({
    key: bot.id,
    name: <b>{bot.name}</b>,
    words: sources ? [bot.about, bot.source ? 'source' : 'ours'] : [bot.about],
  }));
  return <Table head={['Bot', 'What it does', ...(sources ? ['From'] : [])]} rows={rows} />;
}

/** What hands do on a board, and keys; the keys that work everywhere come last. @param {{ ways: Record<string, Children> }} props */
export function Hands({ ways }) {
  return (
    <>
      <h3>Hands and keys</h3>
      <ul>
        {Object.entries(ways).map(([name, words]) => (
          <li key={name}>
            <b>{name}:</b> {words}
          </li>
        ))}
        <li>
          <b>Keys everywhere:</b> comma and full stop step through the game, W plays and pauses,
          Ctrl+Z and Ctrl+Y undo and redo.
        </li>
      </ul>
    </>
  );
}
