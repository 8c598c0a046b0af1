/**
 * Is a heuristic any good, and what would make it better? One of its numbers swept, all of them tuned, each of its terms
 * left out. A room of its own, which is given what is studied; what is played goes on while people are elsewhere.
 */
import '../arena/arena.css';
import { useEffect } from 'preact/hooks';
import {
  begin,
  busy,
  entry,
  jobs,
  kind,
  look,
  numbers,
  openProve,
  pause,
  range,
  resume,
  study,
  subject,
  wish,
  wishes,
} from '../../app/lab/prove.js';
import { arenaGuest, catalog } from '../../app/store.js';
import { Button, LabelledChoice, LabelledNumber, Problem } from '../../ui/parts.jsx';
import { AllBudgets, CheckList, Progress } from '../arena/fields.jsx';
import { AblateChart, SweepChart, TuneChart } from './proveCharts.jsx';

/** @typedef {import('../../app/lab/prove.js').Kind} Kind */
/** @typedef {import('../../app/lab/prove.js').Wish} Wish */
/** @typedef {import('../../app/lab/prove.js').Subject} Subject */
/** @typedef {import('../../pkg/totora.js').ArenaBot} ArenaBot */

const KINDS = /** @type {const} */ ([
  { id: 'sweep', label: 'Sweep', about: 'One number at several values, against a field.' },
  {
    id: 'tune',
    label: 'Tune',
    about: 'A search over all weights (CMA-ES); what it finds is verified on fresh seeds.',
  },
  { id: 'ablate', label: 'Ablate', about: 'Without each term in turn: what is each worth?' },
]);

/**
 * @param {{ of?: Subject, adopt?: (bot: ArenaBot) => void, leaveOut?: (term: string) => void, back?: () => void }} props
 *   `of`: what is studied, where somebody else decides that; `adopt` takes a tuned bot; `leaveOut` takes a term away; `back`
 *   leaves the room
 */
export function Prove({ of, adopt, leaveOut, back }) {
  const given = of ? JSON.stringify(of) : '';
  useEffect(() => {
    openProve(given ? JSON.parse(given) : { game: 'uros', bot: { bot: 'balanced', options: {} } });
  }, []);
  useEffect(() => {
    if (given && given !== JSON.stringify(subject.value)) study(JSON.parse(given));
  }, [given]);
  const at = KINDS.find((one) => one.id === kind.value) ?? KINDS[0];
  return (
    <div class="arena prove">
      <section class="card prove-setup arena-setup column g4 scroll" aria-label="What is proved">
        {back && (
          <p>
            <Button label={of ? '‹ Back to the bench' : '‹ Tournament'} class="small" act={back} />
          </p>
        )}
        {!of && <Which />}
        <div class="prove-kinds stack box g2" role="tablist" aria-label="How">
          {KINDS.map(({ id, label }) => (
            <Button
              label={label}
              key={id}
              class="plain"
              role="tab"
              id={`prove-${id}`}
              aria-selected={kind.value === id}
              aria-controls="prove-found"
              act={() => look(id)}
            />
          ))}
        </div>
        <p class="note">{at.about}</p>
        <Wishes />
        <Now />
      </section>
      <section
        class="card prove-found scroll"
        id="prove-found"
        role="tabpanel"
        aria-labelledby={`prove-${kind.value}`}
      >
        {!of && entry.value?.id === 'uros' && <Story />}
        <Found adopt={adopt} leaveOut={leaveOut} />
      </section>
    </div>
  );
}

/** The game and the bot. */
function Which() {
  const now = subject.value;
  const bots = (entry.value?.bots ?? []).filter((bot) =>
    bot.options.some((option) => option.type === 'number' || option.type === 'int'),
  );
  return (
    <div class="stack">
      <LabelledChoice
        label="Game"
        among={catalog.value.map((game) => [game.id, game.name])}
        value={now?.game ?? ''}
        choose={(id) => {
          const game = catalog.value.find((one) => one.id === id);
          const bot = game?.bots.find((one) => one.terms.length > 0 && one.options.length > 0);
          if (game && bot) study({ game: game.id, bot: { bot: bot.id, options: {} } });
        }}
      />
      <LabelledChoice
        label="Bot"
        among={bots.map((bot) => [bot.id, bot.name])}
        value={now?.bot.bot ?? ''}
        choose={(bot) => now && study({ game: now.game, bot: { bot, options: {} } })}
      />
    </div>
  );
}

/** How it is studied. */
function Wishes() {
  const which = kind.value;
  const now = wishes.value?.[which];
  const found = subject.value;
  if (!now || !found) return null;
  const set = (/** @type {Partial<Wish>} */ change) => wish(which, change);
  const number = numbers.value.find((one) => one.key === now.number);
  if (numbers.value.length === 0) return <p class="note">No weights to adjust.</p>;
  return (
    <fieldset class="stack" disabled={busy.value}>
      <legend class="hidden">How</legend>
      {which === 'sweep' && (
        <>
          <LabelledChoice
            label="Number"
            among={numbers.value.map((one) => [one.key, `${one.label}, ${one.value}`])}
            value={now.number ?? ''}
            choose={(key) => {
              const next = numbers.value.find((one) => one.key === key);
              if (next) set({ number: next.key, ...range(next) });
            }}
          />
          {number && (
            <div class="numbers three stack">
              <LabelledNumber
                label="from"
                value={now.from ?? 0}
                min={number.min}
                max={number.max}
                step="any"
                change={(from) => set({ from })}
              />
              <LabelledNumber
                label="to"
                value={now.to ?? 0}
                min={number.min}
                max={number.max}
                step="any"
                change={(to) => set({ to })}
              />
              <LabelledNumber
                label="values"
                value={now.steps ?? 11}
                min={2}
                max={40}
                change={(steps) => set({ steps })}
              />
            </div>
          )}
        </>
      )}
      {which === 'tune' && now.plan && <TunePlan plan={now.plan} set={(plan) => set({ plan })} />}
      <Field now={now} set={set} itself={which === 'ablate'} />
      <div class="numbers stack">
        <LabelledNumber
          label={
            which === 'tune'
              ? 'games each, a generation'
              : which === 'ablate' && now.field.length === 0
                ? 'games a term'
                : 'games each'
          }
          value={now.games}
          min={2}
          max={100_000}
          change={(games) => set({ games })}
        />
        <LabelledNumber
          label="seed"
          value={now.seed}
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          change={(seed) => set({ seed })}
        />
      </div>
    </fieldset>
  );
}

/**
 * @param {{ plan: NonNullable<Wish['plan']>, set: (plan: NonNullable<Wish['plan']>) => void }} props
 */
function TunePlan({ plan, set }) {
  const weights = numbers.value.filter((one) => one.weight);
  const chosen = plan.knobs.length > 0 ? plan.knobs : weights.map((one) => one.key);
  return (
    <>
      <details class="more box">
        <summary>
          Numbers{' '}
          <small>
            {chosen.length} of {numbers.value.length}
          </small>
        </summary>
        <CheckList
          legend="Numbers that are tuned"
          among={numbers.value.map(({ key, label }) => ({ key, name: label }))}
          chosen={chosen}
          choose={(knobs) => set({ ...plan, knobs })}
        />
      </details>
      <div class="numbers stack">
        <LabelledNumber
          label="generations"
          value={plan.generations}
          min={1}
          max={2_000}
          change={(generations) => set({ ...plan, generations })}
        />
        <LabelledNumber
          label="games each, verified"
          value={plan.verify}
          min={2}
          max={100_000}
          change={(verify) => set({ ...plan, verify })}
        />
      </div>
    </>
  );
}

/** The bots that it plays against. @param {{ now: Wish, set: (change: Partial<Wish>) => void, itself: boolean }} props */
function Field({ now, set, itself }) {
  const game = entry.value;
  const found = subject.value;
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
          Field{' '}
          <small>
            {names.join(', ') || (itself ? 'itself, without the term' : 'no opponent yet')}
          </small>
        </summary>
        <CheckList
          legend="Opponents"
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
              subject.value = { ...found, bot: { ...found.bot, budget: next } };
          }}
        />
      )}
    </>
  );
}

/** How far it is, and the buttons. */
function Now() {
  const at = jobs[kind.value];
  const status = at.status.value;
  const running = status === 'running';
  const mine = running || status === 'pausing';
  const left =
    at.rate.value > 0 && running ? (at.planned.value - at.done.value) / at.rate.value : null;
  const other = busy.value && !mine;
  return (
    <div class="now">
      {at.asked.value && (
        <Progress
          done={at.done.value}
          of={at.planned.value}
          left={left}
          rate={at.rate.value}
          status={status}
        />
      )}
      <Problem words={at.problem.value} />
      {other && <p class="note">Something else is being played; pause it first.</p>}
      <div class="row wrap g3">
        {mine && (
          <Button label="Pause" class="primary" disabled={!running} act={() => pause(kind.value)} />
        )}
        {status === 'paused' && (
          <Button label="Resume" class="primary" disabled={other} act={() => resume(kind.value)} />
        )}
        {!mine && (
          <Button
            label={at.asked.value ? 'Begin anew' : 'Begin'}
            class={status === 'paused' ? '' : 'primary'}
            disabled={other || numbers.value.length === 0}
            act={() => begin(kind.value)}
          />
        )}
      </div>
    </div>
  );
}

/** What was found. @param {{ adopt?: (bot: ArenaBot) => void, leaveOut?: (term: string) => void }} props */
function Found({ adopt, leaveOut }) {
  const at = jobs[kind.value];
  const asked = at.asked.value;
  const found = at.found.value;
  if (!asked) {
    return (
      <p class="quiet">
        {kind.value === 'sweep' && 'Press Begin: a curve fills as games come.'}
        {kind.value === 'tune' &&
          'Press Begin: the search is drawn as it goes, and ends with games on fresh seeds.'}
        {kind.value === 'ablate' &&
          'Press Begin: the heuristic plays against itself without each of its terms.'}
      </p>
    );
  }
  const game = catalog.value.find((one) => one.id === asked.subject.game);
  const name = (/** @type {ArenaBot} */ bot) =>
    game?.bots.find((one) => one.id === bot.bot)?.name ?? bot.bot;
  const field = asked.wish.field.map(name).join(', ') || 'itself, without each term';
  const command = found.plan?.command ?? found.tuning?.command;
  const tuned =
    found.tuning && found.tuning.found.training.history.length > 0 ? found.tuning : null;
  return (
    <>
      <p>
        <b>{name(asked.subject.bot)}</b> of {game?.name ?? asked.subject.game} against {field}
      </p>
      {kind.value === 'sweep' && <SweepChart found={found} />}
      {kind.value === 'tune' && <TuneChart found={found} />}
      {kind.value === 'ablate' && <AblateChart found={found} leaveOut={leaveOut} />}
      {kind.value === 'tune' && tuned && (
        <p class="row wrap g3">
          <Button
            label={adopt ? 'Take the tuned set' : 'Enter the tuned set in a tournament'}
            act={() => {
              const bot = tuned.found.tuned;
              if (adopt) adopt(bot);
              else arenaGuest.value = { game: asked.subject.game, bot };
            }}
          />
        </p>
      )}
      {command && (
        <p class="note">
          The same on the command line: <code>{command}</code>
        </p>
      )}
    </>
  );
}

/** Uros: how much the source's weights leave on the table, in three steps that one plays oneself. */
function Story() {
  const source = { game: 'uros', bot: { bot: 'balanced', options: {} } };
  const five = ['balanced', 'explore', 'expand', 'exterminate', 'exploit'].map((bot) => ({
    bot,
    options: {},
  }));
  const go = async (/** @type {Kind} */ which, /** @type {Partial<Wish>} */ change) => {
    await study(source);
    wish(which, { field: five, ...change });
    look(which);
    await begin(which);
  };
  return (
    <ol class="prove-story stack" aria-label="Source weights, sweep, tuned set">
      <li class="box">
        <b>The source’s weights.</b> Five strategies weigh the same five numbers by feeling; the
        best of them has 54% against all five.
      </li>
      <li class="box">
        <b>A sweep.</b> How much of it hangs on one of them?{' '}
        <Button
          label="Sweep the opponent’s free land"
          class="small"
          disabled={busy.value}
          act={() => go('sweep', { number: 'foe_efl', from: 0, to: 10, steps: 11, games: 40 })}
        />
      </li>
      <li class="box">
        <b>A tuned set.</b> All five at once, verified on games that the search never saw. One of
        ours (10, 0, 10, 0.664, 0) has 67.0% (66.4 to 67.7) against all five.{' '}
        <Button
          label="Tune all five"
          class="small"
          disabled={busy.value}
          act={() => go('tune', {})}
        />
      </li>
    </ol>
  );
}
