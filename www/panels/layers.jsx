/** Switches for the layers of a bot's drawings on the board. */
import { save } from '../app/saving.js';
import { marks as switched } from '../app/store.js';
import * as strings from '../strings/play.js';
import { Button } from '../ui/parts.jsx';

/** @param {{ marks: import('../boards/contract.js').Mark[], prefix: string }} props   `prefix` of a layer among the board's marks */
export const Layers = ({ marks, prefix }) => (
  <>
    {[...new Set(marks.map(({ layer }) => layer))].map((layer) => {
      const on = switched.value[prefix + layer] !== false;
      return (
        <Button
          label={layer}
          key={layer}
          title={strings.drawnByTheBot}
          class="small"
          aria-pressed={on}
          act={() => {
            switched.value = { ...switched.value, [prefix + layer]: !on };
            save();
          }}
        />
      );
    })}
  </>
);
