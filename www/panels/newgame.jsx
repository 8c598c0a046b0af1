/** A new game: who sits where, the game's own options, and a seed that can be typed or drawn. */
import { Fragment } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { drawSeed, seatNames, start, usualBot } from '../app/begin.js';
import { botInfo, closeDialog, info, openDialog, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { SeatMark } from '../ui/mark.jsx';
import { Button, Choice, Problem } from '../ui/parts.jsx';
import { Face } from './faces.jsx';
import { late } from './late.jsx';
import { BudgetInput, OptionField } from './parts.jsx';

/** @typedef {import('../app/types.js').SeatConfig} SeatConfig */

const Thumbs = late(() => import('./thumbs.jsx'), 'Thumbs', 'the pictures', {
  silent: true,
});

/** What a new game is asked for; it needs all of the engine. */
export function NewGame() {
  const now = state.value;
  const entry = info.value;
  const [seats, setSeats] = useState(() => now?.seats.map((seat) => seat.config) ?? []);
  const between = entry?.match_note
    ? { options: entry.match_options, why: entry.match_note }
    : null;
  /** What a new game of these seats begins with, unless it is chosen. */
  const usual = (/** @type {SeatConfig[]} */ who) => ({
    ...Object.fromEntries(entry?.options.map((o) => [o.key, o.default]) ?? []),
    ...(who.length > 0 && who.every((config) => 'bot' in config) && between?.options),
  });
  /** Options whose value was chosen; one that is not as usual was chosen before. */
  const [chosen, setChosen] = useState(() => {
    const was = usual(now?.seats.map((seat) => seat.config) ?? []);
    return Object.fromEntries(
      Object.entries(now?.options ?? {}).filter(([key, value]) => was[key] !== value),
    );
  });
  const options = { ...usual(seats), ...chosen };
  const key = JSON.stringify(options);
  // How many seats there are may depend on the options, as on a map. While they do not fit, those stay.
  const fit = useMemo(() => seatNames(entry?.id ?? '', options), [entry, key]);
  const shown = useRef(/** @type {string[]} */ (now?.seats.map((seat) => seat.name) ?? []));
  if (!fit.problem) shown.current = fit.names;
  const names = shown.current;
  const who = names.map((_, i) => seats[i] ?? (entry ? usualBot(entry, i) : { human: true }));
  const [seed, setSeed] = useState(() => String(drawSeed()));
  const [problem, setProblem] = useState('');
  if (!now || !entry) return null;

  // A position has a room of its own; only what people paste, such as a board, is a text here too.
  const shownOptions = entry.options.filter(
    ({ key }) => key !== entry.drafting || key === entry.setup_text?.option,
  );
  const drafted = !!options[entry.drafting ?? ''];
  /** @param {number} at @param {SeatConfig} config */
  const sit = (at, config) => setSeats(who.map((old, i) => (i === at ? config : old)));
  const people = who.filter((config) => 'human' in config).length;
  const others = who.flatMap((config) => ('bot' in config ? [config.bot] : []));
  /** The level of all others, where one person plays; else none. */
  const level =
    people === 1 && others.every((id) => id === others[0])
      ? entry.levels.indexOf(others[0]) + 1
      : 0;
  /** @param {string} bot */
  const against = (bot) => {
    const me = Math.max(
      0,
      who.findIndex((config) => 'human' in config),
    );
    setSeats(who.map((_, i) => (i === me ? { human: true } : { bot, options: {} })));
  };
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (fit.problem) return;
    const number = Number(seed);
    if (!/^\d+$/.test(seed.trim()) || !Number.isSafeInteger(number)) {
      setProblem(`A seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`);
      return;
    }
    if (await start({ game: entry.id, options, seed: number, seats: who })) closeDialog();
  };
  return (
    <form class="new-game" onSubmit={submit}>
      <Opponents levels={entry.levels} level={level} choose={against} />
      <details class="more" open={!level}>
        <summary>All bots</summary>
        {who.map((config, i) => (
          <SeatField key={names[i]} index={i} name={names[i]} config={config} sit={sit} />
        ))}
      </details>
      {shownOptions.map((option) => (
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
      ))}
      {entry.drafting && (
        <div class="field">
          <span class="field-name">Position</span>
          <span class="row wrap g3">
            {drafted && (
              <Button
                label="Leave it out"
                act={() => setChosen({ ...chosen, [entry.drafting ?? '']: '' })}
              />
            )}
            <Button label="Set up a position" act={() => openDialog('setup')} />
          </span>
          <small>
            {drafted ? 'From the position that was set up.' : 'From the start of the game.'}
          </small>
        </div>
      )}
      {renderers[entry.id]?.editor && (
        <div class="field">
          <span class="field-name" />
          <Button label={renderers[entry.id].editor?.offer} act={() => openDialog('editor')} />
        </div>
      )}
      <Problem words={fit.problem} />
      {between && who.every((config) => 'bot' in config) && (
        <p class="tint small-text">{between.why}</p>
      )}
      <details class="more">
        <summary>Advanced</summary>
        {who.map((config, i) => {
          const bot = 'bot' in config ? botInfo(config.bot) : null;
          if (!bot?.budget || !('bot' in config)) return null;
          return (
            <div class="field" key={names[i]}>
              <span class="field-name">{names[i]} thinks for</span>
              <BudgetInput
                label={`How long ${names[i]} thinks`}
                value={config.budget ?? bot.budget}
                change={(budget) => sit(i, { ...config, budget })}
              />
            </div>
          );
        })}
        <div class="field">
          <label for="seed">Seed</label>
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
            <Button label="Draw" act={() => setSeed(String(drawSeed()))} />
          </span>
          <small id="seed-about">
            {problem || 'The same seed with the same seats plays the same game.'}
          </small>
        </div>
      </details>
      <div class="dialog-actions row">
        <Button label="Cancel" act={closeDialog} />
        <button type="submit" class="primary" disabled={!!fit.problem}>
          Start
        </button>
      </div>
    </form>
  );
}

/**
 * The opponents, level by level.
 * @param {{ levels: string[], level: number, choose: (bot: string) => void }} props   `level` from 1; 0 for none of them
 */
function Opponents({ levels, level, choose }) {
  return (
    <fieldset class="opponents stack g3">
      <legend class="field-name">Opponent</legend>
      {levels.map((id, i) => {
        const bot = botInfo(id);
        return (
          <button type="button" key={id} aria-pressed={level === i + 1} onClick={() => choose(id)}>
            <Face bot={id} size={40} />
            <b>{bot?.name}</b>
            <small>{i + 1 < levels.length ? bot?.about : 'The strongest.'}</small>
          </button>
        );
      })}
    </fieldset>
  );
}

/** Who sits on a seat. @param {{ index: number, name: string, config: SeatConfig, sit: (at: number, config: SeatConfig) => void }} props */
function SeatField({ index, name, config, sit }) {
  const bot = 'bot' in config ? botInfo(config.bot) : null;
  const now = state.value?.seats[index];
  const bots = (info.value?.bots ?? []).map(({ id, name: of }) => {
    const own = id === bot?.id && now?.config === config;
    return /** @type {[string, string]} */ ([id, own ? now.player : of]);
  });
  return (
    <div class="field">
      <label for={`sit-${index}`}>
        <SeatMark seat={index} /> {name}
      </label>
      <Choice
        id={`sit-${index}`}
        among={[['', 'Human'], ...bots]}
        value={bot?.id ?? ''}
        choose={(id) => sit(index, id ? { bot: id, options: {} } : { human: true })}
      />
      <small>{bot?.about ?? 'You, or a friend on this device.'}</small>
    </div>
  );
}
