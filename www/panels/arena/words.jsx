/** Sentences and shares of the report, with formatted bot names and numbers. */
import { Name } from '../../ui/name.jsx';
import { half, points, whole } from './figures.js';
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

/** Formats minus signs and thousands. @param {string} text */
const numbers = (text) =>
  text.replaceAll(/(?<!\w)-(?=\d)/g, '−').replaceAll(/\d{5,}/g, (digits) => whole(Number(digits)));

/** A share of the points in percent, with half of its 95% interval. @param {{ of: { share: number, low: number, high: number, wins?: number, draws?: number, losses?: number } | null | undefined }} props */
export const Share = ({ of }) =>
  of && (of.wins ?? 1) + (of.draws ?? 0) + (of.losses ?? 0) > 0 ? (
    <>
      {points(of.share)}% <small>{half(of)}</small>
    </>
  ) : (
    '?'
  );
