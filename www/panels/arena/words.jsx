/** Sentences of the report, with the bots' names set apart and the numbers as the page writes them. */
import { Name } from '../../ui/name.jsx';
import { whole } from './figures.js';
import { labelFor } from './labels.js';

/** @param {{ text: string }} props */
export function Words({ text }) {
  const parts = text.split('`');
  return parts.map((part, i) =>
    i % 2 ? (
      <b class="bot-word">
        <Name>{labelFor(part)}</Name>
      </b>
    ) : (
      numbers(part)
    ),
  );
}

/** With true minuses, and thousands apart. @param {string} text */
const numbers = (text) =>
  text.replaceAll(/(?<!\w)-(?=\d)/g, '−').replaceAll(/\d{5,}/g, (digits) => whole(Number(digits)));
