/**
 * A bot's analysis: the candidates, the legend of their terms with the weights, the best line, the explanation, and
 * details of the search. The previous analysis stays, dimmed, until the next one arrives. All numbers come from
 * Rust.
 */
import { useRef } from 'preact/hooks';
import { mayPlayProposed, playProposed } from '../app/advice.js';
import { changed } from '../app/compare.js';
import { detailOf } from '../app/contrast.js';
import { moveName } from '../app/names.js';
import { canSample } from '../app/sampled.js';
import { failed, hasLines, outdated, shownBot } from '../app/shown.js';
import * as store from '../app/store.js';
import { stopThinking, thinkAgain } from '../app/think.js';
import { pause } from '../app/transport.js';
import { turning } from '../app/turns.js';
import { isKnown, judges, spokenOf } from '../boards/thoughts.js';
import * as strings from '../strings/analyse.js';
import { filled } from '../ui/filled.js';
import { counted, scoreText } from '../ui/format.js';
import { SeatMark, Swatch } from '../ui/mark.jsx';
import { Button, Choice } from '../ui/parts.jsx';
import { advise, BotSelect, botName } from './advisor.jsx';
import { Candidates } from './candidates.jsx';
import { late } from './late.jsx';
import { Legend } from './legend.jsx';
import { hasStages, Sampled, Stages, WhatIf } from './mind.jsx';
import { BudgetInput } from './parts.jsx';
import { Line } from './pv.jsx';
import { Tasks } from './tasks.jsx';
import { SearchTree } from './tree.jsx';
import { Why } from './why.jsx';

/** @typedef {import('../app/types.js').ThoughtInfo} ThoughtInfo */

/** Loaded when it is opened. */
const Film = late(() => import('./film.jsx'), 'Film', strings.theFilm);

/** Offered numbers of lines. */
const LINES = [1, 2, 3, 5, 8, 12, 20, Number.POSITIVE_INFINITY];

export function ThinkingPanel() {
  const now = store.state.value;
  const known = store.thinking.value?.game === now?.game ? store.thinking.value?.info : null;
  const config = shownBot.value;
  const bot = config && store.botInfo(config.bot);
  const lined = !!bot && hasLines(bot.id);
  return (
    <>
      <div class="advisor row rigid">
        <BotSelect />
        <Status />
      </div>
      {config && (bot?.budget || lined) && (
        <div class="advisor row rigid">
          {bot?.budget && (
            <BudgetInput
              label={strings.howLongThisBotThinks}
              value={config.budget ?? bot.budget}
              change={(budget) => advise({ ...config, budget })}
            />
          )}
          {lined && <LinesSelect />}
        </div>
      )}
      {now?.outcome ? (
        <p class="quiet">{strings.gameIsOverStepBack}</p>
      ) : failed.value ? (
        <Failed {...failed.value} />
      ) : known ? (
        <ThoughtOf known={known} />
      ) : (
        <p class="quiet">
          {turning.value
            ? strings.pauseToSee
            : store.waiting.value && !store.advisor.value
              ? strings.pausedTheseBotsNeed
              : store.engineReady.value
                ? strings.thinkingNow
                : strings.loadingTheEngine}
        </p>
      )}
    </>
  );
}

/** Why there is no analysis. @param {{ error: string, stderr: string[] }} props */
function Failed({ error, stderr }) {
  return (
    <div class="failed" data-testid="failed">
      <p>{error}</p>
      {stderr.length > 0 && (
        <>
          <p class="quiet">{strings.lastLinesOfItsStandard}</p>
          <pre>{stderr.join('\n')}</pre>
        </>
      )}
    </div>
  );
}

/**
 * An analysis with its details.
 * @param {{ known: ThoughtInfo, playable?: boolean }} props   `playable`: orders can be played here
 */
export const ThoughtOf = ({ known, playable }) => (
  <div class="thought column grow g3" data-outdated={outdated.value}>
    {known.tasks.length > 0 ? <Tasks known={known} /> : <Thought known={known} />}
    {known.tasks.length > 0 && (
      <>
        <StepThrough />
        <ShownFilm />
      </>
    )}
    {playable && known.tasks.length > 0 && (
      <PlayButton move={known.moves[0]} label={strings.playTheseOrders} />
    )}
  </div>
);

/** Selects how many of the best moves get exact scores. */
function LinesSelect() {
  const count = store.lines.value;
  const offered = LINES.includes(count) ? LINES : [...LINES, count].sort((a, b) => a - b);
  return (
    <label class="lines row g3 end" title={strings.soManyOfTheBest}>
      <span class="dim">{strings.lines}</span>
      <Choice
        among={offered.map((n) => [n, Number.isFinite(n) ? String(n) : 'all'])}
        value={count}
        choose={(n) => (store.lines.value = n)}
      />
    </label>
  );
}

function Status() {
  const status = store.thinkingStatus.value;
  if (status === 'busy') {
    return (
      <Button class="small" act={stopThinking}>
        <span class="spinner" aria-hidden="true" /> {strings.stop}
      </Button>
    );
  }
  if (status === 'stopped') {
    return <Button label={strings.think} class="small" act={thinkAgain} />;
  }
  return null;
}

/** @param {{ known: ThoughtInfo }} props */
function Thought({ known }) {
  const detail = outdated.value ? null : store.lookedAt.value;
  const at = detail ?? known.moves.indexOf(store.hint.value ?? known.choice ?? '');
  const i = at >= 0 && at < known.moves.length ? at : 0;
  const n = known.terms.length;
  return (
    <>
      <Reasons known={known} i={i} />
      <Candidates known={known}>
        <StepThrough />
      </Candidates>
      <Head known={known} i={i} />
      <Line known={known} i={i} />
      <ShownFilm />
      {n > 0 && (
        <Legend
          terms={known.terms}
          of={known.moves[i]}
          value={(t) => known.values[i * n + t]}
          contribution={(t) => known.contributions[i * n + t]}
          gone={(t) => known.gone.includes(i * n + t)}
        />
      )}
      <Worth known={known} i={i} />
      {!judges(known) && (
        <p class="quiet none">{strings.hasNoHeuristicItScores(botName(shownBot.value))}</p>
      )}
      <WhatIf known={known} />
      <Parts known={known} i={i} />
      <Figures known={known} i={i} />
    </>
  );
}

/** Whether the search of the shown bot can be filmed here. */
function isFilmable() {
  const bot = shownBot.value?.bot;
  return (
    !!bot && !bot.startsWith(store.PROGRAM) && !!store.botInfo(bot) && !store.state.value?.outcome
  );
}

/** Opens the film of the shown bot's search. */
function StepThrough() {
  const bot = shownBot.value;
  if (!bot || !isFilmable() || store.filmed.value) return null;
  return (
    <Button
      label={strings.stepThrough}
      class="small"
      act={() => {
        // Another position would close the film.
        pause();
        store.filmed.value = { bot };
      }}
    />
  );
}

/** The film, once it is opened. */
function ShownFilm() {
  const shown = store.filmed.value;
  if (!shown || !isFilmable()) return null;
  return (
    <Film
      bot={shown.bot}
      event={shown.event}
      close={() => {
        store.filmed.value = null;
      }}
    />
  );
}

/**
 * Why the choice is best; for another candidate, what speaks for the choice against it: a headline and a short list. It
 * does not change while a pointer passes over candidates, so that the list below does not move.
 * @param {{ known: ThoughtInfo, i: number }} props
 */
function Reasons({ known, i }) {
  const shown = useRef({ known, text: known.why, differences: known.differences });
  const passing =
    store.pointed.value !== null && !document.activeElement?.matches('.candidates:focus-visible');
  const detail = detailOf(known.moves[i]);
  const other = !passing && known.moves[i] !== known.choice && detail;
  const { text, differences } = other
    ? { ...detail, text: detail.contrast }
    : { ...known, text: known.why };
  if (!passing || shown.current.known !== known) shown.current = { known, text, differences };
  return <Why text={shown.current.text} differences={shown.current.differences} />;
}

/** The terms of a candidate along its line, what they are made of, and the tree that was searched. @param {{ known: ThoughtInfo, i: number }} props */
function Parts({ known, i }) {
  const detail = detailOf(known.moves[i]);
  const parts = detail?.parts ?? [];
  if (parts.length === 0 && !hasStages(detail) && !known.tree && !known.no_tree && !canSample.value)
    return null;
  return (
    <details class="what-if rigid">
      <summary>{strings.details}</summary>
      <Stages known={known} i={i} />
      {parts.length > 0 && (
        <ul class="points">
          {parts.map((part, n) => (
            <li key={n}>
              <Swatch term={known.terms.findIndex(({ key }) => key === part.term)} /> {part.text}
            </li>
          ))}
        </ul>
      )}
      <Sampled known={known} />
      <SearchTree known={known} />
    </details>
  );
}

/** The inspected candidate as text, with a button to play it. @param {{ known: ThoughtInfo, i: number }} props */
function Head({ known, i }) {
  const visits = known.visits[i];
  return (
    <div class="detail-head row spread rigid">
      <h3 title={known.descriptions[i]}>
        {known.descriptions[i]}
        <small>
          {isKnown(known, i) && judges(known) && ` · ${spokenOf(known, i)}`}
          {typeof visits === 'number' && visits > 0 && ` · ${counted(visits, 'visit')}`}
        </small>
      </h3>
      <PlayButton move={known.moves[i]} label={strings.play(moveName(known.moves[i]))} />
    </div>
  );
}

/** It stays mounted while others move, to keep the focus. @param {{ move: string, label: string }} props */
function PlayButton({ move, label }) {
  const mine = mayPlayProposed() && !outdated.value;
  if (!store.personPlays.value) return null;
  return (
    <Button
      label={label}
      class="small play cut rigid"
      title={move}
      aria-disabled={!mine}
      act={() => {
        if (mine) playProposed(move);
      }}
    />
  );
}

/**
 * Details of the search; while a weight is moved, the change of the choice.
 * @param {{ known: ThoughtInfo, i: number }} props
 */
function Figures({ known, i }) {
  const marks = changed.value;
  const old = store.comparison.value;
  return (
    <div class="figures row spread rigid fine" role="status" translate={false}>
      {marks && old ? (
        <>
          {marks.choice ? (
            <span class="chosen">
              {filled(
                strings.nowChooses0Not1,
                <b class="move" translate={false}>
                  {moveName(marks.choice.to)}
                </b>,
                <b class="move" translate={false}>
                  {moveName(marks.choice.from)}
                </b>,
              )}
            </span>
          ) : (
            <span>{strings.choiceStays(moveName(known.choice ?? ''))}</span>
          )}
          <Button label={strings.back} class="small" act={() => advise(old.config)} />
        </>
      ) : (
        figures(known, i)
      )}
    </div>
  );
}

/**
 * With more than two players: whose view the scores are, and a candidate's value for every player, if the
 * bot has computed it.
 * @param {{ known: ThoughtInfo, i: number }} props
 */
function Worth({ known, i }) {
  const seats = store.state.value?.seats ?? [];
  if (seats.length <= 2) return null;
  const seat = known.views?.seat ?? store.state.value?.to_act[0];
  if (seat === undefined || !seats[seat]) return null;
  const worth = known.views?.by_seat[i];
  return (
    <div class="worth small-text rigid">
      <p>
        {filled(strings.scoresAreTheViewOf(seats[seat].name), <SeatMark seat={seat} />)}
        {worth && ` ${strings.isWorthToEachPlayer(known.moves[i])}`}
      </p>
      {worth && (
        <ul class="row wrap g5">
          {worth.map((value, player) => (
            <li class="row g2" key={seats[player]?.name} data-view={player === seat}>
              <SeatMark seat={player} title={seats[player]?.name} />
              <b class="mono" translate={false}>
                {scoreText(value)}
              </b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** @param {ThoughtInfo} known @param {number} i */
function figures(known, i) {
  const parts = [counted(known.moves.length, 'candidate')];
  if (known.nodes > known.moves.length) parts.push(strings.nodes(known.nodes));
  if (store.programs.value) parts.push(strings.native);
  if (known.depth > 1) parts.push(strings.depth(known.depths[i] ?? known.depth));
  if (known.exact) parts.push(strings.exact);
  if (!known.done)
    parts.push(store.thinkingStatus.value === 'stopped' ? strings.stopped : strings.stillThinking);
  return parts.join(' · ');
}
