/** A new game: who sits where, the game's own options, and a seed that can be typed or drawn. */
import { Fragment } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { drawSeed, seatNames, start, usualBot } from '../app/begin.js';
import { botInfo, dialog, info, state } from '../app/store.js';
import { renderers } from '../boards/registry.js';
import { SeatMark } from '../ui/mark.jsx';
import { close } from './frame.jsx';
import { late } from './late.jsx';
import { BudgetInput, OptionField } from './parts.jsx';

/** @typedef {import('../app/types.js').SeatConfig} SeatConfig */

const Thumbs = late(() => import('./thumbs.jsx').then((module) => module.Thumbs), 'the pictures', {
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
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (fit.problem) return;
    const number = Number(seed);
    if (!/^\d+$/.test(seed.trim()) || !Number.isSafeInteger(number)) {
      setProblem(`A seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`);
      return;
    }
    if (await start({ game: entry.id, options, seed: number, seats: who })) close();
  };
  return (
    <form class="new-game" onSubmit={submit}>
      {who.map((config, i) => {
        const bot = 'bot' in config ? botInfo(config.bot) : null;
        const name = names[i];
        return (
          <div class="field" key={name}>
            <label for={`sit-${i}`}>
              <SeatMark seat={i} /> {name}
            </label>
            <select
              id={`sit-${i}`}
              value={bot?.id ?? ''}
              onChange={(event) => {
                const id = event.currentTarget.value;
                sit(i, id ? { bot: id, options: {} } : { human: true });
              }}
            >
              <option value="">Human</option>
              {entry.bots.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.id === bot?.id
                    ? now.seats[i]?.config === config
                      ? now.seats[i].player
                      : one.name
                    : one.name}
                </option>
              ))}
            </select>
            {bot?.budget && 'bot' in config ? (
              <BudgetInput
                label={`How long ${name} thinks`}
                value={config.budget ?? bot.budget}
                change={(budget) => sit(i, { ...config, budget })}
              />
            ) : (
              <small>{bot?.about ?? 'You, or somebody beside you.'}</small>
            )}
          </div>
        );
      })}
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
          <span class="setup-doors">
            {drafted && (
              <button
                type="button"
                onClick={() => setChosen({ ...chosen, [entry.drafting ?? '']: '' })}
              >
                Leave it out
              </button>
            )}
            <button type="button" onClick={() => (dialog.value = { kind: 'setup' })}>
              Set up a position
            </button>
          </span>
          <small>
            {drafted ? 'From the position that was set up.' : 'From the start of the game.'}
          </small>
        </div>
      )}
      {renderers[entry.id]?.editor && (
        <div class="field">
          <span class="field-name" />
          <button type="button" onClick={() => (dialog.value = { kind: 'editor' })}>
            {renderers[entry.id].editor?.offer}
          </button>
        </div>
      )}
      {fit.problem && (
        <p class="problem" role="alert">
          {fit.problem}
        </p>
      )}
      {between && who.every((config) => 'bot' in config) && (
        <p class="between-bots">{between.why}</p>
      )}
      <div class="field">
        <label for="seed">Seed</label>
        <span class="seed">
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
          <button type="button" onClick={() => setSeed(String(drawSeed()))}>
            Draw
          </button>
        </span>
        <small id="seed-about">
          {problem || 'The same seed with the same seats plays the same game.'}
        </small>
      </div>
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={!!fit.problem}>
          Start
        </button>
      </div>
    </form>
  );
}
