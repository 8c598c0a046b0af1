/** Why a bot would make its move: a headline, a short list of further reasons, with their moves, and the ideas behind them. */
import { openDialog, state } from '../app/store.js';
import * as strings from '../strings/analyse.js';
import { Button } from '../ui/parts.jsx';
import { Points } from './definitionList.jsx';
import { MoveText } from './moveText.jsx';

/**
 * @param {{ known: import('../app/types.js').AnalysisInfo, text: string, differences: string[], folded?: boolean }} props
 *   `folded`: the further reasons are shown on request
 */
export function Why({ known, text, differences, folded = false }) {
  if (!text) return null;
  const points = <Points of={differences.map((one) => MoveText({ text: one, known }))} />;
  return (
    <section class="reasons rigid" aria-label={strings.why}>
      <h2>
        <MoveText text={text} known={known} />
      </h2>
      {folded && differences.length > 0 ? (
        <details>
          <summary>{strings.details}</summary>
          {points}
        </details>
      ) : (
        points
      )}
      <Ideas known={known} />
    </section>
  );
}

/** Links to the paragraphs of the rules page about the ideas that the choice or a sentence shows. @param {{ known: import('../app/types.js').AnalysisInfo }} props */
function Ideas({ known }) {
  if (known.concepts.length === 0) return null;
  const game = state.value?.game;
  return (
    <p class="row wrap g3">
      {known.concepts.map(({ id, name, places }) => (
        <Button
          key={id}
          class="small"
          label={name}
          title={strings.aboutIdea(name, places)}
          act={() => openDialog('rules', { game, heading: id })}
        />
      ))}
    </p>
  );
}
