/** The entrants: bots with weights and budgets, possibly several variants of one. */
import { useState } from 'preact/hooks';
import { arenaName } from '../../app/arena/players.js';
import { entry, plan, setup } from '../../app/arena/state.js';
import { change, enterLinks } from '../../app/arena/tournament.js';
import { choicesOf, savedOf, seatOf } from '../../app/lab/bots.js';
import { ownBots, PROGRAM, programs } from '../../app/store.js';
import * as strings from '../../strings/arena.js';
import { ListName } from '../../ui/name.jsx';
import { Button, Check, Choice, Problem, Sign } from '../../ui/parts.jsx';
import { BotSettings } from '../parts.jsx';
import { AllBudgets } from './fields.jsx';
import { labelOf } from './labels.js';

/** @typedef {import('../../app/arena/state.js').ArenaBot} ArenaBot */
/** @typedef {import('../../app/types.js').Budget} Budget */
/** @typedef {{ seat: ArenaBot, opponent: boolean }} Row */

/** @param {Row[]} rows */
const put = (rows) =>
  change({
    bots: rows.filter((row) => !row.opponent).map((row) => row.seat),
    against: rows.filter((row) => row.opponent).map((row) => row.seat),
  });

/** The entrants in the setup; the last plan has their names. @returns {Row[]} */
function rowsNow() {
  const now = setup.value;
  /** @param {string | ArenaBot} bot @param {number} i */
  const seat = (bot, i) =>
    typeof bot === 'string'
      ? (plan.value?.entrants[i]?.seat ?? { bot: bot.split(/[:@]/)[0], options: {} })
      : bot;
  const own = now?.bots ?? [];
  return [
    ...own.map((bot, i) => ({ seat: seat(bot, i), opponent: false })),
    ...(now?.against ?? []).map((bot, i) => ({ seat: seat(bot, own.length + i), opponent: true })),
  ];
}

export function Entrants() {
  const [open, setOpen] = useState(-1);
  const game = entry.value;
  const rows = rowsNow();
  if (!game) return null;
  const budgetOf = (/** @type {Row} */ { seat }) =>
    game.bots.find((one) => one.id === seat.bot)?.budget;
  const budgets = rows.filter(budgetOf);
  const split = rows.some((row) => row.opponent);
  const add = () => {
    const free = game.bots.find((one) => !rows.some(({ seat }) => seat.bot === one.id));
    const more = { seat: { bot: (free ?? game.bots[0]).id, options: {} }, opponent: false };
    put([...rows, more]);
    setOpen(rows.filter((row) => !row.opponent).length);
  };
  const remove = (/** @type {number} */ i) => {
    setOpen(-1);
    put(rows.toSpliced(i, 1));
  };
  const copy = (/** @type {number} */ i) => {
    setOpen(i + 1);
    put(rows.toSpliced(i + 1, 0, structuredClone(rows[i])));
  };
  return (
    <>
      <h2>{strings.entrants}</h2>
      <ul class="entrants below">
        {rows.map((row, i) => (
          <li key={i} class={row.opponent && !rows[i - 1]?.opponent ? 'first-opponent' : ''}>
            {row.opponent && !rows[i - 1]?.opponent && <h3 class="note">{strings.againstTitle}</h3>}
            <Entrant
              row={row}
              name={nameOf(row, i)}
              open={open === i}
              toggle={() => setOpen(open === i ? -1 : i)}
              set={(next) => {
                const all = rows.map((old, k) => (k === i ? next : old));
                if (next.opponent !== row.opponent) setOpen(-1);
                put(all);
              }}
              remove={rows.length > 2 ? () => remove(i) : undefined}
              copy={() => copy(i)}
              mayOppose={split || rows.filter((one) => !one.opponent).length > 1}
            />
          </li>
        ))}
      </ul>
      <Button label={strings.addABot} class="small" act={add} />
      <FindBot
        bots={game.bots}
        enter={(bot) => put([...rows, { seat: { bot, options: {} }, opponent: false }])}
      />
      <PasteLinks />
      {budgets.length > 0 && (
        <AllBudgets
          value={budgets[0].seat.budget ?? /** @type {Budget} */ (budgetOf(budgets[0]))}
          change={(budget) =>
            put(
              rows.map((row) => (budgetOf(row) ? { ...row, seat: { ...row.seat, budget } } : row)),
            )
          }
        />
      )}
    </>
  );
}

/** How many bots a search lists. */
const FOUND = 6;

/** Bots by any part of their name, id or other names. @param {import('../../app/types.js').GameInfo['bots']} bots @param {string} text */
export function findBots(bots, text) {
  const plain = (/** @type {string} */ name) => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const wanted = plain(text.trim());
  if (!wanted) return [];
  return bots
    .map(({ id, name, aliases = [] }) => ({
      id,
      name,
      alias: aliases.find((alias) => plain(alias).includes(wanted)),
      own: [id, name].some((one) => plain(one).includes(wanted)),
    }))
    .filter(({ alias, own }) => own || alias);
}

/** Enters a bot by its name or a name of its source. @param {{ bots: import('../../app/types.js').GameInfo['bots'], enter: (bot: string) => void }} props */
function FindBot({ bots, enter }) {
  const [text, setText] = useState('');
  const found = findBots(bots, text);
  return (
    <div class="find-bot">
      <input
        type="search"
        class="full"
        aria-label={strings.findABot}
        placeholder={strings.findABot}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() && (
        <p class="row wrap g3" role="status">
          {found.slice(0, FOUND).map(({ id, name, alias, own }) => (
            <Button
              key={id}
              class="small"
              label={!own && alias ? strings.alsoCalled(name, alias) : name}
              act={() => {
                enter(id);
                setText('');
              }}
            />
          ))}
          {found.length === 0 && <span class="quiet">{strings.noSuchBot}</span>}
        </p>
      )}
    </div>
  );
}

/** Heuristics from links, one per line: of students, say. */
function PasteLinks() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(/** @type {string[]} */ ([]));
  return (
    <details class="more">
      <summary>{strings.pasteLinks}</summary>
      <textarea
        class="full"
        rows={4}
        spellcheck={false}
        aria-label={strings.linksOneALine}
        placeholder={strings.linksOfTheLab}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button
        label={strings.enterTheseHeuristics}
        class="small"
        disabled={!text.trim()}
        act={async () => {
          const found = await enterLinks(text);
          setWrong(found);
          if (found.length === 0) setText('');
        }}
      />
      {wrong.map((line) => (
        <Problem words={line} key={line} />
      ))}
    </details>
  );
}

/** @param {Row} row @param {number} i */
function nameOf(row, i) {
  const named = plan.value?.entrants[i];
  return named && whoIs(named.seat) === whoIs(row.seat) ? labelOf(i) : whoIs(row.seat);
}

/** A bot's id, or a program's name with its prefix. @param {ArenaBot} seat */
const whoIs = (seat) => (seat.program ? PROGRAM + seat.program : seat.bot);

/** Available programs, and the entered one. @param {ArenaBot} seat @returns {[string, string][]} */
function programsFor({ program }) {
  const saved = ownBots.value.map(arenaName);
  const known = new Set([...saved, ...(programs.value ?? []), ...(program ? [program] : [])]);
  return [...known].map((name) => [PROGRAM + name, strings.program(name)]);
}

/**
 * @param {{ row: Row, name: string, open: boolean, toggle: () => void, set: (row: Row) => void, remove?: () => void, copy: () => void, mayOppose: boolean }} props
 */
function Entrant({ row, name, open, toggle, set, remove, copy, mayOppose }) {
  const bots = entry.value?.bots ?? [];
  const info = bots.find((one) => one.id === row.seat.bot);
  const { seat } = row;
  const own = open ? savedOf(entry.value?.id ?? '') : [];
  const formula = seat.options?.formula;
  const at = own.findIndex((one) => formula && one.config.options.formula === formula);
  return (
    <div class="entrant" data-open={open}>
      <div class="entrant-row row g0">
        <Button
          class="entrant-name plain cut grow"
          aria-expanded={open}
          title={info?.about}
          act={toggle}
        >
          <ListName text={name} />
        </Button>
        <Button
          class="icon plain"
          aria-label={strings.variantOf(name)}
          title={strings.variantOfIt}
          act={copy}
        >
          <svg
            viewBox="0 0 16 16"
            width="15"
            height="15"
            fill="none"
            stroke="currentcolor"
            stroke-width="1.6"
            aria-hidden="true"
          >
            <rect x="2" y="2" width="8.5" height="8.5" rx="2" />
            <path d="M6 13.8h5.6a2.2 2.2 0 0 0 2.2-2.2V6" />
          </svg>
        </Button>
        <Sign
          sign="×"
          class="plain"
          label={strings.remove(name)}
          title={strings.removeIt}
          disabled={!remove}
          act={remove}
        />
      </div>
      {open && (
        <div class="entrant-more flat">
          <Choice
            class="full"
            label={strings.bot}
            among={[
              ...bots.map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
              ...choicesOf(own),
              ...programsFor(seat),
            ]}
            value={choicesOf(own)[at]?.[0] ?? whoIs(seat)}
            choose={(bot) => set({ ...row, seat: /** @type {any} */ (seatOf(own, bot)) })}
          />
          <p class="note">{info?.about ?? strings.programNote}</p>
          {info && (
            <BotSettings
              bot={info}
              config={seat}
              prefix="entrant"
              set={(next) => set({ ...row, seat: { ...seat, ...next } })}
            />
          )}
          <Check
            label={strings.onlyAnOpponentThoseAbove}
            on={row.opponent}
            disabled={!mayOppose}
            set={(opponent) => set({ ...row, opponent })}
          />
        </div>
      )}
    </div>
  );
}
