/** Names with their values, and points under a sentence. */

/** @typedef {import('preact').ComponentChildren} Children */

/** @param {{ of: [name: Children, value: Children][], class?: string, value?: string }} props   `value`: the class of the values */
export const Facts = ({ of, class: kind = 'small-text', value }) => (
  <dl class={`facts ${kind}`}>
    {of.map(([name, what], i) => (
      <div key={i}>
        <dt>{name}</dt>
        <dd class={value}>{what}</dd>
      </div>
    ))}
  </dl>
);

/** A list of points, unless there are none. @param {{ of: Children[], class?: string }} props */
export const Points = ({ of, class: kind = '' }) =>
  of.length > 0 ? (
    <ul class={`points ${kind}`}>
      {of.map((point, i) => (
        <li key={i}>{point}</li>
      ))}
    </ul>
  ) : null;
