/** Names with their values. */

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
