/** What is played: the tournament, its entrants, how many games; and how far it is. */
import { useState } from 'preact/hooks';
import { pause, start } from '../../app/arena/play.js';
import {
  busy,
  done,
  entry,
  keeps,
  keptOnes,
  left,
  plan,
  preset,
  presets,
  problem,
  rate,
  setup,
  spare,
  status,
  workers,
} from '../../app/arena/state.js';
import { change, choose, discard, ownOf } from '../../app/arena/tournament.js';
import { drawSeed } from '../../app/begin.js';
import { showProve } from '../../app/lab/shown.js';
import { catalog, openDialog } from '../../app/store.js';
import {
  Button,
  Choice,
  LabelledChoice,
  LabelledNumber,
  NumberInput,
  Problem,
  Sign,
} from '../../ui/parts.jsx';
import { OptionField } from '../parts.jsx';
import { Entrants } from './entrants.jsx';
import { CheckList, Progress } from './fields.jsx';
import { counted, whole } from './figures.js';
import { Words } from './words.jsx';

/** @typedef {import('../../app/arena/state.js').ArenaSetup} ArenaSetup */
/** @typedef {import('../../app/types.js').TextOption} TextOption */

export function Setup() {
  const now = setup.value;
  if (!now) return <section class="card arena-setup column scroll" aria-label="Tournament" />;
  return (
    <section class="card arena-setup column scroll" aria-label="Tournament">
      <fieldset disabled={busy.value}>
        <legend class="hidden">What is played</legend>
        <Which now={now} />
        <Start now={now} />
        <Entrants />
        <HowMany now={now} />
      </fieldset>
      <Problem words={problem.value} />
      <p>
        <Button label="Sweep, tune, ablate…" class="small" act={() => showProve(true)} />
      </p>
      <Now />
    </section>
  );
}

/** The tournament: a preset, one that is kept, or one's own. @param {{ now: ArenaSetup }} props */
function Which({ now }) {
  const chosen = preset.value;
  const names = catalog.value;
  const kept = keptOnes.value.filter((one) => names.some((game) => game.id === one.setup.game));
  return (
    <>
      <h2>
        <label for="tournament">Tournament</label>
      </h2>
      <select
        id="tournament"
        class="full strong"
        value={chosen ? `${chosen.game}/${chosen.id}` : ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const next =
            presets.value.find((one) => `${one.game}/${one.id}` === value)?.setup ??
            kept.find((one) => one.id === value)?.setup;
          if (next) choose(next);
          else if (value.startsWith('own/')) choose(ownOf(value.slice(4)));
        }}
      >
        {!chosen && (
          <option value="">Your own: {names.find((g) => g.id === now.game)?.name}</option>
        )}
        <optgroup label="With a point to make">
          {presets.value.map((one) => (
            <option key={`${one.game}/${one.id}`} value={`${one.game}/${one.id}`}>
              {names.find((game) => game.id === one.game)?.name}: {one.id.replaceAll('-', ' ')}
            </option>
          ))}
        </optgroup>
        <optgroup label="Your own">
          {names.map((game) => (
            <option key={game.id} value={`own/${game.id}`}>
              {game.name}: a tournament of your own
            </option>
          ))}
        </optgroup>
        {kept.length > 0 && (
          <optgroup label="Kept in this browser">
            {kept.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} ({one.done < one.planned ? `${whole(one.done)} of ` : ''}
                {whole(one.planned)} games)
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <p class="note">
        {chosen ? (
          <Words text={chosen.shows} />
        ) : (
          `Everybody plays everybody, each from all seats on the same openings.`
        )}
      </p>
    </>
  );
}

/** What games begin from: the game's options, and several maps. @param {{ now: ArenaSetup }} props */
function Start({ now }) {
  const game = entry.value;
  if (!game || game.options.length === 0) return null;
  const text = /** @type {TextOption | undefined} */ (
    game.options.find((one) => one.type === 'text' && one.key === game.setup_text?.option)
  );
  const several = now.each && now.each.option === text?.key ? now.each.values : null;
  const set = (/** @type {string} */ key, /** @type {string | number} */ value) =>
    change({
      options: { ...now.options, [key]: value },
      ...(now.each?.option === key && { each: null }),
    });
  const usual = (/** @type {import('../../app/types.js').OptionInfo} */ option) =>
    now.options?.[option.key] ?? game.match_options[option.key] ?? option.default;
  const differ = game.options.filter((one) => usual(one) !== one.default).map((one) => one.label);
  return (
    <details class="more box flat">
      <summary>
        {several ? `${several.length} maps` : 'Options'}
        <small>
          {several ? several.join(', ') : differ.join(', ').toLowerCase() || 'as usual'}
        </small>
      </summary>
      {text && text.known.length > 1 && (
        <CheckList
          legend="Begin as often from each of"
          shown
          among={text.known.map(({ value, name }) => ({ key: value, name }))}
          chosen={(several ?? [usual(text)]).map(String)}
          choose={(values) => change({ each: { option: text.key, values } })}
        />
      )}
      {game.options
        .filter((option) => !(several && option.key === text?.key))
        .map((option) => (
          <OptionField
            key={option.key}
            room="arena"
            option={option}
            value={usual(option)}
            change={(value) => set(option.key, value)}
          />
        ))}
      {game.match_note && <p class="note">{game.match_note}</p>}
    </details>
  );
}

/** Swiss systems by their rounds. */
const SWISS = ['swiss:3', 'swiss:5', 'swiss:7'];
/** @param {string} format */
const formatText = (format) =>
  format.startsWith('swiss')
    ? `Swiss, ${format.slice(6)} rounds`
    : format || 'everybody meets everybody';
/** Where games begin. @type {[string, string][]} */
const OPENINGS = [
  ['drawn', 'drawn'],
  ['none', 'none: the plain start'],
  ['earlier', 'none, as before'],
  ['book', 'a book'],
];
/** Those that can be chosen; the others come with a tournament. @type {Record<string, 'drawn' | 'none'>} */
const PLAIN = { drawn: 'drawn', none: 'none' };
/** Sequential tests of the first bot against the second, in Elo. */
const TESTS = ['sprt 0 20', 'sprt 0 50', 'sprt 0 100'];

/** @param {{ now: ArenaSetup }} props */
function HowMany({ now }) {
  const at = plan.value;
  const seats = at?.seats ?? 2;
  const openings = Array.isArray(now.openings) ? 'book' : (now.openings ?? 'drawn');
  const formats = [...new Set(['', ...SWISS, now.format ?? '', 'knockout'])];
  const tests = [...new Set(['', ...TESTS, now.until ?? ''])];
  return (
    <>
      <h2>Games</h2>
      <div class="numbers stack">
        <LabelledNumber
          label={seats > 2 ? 'a choice of entrants' : 'a pairing'}
          min={seats}
          max={1_000_000}
          step={seats}
          value={now.games}
          change={(games) => void change({ games: Math.round(games) })}
        />
        <label class="over dim">
          seed
          <span class="seed row g3">
            <NumberInput value={now.seed} change={(seed) => void change({ seed })} />
            <Sign
              sign="⚄"
              label="Draw a seed"
              act={() => change({ seed: drawSeed() % 1_000_000 })}
            />
          </span>
        </label>
        <LabelledChoice
          label="openings"
          among={OPENINGS.filter(([key]) => key === openings || key in PLAIN)}
          value={openings}
          choose={(key) => key in PLAIN && change({ openings: PLAIN[key] })}
        />
        <LabelledChoice
          label="format"
          among={formats.map((one) => [one, formatText(one)])}
          value={now.format ?? ''}
          choose={(one) => change({ format: one || undefined })}
        />
        <LabelledChoice
          label="stop"
          among={tests.map((one) => [one, one ? `when decided: ${one}` : 'after all games'])}
          value={now.until ?? ''}
          choose={(one) => change({ until: one || undefined })}
        />
      </div>
      <p class="note">
        {at && !problem.value ? `${counted(at.games, 'game')}, seats balanced` : ''}
        {at && at.starts.length > 1 ? `, ${at.starts.length} starts` : ''}
      </p>
    </>
  );
}

/** How far it is, and the buttons. */
function Now() {
  const at = plan.value;
  const total = at?.games ?? 0;
  const played = done.value;
  const running = status.value === 'running';
  const [most] = useState(spare);
  return (
    <div class="now">
      <h2>Now</h2>
      <Progress
        done={played}
        of={total}
        left={left.value}
        rate={rate.value}
        status={status.value}
        ended={played < total ? 'decided' : 'all played'}
      />
      <div class="row wrap g3">
        {busy.value && <Button label="Pause" class="primary" disabled={!running} act={pause} />}
        {!busy.value && status.value !== 'done' && (
          <Button
            label={played > 0 ? 'Resume' : 'Start'}
            class="primary"
            disabled={!!problem.value || status.value === 'opening'}
            act={() => {
              start();
              // On a phone the table is below what is set up.
              document.querySelector('.results')?.scrollIntoView();
            }}
          />
        )}
        <Button
          label={status.value === 'done' ? 'Clear' : 'Cancel'}
          disabled={played === 0 || status.value === 'opening' || status.value === 'pausing'}
          act={() => askToCancel(played)}
        />
        {most > 1 && (
          <label class="workers note end">
            on
            <Choice
              label="Games at the same time"
              value={workers.value}
              disabled={busy.value}
              among={Array.from({ length: most }, (_, i) => [i + 1, counted(i + 1, 'worker')])}
              choose={(n) => (workers.value = n)}
            />
          </label>
        )}
      </div>
      {!keeps.value && (
        <Problem words="This browser keeps nothing: a reload loses the games. Export them." />
      )}
    </div>
  );
}

/** @param {number} played */
function askToCancel(played) {
  openDialog('confirm', {
    title: 'Throw the games away?',
    text: `This browser keeps ${counted(played, 'game')} of this tournament. Without them it begins anew; each game would be the same again.`,
    yes: 'Throw them away',
    act: async () => {
      await pause();
      await discard();
    },
  });
}
