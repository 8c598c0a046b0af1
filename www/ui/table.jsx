/** A module of its own, because the first view needs tables and not charts. */

/** @typedef {import('preact').ComponentChildren} Children */

/**
 * A table of numbers. A column without a heading is a drawing, which screen readers need not read.
 * @param {{ caption?: string, head?: (Children | readonly [words: Children, title: string])[], rows: { key?: string | number, name: Children, title?: string, cells: Children[], now?: boolean, open?: boolean }[], heat?: boolean, class?: string }} props
 *   `heat`: a heat map; `now` marks the current row, `open` an undecided one; a heading may have a title
 */
export const Table = ({ caption, head, rows, heat = false, class: name = '' }) => (
  <table class={heat ? 'heat' : `table ${name}`}>
    {caption && <caption class="hidden">{caption}</caption>}
    {head && (
      <thead>
        <tr>
          {head.map((one, i) => {
            const [words, title] = Array.isArray(one) ? one : [one];
            return words ? (
              <th scope="col" key={i} title={title}>
                {words}
              </th>
            ) : (
              <td key={i} />
            );
          })}
        </tr>
      </thead>
    )}
    <tbody>
      {rows.map(({ key, name, title, cells, now, open }) => (
        <tr key={key ?? String(name)} title={title} data-now={now} data-open={open}>
          <th scope="row">{name}</th>
          {cells.map((cell, i) => (
            <td key={i} translate={false}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
