/** The features for formulas, each with its value in the shown position for every player. */
import { featuresHere } from '../../app/lab/engine.js';
import { draft } from '../../app/lab/state.js';
import { outdated } from '../../app/shownBot.js';
import { info, notify, pointed, state, thinking } from '../../app/store.js';
import * as strings from '../../strings/lab.js';
import { Button } from '../../ui/parts.jsx';
import { insert } from './formula.jsx';

/** @param {number | null | undefined} value   missing if the position lacks the feature @param {string} unit */
function valueText(value, unit) {
  if (typeof value !== 'number') return '?';
  if (unit === 'yes or no') return value ? 'yes' : 'no';
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return text.replace('-', '−');
}

export function Features() {
  const now = state.value;
  const features = info.value?.features ?? [];
  if (!now || features.length === 0) return null;
  const values = featuresHere();
  const first = now.to_act[0] ?? 0;
  const seats = [first, ...now.seats.map((_, seat) => seat).filter((seat) => seat !== first)];
  // Task features are of the pointed task, or the first one.
  const task = pointed.value ?? 0;
  const known = outdated.value ? null : thinking.value?.info;
  const ofTask = known?.tasks[task]?.options[0]?.features;
  const names = seats.map((seat) => now.seats[seat].name).join(' / ');
  const written = (draft.value?.terms ?? []).map((term) => term.formula).join(' ');
  const used = new Set(written.match(/[A-Za-z_]\w*/g));
  return (
    <section class="lab-features" aria-label={strings.featuresHere}>
      <h2>
        {strings.featuresHere}{' '}
        <span class="by">{ofTask ? strings.ofTheTask(names, known?.tasks[task]?.who) : names}</span>
      </h2>
      <ul class="rows" translate={false}>
        {features.map((feature, i) => {
          const each = seats.map((seat) =>
            valueText(values[seat]?.[i] ?? ofTask?.[feature.key], feature.unit),
          );
          // Equal values are shown once.
          const all =
            each.every((text) => text === each[0]) && !/^(own|opponent)/.test(feature.key);
          return (
            <li key={feature.key}>
              <Button
                class="feature"
                data-used={used.has(feature.key)}
                title={strings.to(feature.about, feature.unit, feature.least, feature.most)}
                act={() => {
                  if (!insert(feature.key)) notify(strings.clickIntoAFormulaFirst);
                }}
              >
                <span class="cut">{feature.key}</span>
                <b>
                  {each[0]}
                  {!all && <span>/{each.slice(1).join('/')}</span>}
                </b>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
