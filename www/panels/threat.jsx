/** The threat: what the next player would do if this turn were passed. Only in turn-based games. */
import { showThreat, threatening } from '../app/advice.js';
import { simultaneous, state } from '../app/store.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';

/** @param {{ class?: string }} props */
export const Threat = (props) =>
  simultaneous.value ? null : (
    <Button
      {...props}
      act={showThreat}
      disabled={!!state.value?.outcome}
      aria-pressed={threatening()}
      title={strings.showWhatTheNextPlayer}
    >
      {strings.threatTitle}
    </Button>
  );
