/**
 * A bot's analysis in two panels. Why: the reasons, the difference to the rival, and what would change the choice. Engine: the
 * candidates, the legend of their terms with the weights, the best line, and details of the search. The previous analysis stays, dimmed, until the next one arrives. All numbers come from
 * Rust.
 */
import { useRef } from 'preact/hooks';
import { mayPlayProposed, playProposed } from '../app/advice.js';
import { changed } from '../app/compare.js';
import { setDisplay, showFilm } from '../app/display.js';
import { canSample } from '../app/flipPoints.js';
import { ghosts, rivalOf } from '../app/ghosts.js';
import { moveName } from '../app/names.js';
import { failed, hasLines, outdated, shownBot } from '../app/shownBot.js';
import * as store from '../app/store.js';
import { stopThinking, thinkAgain } from '../app/think.js';
import { pause } from '../app/transport.js';
import { turning } from '../app/turns.js';
import { detailOf } from '../app/whyNot.js';
import { isKnown, spokenOf } from '../boards/thoughts.js';
import * as strings from '../strings/analyse.js';
import { columnScore, counted, scoreText } from '../ui/format.js';
import { formatElements } from '../ui/formatElements.js';
import { SeatMark, Swatch } from '../ui/mark.jsx';
import { Button, Choice } from '../ui/parts.jsx';
import { advise, BotSelect, botName } from './advisor.jsx';
import { Candidates } from './candidates.jsx';
import { lazyPart } from './lazyPart.jsx';
import { Legend } from './legend.jsx';
import { MoveLabel } from './moveText.jsx';
import { BudgetInput } from './parts.jsx';
import { Line } from './pv.jsx';
import { Tasks } from './tasks.jsx';
import { SearchTree } from './tree.jsx';
import { ChangeItsMind, hasStages, Sampled, Stages, WhatIf } from './weightEffects.jsx';
import { Why } from './why.jsx';

/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */

/** Loaded when it is opened. */
const Film = lazyPart(() => import('./film.jsx'), 'Film', strings.theFilm);

/** Bars of the difference between the choice and its rival. */
const MOST_BARS = 3;

/** Offered numbers of lines. */
const LINES = [1, 2, 3, 5, 8, 12, 20, Number.POSITIVE_INFINITY];

/** The reasons for a choice, for people, and what would change it. */
export const WhyPanel = () => (
  <AnalysisPanel>
    {(known) => (known.tasks.length > 0 ? <Tasks known={known} /> : <WhyOf known={known} />)}
  </AnalysisPanel>
);

/** The candidates, lines and terms of a search, and its settings. */
export function EnginePanel() {
  const config = shownBot.value;
  const bot = config && store.botInfo(config.bot);
  const lined = !!bot && hasLines(bot.id);
  const settings = config && (bot?.budget || lined) && (
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
  );
  return (
    <AnalysisPanel settings={settings}>
      {(known) => (known.tasks.length > 0 ? <Orders known={known} /> : <Thought known={known} />)}
    </AnalysisPanel>
  );
}

/**
 * The selected bot, and its analysis as `children` draws it.
 * @param {{ settings?: import('preact').ComponentChildren, children: (known: AnalysisInfo) => import('preact').JSX.Element }} props
 */
function AnalysisPanel({ settings, children }) {
  const now = store.state.value;
  const known = store.thinking.value?.game === now?.game ? store.thinking.value?.info : null;
  return (
    <>
      <div class="advisor row rigid">
        <BotSelect />
        <Status />
      </div>
      {settings}
      {now?.outcome ? (
        <p class="quiet">{strings.gameIsOverStepBack}</p>
      ) : failed.value ? (
        <Failed {...failed.value} />
      ) : known ? (
        <div class="thought column grow g3" data-outdated={outdated.value}>
          {children(known)}
        </div>
      ) : (
        <p class="quiet">
          {turning.value
            ? strings.pauseToSee
            : store.waiting.value && !store.advisor.value
              ? strings.pausedTheseBotsNeed
              : analysisState()}
        </p>
      )}
    </>
  );
}

/** An analysis with all its details, for screens without tabs. @param {{ known: AnalysisInfo }} props */
function Whole({ known }) {
  if (known.tasks.length > 0) return <Orders known={known} />;
  return (
    <>
      <Reasons known={known} i={shownCandidate(known)} />
      <Thought known={known} />
    </>
  );
}

/** The analysis with all its details in one panel. */
export const ThinkingPanel = () => (
  <AnalysisPanel>{(known) => <Whole known={known} />}</AnalysisPanel>
);

/**
 * An analysis with its details.
 * @param {{ known: AnalysisInfo, playable?: boolean }} props   `playable`: orders can be played here
 */
export const ThoughtOf = ({ known, playable }) => (
  <div class="thought column grow g3" data-outdated={outdated.value}>
    <Whole known={known} />
    {playable && known.tasks.length > 0 && (
      <PlayButton move={known.moves[0]} label={strings.playTheseOrders} />
    )}
  </div>
);

/** The candidate that the panels show: pointed at, picked, or the choice. @param {AnalysisInfo} known */
function shownCandidate(known) {
  const detail = outdated.value ? null : store.lookedAt.value;
  const at = detail ?? known.moves.indexOf(store.hint.value ?? known.choice ?? '');
  return at >= 0 && at < known.moves.length ? at : 0;
}

/** @param {{ known: AnalysisInfo }} props */
function WhyOf({ known }) {
  const i = shownCandidate(known);
  return (
    <>
      <Reasons known={known} i={i} folded />
      <DifferenceBars known={known} />
      <OnTheBoard known={known} />
      <ChangeItsMind known={known} />
      {known.choice && (
        <div class="row g3">
          <PlayButton
            move={known.choice}
            label={strings.play(known.printed[known.moves.indexOf(known.choice)]?.words ?? '')}
          />
        </div>
      )}
    </>
  );
}

/** What the board shows of the choice and its rival. @param {{ known: AnalysisInfo }} props */
function OnTheBoard({ known }) {
  const rival = known.printed[rivalOf(known)];
  const choice = known.printed[known.moves.indexOf(known.choice ?? '')];
  if (!choice?.place || !rival?.place || ghosts.value.length < 2) return null;
  const [other, mine] = ghosts.value;
  return (
    <p class="note rigid">
      {strings.filledAndDashed(choice.words, rival.words)}
      {mine.gains.length > 0 && ` ${strings.greenDots(choice.words)}`}
      {other.gains.length > 0 && ` ${strings.redDots(rival.words)}`}
    </p>
  );
}

/** At most three terms in which the choice and its rival differ most, as signed bars. @param {{ known: AnalysisInfo }} props */
function DifferenceBars({ known }) {
  const n = known.terms.length;
  const [choice, rival] = [known.moves.indexOf(known.choice ?? ''), rivalOf(known)];
  if (choice < 0 || rival < 0 || n < 2) return null;
  const rows = known.terms
    .map((term, t) => ({
      term,
      t,
      by: known.contributions[choice * n + t] - known.contributions[rival * n + t],
      value: known.values[choice * n + t] - known.values[rival * n + t],
    }))
    .filter(({ by }) => Number.isFinite(by) && by !== 0)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, MOST_BARS);
  if (rows.length === 0) return null;
  const most = Math.abs(rows[0].by);
  return (
    <section class="difference-bars rigid" aria-label={strings.differences}>
      <p class="row g2">
        <MoveLabel printed={known.printed[choice]} /> {strings.comparedWith}{' '}
        <MoveLabel printed={known.printed[rival]} />
      </p>
      <ul>
        {rows.map(({ term, t, by, value }) => (
          <li key={term.key} title={term.meaning}>
            <span>
              <Swatch term={t} /> {term.label}
            </span>
            <span class="signed" aria-hidden="true">
              <i
                data-good={by > 0}
                style={{
                  left: `${by > 0 ? 50 : 50 - (50 * Math.abs(by)) / most}%`,
                  width: `${(50 * Math.abs(by)) / most}%`,
                }}
              />
            </span>
            <b class="digits" translate={false}>
              {columnScore(value)}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is said while there is no analysis yet. */
export const analysisState = () =>
  !store.engineReady.value
    ? strings.loadingTheEngine
    : store.thinkingStatus.value === 'stopped'
      ? strings.analysisStopped
      : strings.thinkingNow;

/** Why there is no analysis. @param {{ error: string, stderr: string[] }} props */
export function Failed({ error, stderr }) {
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
        choose={(n) => setDisplay({ lines: n })}
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

/** @param {{ known: AnalysisInfo }} props */
function Thought({ known }) {
  const i = shownCandidate(known);
  const n = known.terms.length;
  return (
    <>
      <Candidates known={known}>
        <StepThrough />
      </Candidates>
      <Head known={known} i={i} />
      <Line known={known} i={i} />
      <ShownFilm />
      {n > 0 && (
        <Legend
          terms={known.terms}
          of={known.printed[i].words}
          value={(t) => known.values[i * n + t]}
          contribution={(t) => known.contributions[i * n + t]}
          gone={(t) => known.gone.includes(i * n + t)}
        />
      )}
      <Worth known={known} i={i} />
      {!known.judges && (
        <p class="quiet none">{strings.hasNoHeuristicItScores(botName(shownBot.value))}</p>
      )}
      <WhatIf known={known} />
      <Parts known={known} i={i} />
      <Figures known={known} i={i} />
    </>
  );
}

/** The tasks of a turn. @param {{ known: AnalysisInfo }} props */
const Orders = ({ known }) => (
  <>
    <Tasks known={known} />
    <StepThrough />
    <ShownFilm />
  </>
);

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
        showFilm({ bot });
      }}
    />
  );
}

/** The film, once it is opened. */
function ShownFilm() {
  const shown = store.filmed.value;
  if (!shown || !isFilmable()) return null;
  return <Film bot={shown.bot} event={shown.event} close={() => showFilm()} />;
}

/**
 * Why the choice is best; for another candidate, what speaks for the choice against it: a headline and a short list. It
 * does not change while a pointer passes over candidates, so that the list below does not move.
 * @param {{ known: AnalysisInfo, i: number, folded?: boolean }} props   `folded`: the list is shown on request
 */
function Reasons({ known, i, folded }) {
  const shown = useRef({ known, text: known.why, differences: known.differences });
  const passing =
    store.pointed.value !== null && !document.activeElement?.matches('.candidates:focus-visible');
  const detail = detailOf(known.moves[i]);
  const other = !passing && known.moves[i] !== known.choice && detail;
  const { text, differences } = other
    ? { ...detail, text: detail.contrast }
    : { ...known, text: known.why };
  if (!passing || shown.current.known !== known) shown.current = { known, text, differences };
  return <Why {...shown.current} folded={folded} />;
}

/** The terms of a candidate along its line, what they are made of, and the tree that was searched. @param {{ known: AnalysisInfo, i: number }} props */
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

/** The inspected candidate as text, with a button to play it. @param {{ known: AnalysisInfo, i: number }} props */
function Head({ known, i }) {
  const visits = known.visits[i];
  return (
    <div class="detail-head row spread rigid">
      <h3 title={known.descriptions[i]}>
        {known.descriptions[i]}
        <small>
          {isKnown(known, i) && known.judges && ` · ${spokenOf(known, i)}`}
          {typeof visits === 'number' && visits > 0 && ` · ${counted(visits, 'visit')}`}
        </small>
      </h3>
      <PlayButton
        move={known.moves[i]}
        label={strings.play(known.printed[i].words)}
        shown={strings.play(known.printed[i].short)}
      />
    </div>
  );
}

/**
 * It stays mounted while others move, to keep the focus.
 * @param {{ move: string, label: string, shown?: string }} props   `shown`: a shorter text, where there is little room
 */
function PlayButton({ move, label, shown = label }) {
  const mine = mayPlayProposed() && !outdated.value;
  if (!store.personPlays.value) return null;
  return (
    <Button
      label={shown}
      class="small play rigid"
      title={label}
      aria-label={label}
      aria-disabled={!mine}
      act={() => {
        if (mine) playProposed(move);
      }}
    />
  );
}

/**
 * Details of the search; while a weight is moved, the change of the choice.
 * @param {{ known: AnalysisInfo, i: number }} props
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
              {formatElements(
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
 * @param {{ known: AnalysisInfo, i: number }} props
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
        {formatElements(strings.scoresAreTheViewOf(seats[seat].label), <SeatMark seat={seat} />)}
        {worth && ` ${strings.isWorthToEachPlayer(known.printed[i].words)}`}
      </p>
      {worth && (
        <ul class="row wrap g5">
          {worth.map((value, player) => (
            <li class="row g2" key={seats[player]?.name} data-view={player === seat}>
              <SeatMark seat={player} title={seats[player]?.label} />
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

/** @param {AnalysisInfo} known @param {number} i */
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
