/**
 * Is a heuristic good, and how can it be improved? Sweeps one parameter, tunes all of them, or leaves out each term. A
 * separate screen whose caller sets the subject; games continue while the user is on another screen.
 */
import '../arena/arena.css';
import { useEffect } from 'preact/hooks';
import * as prove from '../../app/lab/prove.js';
import { goToArena } from '../../app/screens.js';
import { catalog, entryOf } from '../../app/store.js';
import * as strings from '../../strings/prove.js';
import { formatElements } from '../../ui/formatElements.js';
import { Button, LabelledChoice, Problem } from '../../ui/parts.jsx';
import { AllBudgets, CheckList, Numbers, Progress, RunButtons } from '../arena/fields.jsx';
import { AblateChart, SweepChart, TuneChart } from './proveCharts.jsx';

/** @typedef {import('../../app/lab/prove.js').Kind} Kind */
/** @typedef {import('../../app/lab/prove.js').Settings} Settings */
/** @typedef {import('../../app/lab/prove.js').Subject} Subject */
/** @typedef {import('../../pkg/totora.js').ArenaBot} ArenaBot */

const KINDS = /** @type {const} */ ([
  ['sweep', strings.sweep],
  ['tune', strings.tune],
  ['ablate', strings.ablate],
]);

/** The weights of the source of Uros. */
const SOURCE = { game: 'uros', bot: { bot: 'balanced', options: {} } };

/**
 * @param {{ of?: Subject, adopt?: (bot: ArenaBot) => void, leaveOut?: (term: string) => void, back?: () => void }} props
 *   `of`: the subject, if the caller sets it; `adopt` takes a tuned bot; `leaveOut` removes a term; `back` leaves the
 *   screen
 */
export function Prove({ of, adopt, leaveOut, back }) {
  const key = JSON.stringify(of);
  useEffect(() => {
    prove.openProve(of ?? SOURCE);
  }, []);
  useEffect(() => {
    if (of && key !== JSON.stringify(prove.subject.value)) prove.study(of);
  }, [key]);
  return (
    <div class="arena prove">
      <section
        class="card prove-setup arena-setup column g4 scroll"
        aria-label={strings.whatToTest}
      >
        {back && (
          <p>
            <Button
              label={of ? strings.backToTheLab : strings.tournament}
              class="small"
              act={back}
            />
          </p>
        )}
        {!of && <Which />}
        <div class="segmented even full" role="tablist" aria-label={strings.how}>
          {KINDS.map(([id, label]) => (
            <Button
              label={label}
              key={id}
              role="tab"
              id={`prove-${id}`}
              aria-selected={prove.kind.value === id}
              aria-controls="prove-found"
              act={() => prove.look(id)}
            />
          ))}
        </div>
        <p class="note">{strings.studies[prove.kind.value].about}</p>
        <SettingsForm />
        <Now />
      </section>
      <section
        class="card prove-found scroll"
        id="prove-found"
        role="tabpanel"
        aria-labelledby={`prove-${prove.kind.value}`}
      >
        {!of && prove.entry.value?.id === 'uros' && <Story />}
        <Found adopt={adopt} leaveOut={leaveOut} />
      </section>
    </div>
  );
}

/** The game and the bot. */
function Which() {
  const now = prove.subject.value;
  const bots = (prove.entry.value?.bots ?? []).filter((bot) =>
    bot.options.some((option) => option.type === 'number' || option.type === 'int'),
  );
  return (
    <div class="stack">
      <LabelledChoice
        label={strings.game}
        among={catalog.value.map((game) => [game.id, game.name])}
        value={now?.game ?? ''}
        choose={(id) => {
          const game = entryOf(id);
          const bot = game?.bots.find((one) => one.terms.length > 0 && one.options.length > 0);
          if (game && bot) prove.study({ game: game.id, bot: { bot: bot.id, options: {} } });
        }}
      />
      <LabelledChoice
        label={strings.bot}
        among={bots.map((bot) => [bot.id, bot.name])}
        value={now?.bot.bot ?? ''}
        choose={(bot) => now && prove.study({ game: now.game, bot: { bot, options: {} } })}
      />
    </div>
  );
}

/** Label of the number of games. @param {Kind} which @param {Settings} now */
function gamesLabel(which, { field }) {
  if (which === 'tune') return strings.gamesEachAGeneration;
  return which === 'ablate' && field.length === 0 ? strings.gamesATerm : strings.gamesEach;
}

/** The settings. */
function SettingsForm() {
  const which = prove.kind.value;
  const now = prove.settings.value?.[which];
  const found = prove.subject.value;
  if (!now || !found) return null;
  const set = (/** @type {Partial<Settings>} */ change) => prove.adjust(which, change);
  const number = prove.numbers.value.find((one) => one.key === now.number);
  if (prove.numbers.value.length === 0) return <p class="note">{strings.noWeightsToAdjust}</p>;
  return (
    <fieldset class="stack" disabled={prove.busy.value}>
      <legend class="hidden">{strings.how}</legend>
      {which === 'sweep' && (
        <>
          <LabelledChoice
            label={strings.number}
            among={prove.numbers.value.map((one) => [one.key, `${one.label}, ${one.value}`])}
            value={now.number ?? ''}
            choose={(key) => {
              const next = prove.numbers.value.find((one) => one.key === key);
              if (next) set({ number: next.key, ...prove.range(next) });
            }}
          />
          {number && (
            <Numbers
              three
              of={now}
              set={set}
              fields={[
                ['from', strings.from, number.min, number.max, 'any'],
                ['to', strings.to, number.min, number.max, 'any'],
                ['steps', strings.values, 2, 40],
              ]}
            />
          )}
        </>
      )}
      {which === 'tune' && now.plan && <TunePlan plan={now.plan} set={(plan) => set({ plan })} />}
      <Field now={now} set={set} itself={which === 'ablate'} />
      <Numbers
        of={now}
        set={set}
        fields={[
          ['games', gamesLabel(which, now), 2, 100_000],
          ['seed', strings.seed, 0, Number.MAX_SAFE_INTEGER],
        ]}
      />
    </fieldset>
  );
}

/**
 * @param {{ plan: NonNullable<Settings['plan']>, set: (plan: NonNullable<Settings['plan']>) => void }} props
 */
function TunePlan({ plan, set }) {
  // The weight of a single term only scales the scores and changes no move.
  const offered = prove.numbers.value.filter((one) => one.usual || !one.weight);
  const usual = offered.filter((one) => one.usual);
  const chosen = plan.parameters.length > 0 ? plan.parameters : usual.map((one) => one.key);
  if (offered.length === 0) return <p class="note">{strings.onlyWeightIsAScale}</p>;
  return (
    <>
      <details class="more box">
        <summary>
          {formatElements(
            strings.numbers0,
            <small>{strings.of(chosen.length, offered.length)}</small>,
          )}
        </summary>
        <CheckList
          legend={strings.numbersThatAreTuned}
          among={offered.map(({ key, label, value }) => ({ key, name: `${label}, ${value}` }))}
          chosen={chosen}
          choose={(parameters) => set({ ...plan, parameters })}
        />
      </details>
      <Numbers
        of={plan}
        set={(change) => set({ ...plan, ...change })}
        fields={[
          ['generations', strings.generations, 1, 2_000],
          ['verify', strings.gamesEachVerified, 2, 100_000],
        ]}
      />
    </>
  );
}

/** The opponents. @param {{ now: Settings, set: (change: Partial<Settings>) => void, itself: boolean }} props */
function Field({ now, set, itself }) {
  const game = prove.entry.value;
  const found = prove.subject.value;
  if (!game || !found) return null;
  const info = (/** @type {string} */ id) => game.bots.find((one) => one.id === id);
  const names = now.field.map((one) => info(one.bot)?.name ?? one.bot);
  const thinking = [found.bot, ...now.field].filter((one) => info(one.bot)?.budget);
  const budget = thinking[0] && (thinking[0].budget ?? info(thinking[0].bot)?.budget);
  /** @param {string} bot @returns {ArenaBot} */
  const opponent = (bot) => ({
    bot,
    options: {},
    ...(info(bot)?.budget && budget && { budget }),
  });
  return (
    <>
      <details class="more box">
        <summary>
          {formatElements(
            strings.field0,
            <small>
              {names.join(', ') || (itself ? strings.itselfWithoutTheTerm : strings.noOpponentYet)}
            </small>,
          )}
        </summary>
        <CheckList
          legend={strings.opponents}
          none
          among={game.bots.map(({ id, name }) => ({ key: id, name }))}
          chosen={now.field.map((one) => one.bot)}
          choose={(ids) => {
            const others = now.field.filter((one) => ids.includes(one.bot));
            const more = ids.filter((id) => !others.some((one) => one.bot === id));
            set({ field: [...others, ...more.map(opponent)] });
          }}
        />
      </details>
      {budget && (
        <AllBudgets
          value={budget}
          change={(next) => {
            set({
              field: now.field.map((one) =>
                info(one.bot)?.budget ? { ...one, budget: next } : one,
              ),
            });
            if (info(found.bot.bot)?.budget)
              prove.subject.value = { ...found, bot: { ...found.bot, budget: next } };
          }}
        />
      )}
    </>
  );
}

/** Progress and buttons. */
function Now() {
  const at = prove.jobs[prove.kind.value];
  const paused = at.status.value === 'paused';
  const mine = at.busy.value;
  const other = prove.busy.value && !mine;
  return (
    <div class="now">
      {at.request.value && <Progress of={at} />}
      <Problem words={at.problem.value} />
      {other && <p class="note">{strings.somethingElseIsBeingPlayed}</p>}
      <RunButtons
        of={at}
        pause={() => prove.pause(prove.kind.value)}
        go={paused ? () => prove.resume(prove.kind.value) : undefined}
        label={strings.resume}
        off={other}
      >
        {!mine && (
          <Button
            label={at.request.value ? strings.startAgain : strings.start}
            class={paused ? '' : 'primary'}
            disabled={other || prove.numbers.value.length === 0}
            act={() => prove.begin(prove.kind.value)}
          />
        )}
      </RunButtons>
    </div>
  );
}

const CHARTS = { sweep: SweepChart, tune: TuneChart, ablate: AblateChart };

/** The results. @param {{ adopt?: (bot: ArenaBot) => void, leaveOut?: (term: string) => void }} props */
function Found({ adopt, leaveOut }) {
  const at = prove.jobs[prove.kind.value];
  const request = at.request.value;
  const found = at.found.value;
  if (!request) {
    return <p class="quiet">{strings.studies[prove.kind.value].before}</p>;
  }
  const game = entryOf(request.subject.game);
  const name = (/** @type {ArenaBot} */ bot) =>
    game?.bots.find((one) => one.id === bot.bot)?.name ?? bot.bot;
  const field = request.wish.field.map(name).join(', ') || strings.itselfWithoutEachTerm;
  const Chart = CHARTS[prove.kind.value];
  const command = found.plan?.command ?? found.tuning?.command;
  const tuned =
    found.tuning && found.tuning.found.training.history.length > 0 ? found.tuning : null;
  return (
    <>
      <p>
        {formatElements(
          strings.ofAgainst(game?.name ?? request.subject.game, field),
          <b>{name(request.subject.bot)}</b>,
        )}
      </p>
      <Chart found={found} leaveOut={leaveOut} />
      {prove.kind.value === 'tune' && tuned && (
        <p class="row wrap g3">
          <Button
            label={adopt ? strings.useTheTunedSet : strings.addTheTunedSet}
            act={() => {
              const bot = tuned.found.tuned;
              if (adopt) adopt(bot);
              else goToArena({ game: request.subject.game, bot });
            }}
          />
        </p>
      )}
      {command && (
        <p class="note">{formatElements(strings.sameOnTheCommandLine, <code>{command}</code>)}</p>
      )}
    </>
  );
}

/** Uros: improve on the weights of the source in three steps. */
function Story() {
  const five = ['balanced', 'explore', 'expand', 'exterminate', 'exploit'].map((bot) => ({
    bot,
    options: {},
  }));
  const go = async (/** @type {Kind} */ which, /** @type {Partial<Settings>} */ change) => {
    await prove.study(SOURCE);
    prove.adjust(which, { field: five, ...change });
    prove.look(which);
    await prove.begin(which);
  };
  return (
    <ol class="prove-story stack" aria-label={strings.sourceWeightsSweepTunedSet}>
      <li class="box">
        {formatElements(strings.fiveStrategiesWeighTheSame, <b>{strings.sourcesWeights}</b>)}
      </li>
      <li class="box">
        {formatElements(strings.howMuchOfItHangs, <b>{strings.aSweep}</b>)}{' '}
        <Button
          label={strings.sweepTheOpponentsFreeLand}
          class="small"
          disabled={prove.busy.value}
          act={() => go('sweep', { number: 'foe_efl', from: 0, to: 10, steps: 11, games: 40 })}
        />
      </li>
      <li class="box">
        {formatElements(strings.allFiveAtOnceVerified, <b>{strings.tunedSet}</b>)}{' '}
        <Button
          label={strings.tuneAllFive}
          class="small"
          disabled={prove.busy.value}
          act={() => go('tune', {})}
        />
      </li>
    </ol>
  );
}
