/** Setup and progress: the tournament, its entrants, the number of games. */
import { useState } from 'preact/hooks';
import { pause, start } from '../../app/arena/play.js';
import { native } from '../../app/arena/players.js';
import * as arena from '../../app/arena/state.js';
import { change, choose, discard, ownOf } from '../../app/arena/tournament.js';
import { showProve } from '../../app/lab/proving.js';
import { drawSeed } from '../../app/newGame.js';
import { catalog, gameName, openDialog } from '../../app/store.js';
import * as strings from '../../strings/arena.js';
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
import { CheckList, Progress, RunButtons } from './fields.jsx';
import { counted } from './figures.js';
import { Words } from './words.jsx';

/** @typedef {import('../../app/arena/state.js').ArenaSetup} ArenaSetup */
/** @typedef {import('../../app/types.js').TextOption} TextOption */

export function Setup() {
  const now = arena.setup.value;
  if (!now)
    return <section class="card arena-setup column scroll" aria-label={strings.tournament} />;
  return (
    <section class="card arena-setup column scroll" aria-label={strings.tournament}>
      <fieldset disabled={arena.busy.value}>
        <legend class="hidden">{strings.whatToPlay}</legend>
        <Which now={now} />
        <Start now={now} />
        <Entrants />
        <HowMany now={now} />
      </fieldset>
      <Problem words={arena.problem.value} />
      <p>
        <Button label={strings.sweepTuneAblate} class="small" act={() => showProve(true)} />
      </p>
      <Now />
    </section>
  );
}

/** Prefix of the keys of your own tournaments. */
const OWN = 'own/';
/** @param {{ game: string, id: string }} preset */
const keyOf = ({ game, id }) => `${game}/${id}`;

/** The tournament: a preset, a saved one, or your own. @param {{ now: ArenaSetup }} props */
function Which({ now }) {
  const chosen = arena.preset.value;
  const names = catalog.value;
  const saved = arena.savedTournaments.value.filter((one) =>
    names.some((game) => game.id === one.setup.game),
  );
  return (
    <>
      <h2>
        <label for="tournament">{strings.tournament}</label>
      </h2>
      <Choice
        id="tournament"
        class="full strong"
        value={chosen ? keyOf(chosen) : ''}
        choose={(key) => {
          const next =
            arena.presets.value.find((one) => keyOf(one) === key) ??
            saved.find(({ id }) => id === key);
          if (next) choose(next.setup);
          else if (key.startsWith(OWN)) choose(ownOf(key.slice(OWN.length)));
        }}
        among={[
          ...(chosen ? [] : [/** @type {const} */ (['', strings.yourOwn(gameName(now.game))])]),
          [
            strings.examples,
            arena.presets.value.map((one) => [
              keyOf(one),
              `${gameName(one.game)}: ${one.id.replaceAll('-', ' ')}`,
            ]),
          ],
          [
            strings.yourOwnPreset,
            names.map(({ id, name }) => [OWN + id, strings.tournamentOfYourOwn(name)]),
          ],
          [
            strings.savedInThisBrowser,
            saved.map(({ id, name, done, planned }) => [id, strings.ofGames(name, done, planned)]),
          ],
        ]}
      />
      <p class="note">{chosen ? <Words text={chosen.shows} /> : strings.roundRobinNote}</p>
    </>
  );
}

/** Starting positions: the game's options, and several maps. @param {{ now: ArenaSetup }} props */
function Start({ now }) {
  const game = arena.entry.value;
  if (!game || game.options.length === 0) return null;
  const text = /** @type {TextOption | undefined} */ (
    game.options.find((one) => one.type === 'text' && one.key === game.setup_text?.option)
  );
  // A saved setup may have a single option, without a list.
  const each = [now.each ?? []].flat();
  const varied = each.find((one) => one.option === text?.key);
  const several = varied ? (varied.names ?? varied.values) : null;
  const without = (/** @type {string} */ key) => each.filter((one) => one.option !== key);
  const set = (/** @type {string} */ key, /** @type {string | number} */ value) =>
    change({ options: { ...now.options, [key]: value }, each: without(key) });
  const usual = (/** @type {import('../../app/types.js').OptionInfo} */ option) =>
    now.options?.[option.key] ?? game.match_options[option.key] ?? option.default;
  const differ = game.options.filter((one) => usual(one) !== one.default).map((one) => one.label);
  return (
    <details class="more box flat">
      <summary>
        {several ? counted(several.length, 'map') : strings.options}
        <small>
          {several ? several.join(', ') : differ.join(', ').toLowerCase() || strings.asUsual}
        </small>
      </summary>
      {text && text.known.length > 1 && (
        <CheckList
          legend={strings.beginAsOftenFromEach}
          shown
          among={text.known.map(({ value, name }) => ({ key: value, name }))}
          chosen={(several ?? [usual(text)]).map(String)}
          choose={(values) =>
            change({ each: [{ option: text.key, values }, ...without(text.key)] })
          }
        />
      )}
      {each
        .filter((one) => one !== varied)
        .map(({ option, values }) => (
          <p class="row spread g3" key={option}>
            <span>{strings.eachOf(option, values.join(', '))}</span>
            <Sign
              sign="×"
              class="plain"
              label={strings.stopVarying(option)}
              act={() => change({ each: without(option) })}
            />
          </p>
        ))}
      {game.options
        .filter((option) => !each.some((one) => one.option === option.key))
        .map((option) => (
          <OptionField
            key={option.key}
            prefix="arena"
            option={option}
            value={usual(option)}
            change={(value) => set(option.key, value)}
          />
        ))}
      <Vary game={game} each={each} />
      {game.match_note && <p class="note">{game.match_note}</p>}
    </details>
  );
}

/** Adds an option with several values: every combination is a start. @param {{ game: import('../../app/types.js').GameInfo, each: import('../../pkg/totora.js').ArenaEach[] }} props */
function Vary({ game, each }) {
  const free = game.options.filter(
    ({ key }) =>
      key !== game.setup_text?.option &&
      key !== 'position' &&
      !each.some((one) => one.option === key),
  );
  const [chosen, setChosen] = useState('');
  const [values, setValues] = useState('');
  if (free.length === 0) return null;
  const option = free.find(({ key }) => key === chosen) ?? free[0];
  const listed = values
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return (
    <fieldset class="vary row wrap g3">
      <legend>{strings.varyAnOption}</legend>
      <Choice
        label={strings.optionToVary}
        among={free.map(({ key, label }) => [key, label])}
        value={option.key}
        choose={setChosen}
      />
      <input
        aria-label={strings.valuesToVary}
        placeholder={strings.valuesToVary}
        value={values}
        onInput={(event) => setValues(event.currentTarget.value)}
      />
      <Button
        label={strings.vary}
        class="small"
        disabled={listed.length === 0}
        act={async () => {
          const typed = listed.map((one) =>
            option.type !== 'choice' && option.type !== 'text' && !Number.isNaN(Number(one))
              ? Number(one)
              : one,
          );
          if (await change({ each: [...each, { option: option.key, values: typed }] }))
            setValues('');
        }}
      />
    </fieldset>
  );
}

/** Swiss systems by their rounds. */
const SWISS = ['swiss:3', 'swiss:5', 'swiss:7'];
/** @param {string} format */
const formatText = (format) =>
  format.startsWith('swiss') ? strings.swissRounds(format.slice(6)) : format || strings.roundRobin;
/** Selectable openings; others belong to a preset. @type {Record<string, 'drawn' | 'none'>} */
const PLAIN = { drawn: 'drawn', none: 'none' };
/** Sequential tests of the first bot against the second, in Elo. */
const TESTS = ['sprt 0 20', 'sprt 0 50', 'sprt 0 100'];

/** @param {{ now: ArenaSetup }} props */
function HowMany({ now }) {
  const at = arena.plan.value;
  const seats = at?.seats ?? 2;
  const openings = Array.isArray(now.openings) ? 'book' : (now.openings ?? 'drawn');
  const formats = [...new Set(['', ...SWISS, now.format ?? '', 'knockout'])];
  const tests = [...new Set(['', ...TESTS, now.until ?? ''])];
  return (
    <>
      <h2>{strings.games}</h2>
      <div class="numbers stack">
        <LabelledNumber
          label={seats > 2 ? strings.choiceOfEntrants : strings.pairing}
          min={seats}
          max={1_000_000}
          step={seats}
          value={now.games}
          change={(games) => void change({ games: Math.round(games) })}
        />
        <label class="over dim">
          {strings.seed}
          <span class="seed row g3">
            <NumberInput value={now.seed} change={(seed) => void change({ seed })} />
            <Sign
              sign="⚄"
              label={strings.shuffleTheSeed}
              act={() => change({ seed: drawSeed() % 1_000_000 })}
            />
          </span>
        </label>
        <LabelledNumber
          label={strings.tournamentsToPlay}
          min={1}
          max={100}
          value={now.repeat ?? 1}
          change={(repeat) => void change({ repeat: Math.round(repeat) })}
        />
        <LabelledChoice
          label={strings.openings}
          among={Object.entries(strings.openingNames).filter(
            ([key]) => key === openings || key in PLAIN,
          )}
          value={openings}
          choose={(key) => key in PLAIN && change({ openings: PLAIN[key] })}
        />
        <LabelledChoice
          label={strings.format}
          among={formats.map((one) => [one, formatText(one)])}
          value={now.format ?? ''}
          choose={(one) => change({ format: one || undefined })}
        />
        <LabelledChoice
          label={strings.stop}
          among={tests.map((one) => [one, one ? strings.whenDecided(one) : strings.afterAllGames])}
          value={now.until ?? ''}
          choose={(one) => change({ until: one || undefined })}
        />
      </div>
      <p class="note">
        {at && !arena.problem.value ? strings.seatsBalanced(at.games, at.starts.length) : ''}
      </p>
    </>
  );
}

/** Progress and buttons. */
function Now() {
  const played = arena.done.value;
  const over = arena.status.value === 'done';
  const several = arena.preset.value?.tournaments ?? 0;
  const go = () => {
    start();
    // On a phone the table is below the setup.
    document.querySelector('.results')?.scrollIntoView();
  };
  return (
    <div class="now">
      <h2>{strings.now}</h2>
      <Progress
        of={arena.progress}
        ended={played < arena.planned.value ? strings.decided : strings.allPlayed}
      />
      <RunButtons
        of={arena.progress}
        pause={pause}
        go={over ? undefined : go}
        label={played > 0 ? strings.resume : strings.start}
        off={!!arena.problem.value || arena.status.value === 'opening'}
      >
        <Button
          label={over ? strings.clear : strings.cancel}
          disabled={
            played === 0 || arena.status.value === 'opening' || arena.status.value === 'pausing'
          }
          act={() => askToCancel(played)}
        />
        {several > 1 && (arena.setup.value?.repeat ?? 1) !== several && (
          <Button
            label={strings.playTournaments(several)}
            title={strings.playTournamentsAbout}
            disabled={arena.busy.value || arena.status.value === 'opening'}
            act={async () => {
              if (await change({ repeat: several })) go();
            }}
          />
        )}
        {arena.most.value > 1 && (
          <label class="workers note end">
            {native.value ? strings.nativelyOn : strings.on}
            <Choice
              label={strings.gamesAtTheSameTime}
              value={arena.workers.value}
              disabled={arena.busy.value}
              among={Array.from({ length: arena.most.value }, (_, i) => [
                i + 1,
                native.value ? strings.cores(i + 1) : strings.workers(i + 1),
              ])}
              choose={(n) => (arena.chosenWorkers.value = n)}
            />
          </label>
        )}
      </RunButtons>
      {!arena.canSave.value && <Problem words={strings.thisBrowserSavesNothing} />}
    </div>
  );
}

/** @param {number} played */
function askToCancel(played) {
  openDialog('confirm', {
    title: strings.deleteTheGames,
    text: strings.deletingStartsAgain(played),
    yes: strings.deleteThem,
    act: async () => {
      await pause();
      await discard();
    },
  });
}
