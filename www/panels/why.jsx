/** Why a bot would make its move: a headline and a short list of further reasons, with their moves. */
import * as strings from '../strings/analyse.js';
import { Points } from './facts.jsx';
import { MoveText } from './moveText.jsx';

/** @param {{ known: import('../app/types.js').ThoughtInfo, text: string, differences: string[] }} props */
export function Why({ known, text, differences }) {
  if (!text) return null;
  return (
    <section class="reasons rigid" aria-label={strings.why}>
      <h2>
        <MoveText text={text} known={known} />
      </h2>
      <Points of={differences.map((one) => MoveText({ text: one, known }))} />
    </section>
  );
}
