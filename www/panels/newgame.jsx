/** The new game dialog: players, the game's options, and a seed to type or shuffle. */
import { Fragment } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { choicesOf, saved, seatOf } from '../app/lab/bots.js';
import { drawSeed, seatNames, start, usualBot, usualOptions } from '../app/newGame.js';
import { levelOf, tableOf } from '../app/progress.js';
import { botInfo, closeDialog, info, openDialog, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import * as strings from '../strings/play.js';
import { percentText, scoreText } from '../ui/format.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button, Choice, Problem } from '../ui/parts.jsx';
import { Face } from './faces.jsx';
import { lazyPart } from './lazyPart.jsx';
import { BudgetInput, OptionField } from './parts.jsx';
import { Strength } from './strength.jsx';

/** @typedef {import('../app/types.js').SeatConfig} SeatConfig */

const Thumbs = lazyPart(() => import('./thumbs.jsx'), 'Thumbs', strings.thePictures, {
  silent: true,
});

/**
 * Strengths of a game's bots, strongest first, from `make ladder`: ratings, or shares of games won if more than two
 * play.
 * @param {string} game
 * @returns {Promise<Map<string, string>>}
 */
async function strengthsIn(game) {
  const { default: figures } = await import('../../docs/reference/figures.json');
  /** @type {{ bot: string, share: number, rating?: number[] }[]} */
  const bots = /** @type {any} */ (figures)[game]?.bots ?? [];
  return new Map(
    bots.map(({ bot, share, rating }) => [bot, rating ? scoreText(rating[0]) : percentText(share)]),
  );
}

/** @param {SeatConfig} config */
const isHuman = (config) => 'human' in config;

/** The form of a new game; it needs the whole engine. */
export function NewGame() {
  const now = state.value;
  const entry = info.value;
  const [seats, setSeats] = useState(() => now?.seats.map((seat) => seat.config) ?? []);
  const between = entry?.match_note
    ? { options: entry.match_options, why: entry.match_note }
    : null;
  /** Default options for these seats. */
  const usual = (/** @type {SeatConfig[]} */ who) => ({
    ...(entry && usualOptions(entry)),
    ...(who.length > 0 && who.every((config) => 'bot' in config) && between?.options),
  });
  /** Options that the user has chosen; a value that is not the default counts. */
  const [chosen, setChosen] = useState(() => {
    const was = usual(now?.seats.map((seat) => seat.config) ?? []);
    return Object.fromEntries(
      Object.entries(now?.options ?? {}).filter(([key, value]) => was[key] !== value),
    );
  });
  const options = { ...usual(seats), ...chosen };
  const key = JSON.stringify(options);
  // The number of seats may depend on the options, as on a map. While these are invalid, keep the last seats.
  const fit = useMemo(() => seatNames(entry?.id ?? '', options), [entry, key]);
  const shown = useRef(/** @type {string[]} */ (now?.seats.map((seat) => seat.name) ?? []));
  if (!fit.problem) shown.current = fit.names;
  const names = shown.current;
  const who = names.map((_, i) => seats[i] ?? (entry ? usualBot(entry, i) : { human: true }));
  const [seed, setSeed] = useState(() => String(drawSeed()));
  const [problem, setProblem] = useState('');
  if (!now || !entry) return null;

  // Positions have their own screen; only pasted texts, such as a board, are options here.
  const [board, ...others] = entry.options.filter(
    ({ key }) => key !== entry.drafting || key === entry.setup_text?.option,
  );
  const drafted = !!options[entry.drafting ?? ''];
  /** @param {number} at @param {SeatConfig} config */
  const sit = (at, config) => setSeats(who.map((old, i) => (i === at ? config : old)));
  const people = who.filter(isHuman).length;
  /** The level of the opponents, if one human plays; otherwise none. */
  const level = people === 1 ? levelOf(entry, who) : 0;
  /** @param {number} level */
  const against = (level) => {
    const human = Math.max(0, who.findIndex(isHuman));
    setSeats(tableOf(entry, level, { seats: who.length, human }));
  };
  /** Moves the only person to another seat; the others keep their order round the table. @param {number} seat */
  const sitOn = (seat) => {
    const by = seat - who.findIndex(isHuman) + who.length;
    setSeats(who.map((_, i) => who[(i - by + 2 * who.length) % who.length]));
  };
  /** @param {import('../app/types.js').GameInfo['options'][number]} option */
  const fieldOf = (option) => (
    <Fragment key={option.key}>
      <OptionField
        option={option}
        value={options[option.key] ?? option.default}
        change={(value) => setChosen({ ...chosen, [option.key]: value })}
      />
      {option.type === 'text' && option.known.length > 1 && entry.drafting && (
        <Thumbs
          game={entry.id}
          options={{ ...options, [entry.drafting]: '' }}
          option={option}
          value={String(options[option.key] ?? option.default)}
          change={(value) => setChosen({ ...chosen, [option.key]: value })}
        />
      )}
    </Fragment>
  );
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (fit.problem) return;
    const number = Number(seed);
    if (!/^\d+$/.test(seed.trim()) || !Number.isSafeInteger(number)) {
      setProblem(strings.seedIsAWholeNumber(Number.MAX_SAFE_INTEGER));
      return;
    }
    if (await start({ game: entry.id, options, seed: number, seats: who })) closeDialog();
  };
  return (
    <form class="new-game" onSubmit={submit}>
      <Opponents entry={entry} seats={who.length} level={level} choose={against} />
      {people === 1 && (
        <div class="field">
          <label for="you-play">{strings.youPlay}</label>
          <Choice
            id="you-play"
            among={names.map((name, i) => [String(i), name])}
            value={String(who.findIndex(isHuman))}
            choose={(seat) => sitOn(Number(seat))}
          />
          <small>{strings.firstMoves(names[0])}</small>
        </div>
      )}
      {board && fieldOf(board)}
      <Problem words={fit.problem} />
      {between && who.every((config) => 'bot' in config) && (
        <p class="tint small-text">{between.why}</p>
      )}
      <details class="more" open={!level}>
        <summary>{strings.advanced}</summary>
        <Seats game={entry.id} names={names} who={who} sit={sit} />
        {others.map(fieldOf)}
        {entry.drafting && (
          <div class="field">
            <span class="field-name">{strings.position}</span>
            <span class="row wrap g3">
              {drafted && (
                <Button
                  label={strings.leaveItOut}
                  act={() => setChosen({ ...chosen, [entry.drafting ?? '']: '' })}
                />
              )}
              <Button label={strings.setUpAPosition} act={() => openDialog('setup')} />
            </span>
            <small>{drafted ? strings.fromThePosition : strings.fromTheStart}</small>
          </div>
        )}
        {renderers[entry.id]?.editor && (
          <div class="field">
            <span class="field-name" />
            <Button label={renderers[entry.id].editor?.offer} act={() => openDialog('editor')} />
          </div>
        )}
        {who.map((config, i) => {
          const bot = 'bot' in config ? botInfo(config.bot) : null;
          if (!bot?.budget || !('bot' in config)) return null;
          return (
            <div class="field" key={names[i]}>
              <span class="field-name">{strings.thinksFor(names[i])}</span>
              <BudgetInput
                label={strings.howLongItThinks(names[i])}
                value={config.budget ?? bot.budget}
                change={(budget) => sit(i, { ...config, budget })}
              />
            </div>
          );
        })}
        <div class="field">
          <label for="seed">{strings.seed}</label>
          <span class="seed row g3">
            <input
              id="seed"
              type="text"
              inputMode="numeric"
              maxLength={16}
              value={seed}
              aria-describedby="seed-about"
              aria-invalid={!!problem}
              onInput={(event) => {
                setSeed(event.currentTarget.value);
                setProblem('');
              }}
            />
            <Button label={strings.shuffle} act={() => setSeed(String(drawSeed()))} />
          </span>
          <small id="seed-about">{problem || strings.sameSeedWithTheSame}</small>
        </div>
      </details>
      <div class="dialog-actions row far">
        <Button label={strings.cancel} act={closeDialog} />
        <Button type="submit" class="primary" label={strings.start} disabled={!!fit.problem} />
      </div>
    </form>
  );
}

/**
 * The opponents by level; where several sit at the table, the others of each level too.
 * @param {{ entry: import('../app/types.js').GameInfo, seats: number, level: number, choose: (level: number) => void }} props   `level` from 1; 0 for none
 */
function Opponents({ entry: { levels, rivals }, seats, level, choose }) {
  return (
    <fieldset class="opponents stack g3">
      <legend class="field-name">{strings.opponent}</legend>
      {levels.map((id, i) => {
        const bot = botInfo(id);
        const others = [...new Set(rivals[i].slice(1, seats - 1))].map((one) => botInfo(one)?.name);
        return (
          <Button
            class="column g1"
            key={id}
            aria-pressed={level === i + 1}
            act={() => choose(i + 1)}
          >
            <Face bot={id} size={40} />
            <b>{bot?.name}</b>
            {others.length > 0 && <small>{strings.withOthers(others)}</small>}
            <Strength level={i + 1} of={levels.length} />
            <small>{i + 1 < levels.length ? bot?.about : strings.strongest}</small>
          </Button>
        );
      })}
    </fieldset>
  );
}

/**
 * The players. Strengths load late and are kept here, so that they do not render the rest of the form again: that would
 * reset a number that is being typed.
 * @param {{ game: string, names: string[], who: SeatConfig[], sit: (at: number, config: SeatConfig) => void }} props
 */
function Seats({ game, names, who, sit }) {
  const [strengths, setStrengths] = useState(/** @type {Map<string, string>} */ (new Map()));
  useEffect(() => {
    // Without them the bots keep their default order.
    strengthsIn(game).then(setStrengths, () => {});
  }, [game]);
  const shares = [...strengths.values()].every((one) => one.endsWith('%'));
  return (
    <>
      {strengths.size > 0 && <small>{strings.whatStrengthIs(shares)}</small>}
      {who.map((config, i) => (
        <SeatField
          key={names[i]}
          index={i}
          name={names[i]}
          config={config}
          strengths={strengths}
          sit={sit}
        />
      ))}
    </>
  );
}

/**
 * The player of a seat.
 * @param {{
 *   index: number,
 *   name: string,
 *   config: SeatConfig,
 *   strengths: Map<string, string>,
 *   sit: (at: number, config: SeatConfig) => void,
 * }} props
 */
function SeatField({ index, name, config, strengths, sit }) {
  const bot = 'bot' in config ? botInfo(config.bot) : null;
  const now = state.value?.seats[index];
  const measured = [...strengths.keys()];
  const place = (/** @type {{ id: string }} */ { id }) =>
    strengths.has(id) ? measured.indexOf(id) : measured.length;
  const strongest = (info.value?.bots ?? []).toSorted((a, b) => place(a) - place(b));
  const bots = strongest.map(({ id, name: of }) => {
    const own = id === bot?.id && now?.config === config;
    const strength = strengths.get(id);
    const called = own ? now.player : of;
    return /** @type {[string, string]} */ ([id, strength ? `${called} (${strength})` : called]);
  });
  const own = saved.value.findIndex((one) => one.config === config);
  return (
    <div class="field">
      <label for={`sit-${index}`}>
        <SeatMark seat={index} /> {name}
      </label>
      <Choice
        id={`sit-${index}`}
        among={[['', strings.human], ...bots, ...choicesOf(saved.value)]}
        value={choicesOf(saved.value)[own]?.[0] ?? bot?.id ?? ''}
        choose={(id) => sit(index, seatOf(saved.value, id))}
      />
      <small>{bot?.about ?? strings.youOrAFriend}</small>
    </div>
  );
}
