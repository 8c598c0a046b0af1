/** Why a bot would make its move: a headline and a short list of further reasons. */
import * as strings from '../strings/analyse.js';
import { Points } from './facts.jsx';

/** @param {{ text: string, differences: string[] }} props */
export function Why({ text, differences }) {
  if (!text) return null;
  return (
    <section class="reasons rigid" aria-label={strings.why}>
      <h2>{text}</h2>
      <Points of={differences} />
    </section>
  );
}
