/**
 * The strip shown off the main line: for a walked line, with buttons to go back or save it, or for a
 * variation.
 */
import { state } from '../app/store.js';
import { back, deleteFrom, lines, openLine, promote, saveWalk, walk } from '../app/variations.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { formatElements } from '../ui/formatElements.js';
import { Button } from '../ui/parts.jsx';

export function LineStrip() {
  const now = state.value;
  if (!now) return null;
  if (walk.value) return <Walked {...walk.value} />;
  if (now.variation > 0 && now.ply > now.main_plies) return <InVariation now={now} />;
  return null;
}

/** @param {{ who: string, at: number, of: number }} props */
function Walked({ who, at, of }) {
  return (
    <div
      class="line-strip walked row wrap box middle"
      role="group"
      aria-label={strings.lineThatIsNoPart}
    >
      <span>{formatElements(strings.lineStepOf(at, of), <b>{who}</b>)}</span>
      <Button label={strings.backToTheGame} class="small primary" act={back} />
      <Button label={strings.saveAsVariation} class="small" act={saveWalk} />
    </div>
  );
}

/** @param {{ now: import('../app/types.js').State }} props */
function InVariation({ now }) {
  const line = lines.value[now.variation];
  if (!line) return null;
  const word = renderers[now.game]?.turnWord?.toLowerCase() ?? 'move';
  return (
    <div class="line-strip row wrap box middle" role="group" aria-label={strings.aVariation}>
      <span>{strings.variationFrom(word, line.after + 1)}</span>
      <Button label={strings.mainLine} class="small" act={() => openLine(0, now.main_plies)} />
      <Button label={strings.promote} class="small" act={() => promote(now.variation)} />
      <Button
        label={strings.deleteIt}
        class="small"
        act={() => deleteFrom(now.variation, line.after + 1)}
      />
    </div>
  );
}
