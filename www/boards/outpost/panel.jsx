/**
 * Beside the board: orders to what is selected and to the empire, what has been ordered for the turn
 * that waits, and how far to go on. It says what is wanted; the words of the orders go to Rust.
 */

import * as strings from '../../strings/outpost.js';
import { Button, Check, Choice, Sign } from '../../ui/parts.jsx';
import { orderOf } from './orders.js';
import { StandingRules } from './standingRules.jsx';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./orders.js').Clause} Clause */

/** What outposts can be told, with the key for it on the board. */
export const TASKS = [
  { verb: 'go', label: strings.goTo, key: 'g', title: strings.goToACellShift },
  { verb: 'hold', label: strings.hold, key: 'h', title: strings.stayWhereTheyAre },
  { verb: 'guard', label: strings.guard, key: 'u', title: strings.goToTheHomeCell },
  { verb: 'pair', label: strings.escort, key: 'i', title: strings.stayBesideAnotherOutpost },
  { verb: 'patrol', label: strings.patrol, key: 't', title: strings.goToAndFroBetween },
  { verb: 'harvest', label: strings.harvest, key: 'v', title: strings.goToACell },
  { verb: 'raid', label: strings.raid, key: 'r', title: strings.goForTheNearestEnemy },
  { verb: 'auto', label: strings.auto, key: 'o', title: strings.useSuggestedOrders },
];

/** What a run can stop at. */
const STOPS = [
  { key: 'season', label: strings.theHarvest },
  { key: 'near', label: strings.enemyNearHome },
  { key: 'cut', label: strings.outpostInDanger },
  { key: 'arrival', label: strings.orderCompleted },
];

/** @type {[string, string][]} */
const POLICIES = [
  ['newest', strings.newest],
  ['farthest', strings.farthest],
  ['least', strings.leastUseful],
  ['ask', strings.askMe],
];

/**
 * @typedef {object} PanelProps
 * @property {Position} view
 * @property {number | null} seat       the empire that a person orders, or null
 * @property {number[]} selected
 * @property {import('./orders.js').Given} ordered   what waits to be given
 * @property {string | null} mode       what a click on the board does now
 * @property {string} hint              the same in words
 * @property {string | null} advice    why a bot advises what the hint shows, or null
 * @property {string} note             what Rust said about the last order
 * @property {import('../../pkg/totora.js').OutpostTask[] | null} planned   the tasks with what is ordered
 * @property {string[]} brought         what the last turn brought, in sentences
 * @property {() => void} asAdvised     leaves all to an adviser
 * @property {import('./boardState.js').Cell | null} ruleCell   the cell of a rule that is being made
 * @property {() => void} dropRuleCell
 * @property {() => void} accept        makes the advice the orders of this turn
 * @property {boolean} box
 * @property {boolean} points           clicks add way-points
 * @property {boolean} running
 * @property {boolean} brief            the rest of the orders is folded away while no outpost is selected
 * @property {boolean} askDisband       the person chooses who goes
 * @property {Record<string, boolean>} stops
 * @property {{ name: (id: string) => string }} bots
 * @property {(verb: string) => void} task
 * @property {(clause: Clause) => boolean} order
 * @property {(index: number) => void} drop
 * @property {(mode: string) => void} setMode
 * @property {(what: 'all' | 'none' | 'box' | 'points' | 'next') => void} select
 * @property {(key: string) => void} toggleStop
 * @property {(ask: boolean) => void} setAsk
 * @property {(turns: number) => void} play
 */

/** @param {PanelProps} props */
export function Panel(props) {
  const { view, seat, selected, running, stops } = props;
  const { clauses, words } = props.ordered;
  if (seat === null) return <Watching view={view} />;
  const empire = view.empires[seat];
  const none = selected.length === 0;
  return (
    <div class="command stack">
      {(!props.brief || props.hint || props.note || !none) && (
        <p class="command-who">
          <b>{who(empire, selected)}</b>
          <small>{props.hint || doing(props)}</small>
        </p>
      )}
      {empire.openHome && (
        <p class="command-over open-home box small-text" role="note">
          {empire.openHome.words}{' '}
          <Button
            label={strings.sendOutpostHome(empire.openHome.nearest)}
            class="small"
            act={() =>
              props.order({ verb: 'guard', who: [empire.openHome?.nearest ?? 0], points: [] })
            }
          />
        </p>
      )}
      {clauses.length > 0 && (
        <ul class="given stack g1 small-text" aria-label={strings.ordersForTheNextTurn}>
          {words.map((text, i) => (
            <li class="tint row g3" key={text}>
              <span>{text}</span>
              <Sign sign="×" class="small" label={strings.drop(text)} act={() => props.drop(i)} />
            </li>
          ))}
        </ul>
      )}
      {view.turn > 0 && clauses.length === 0 && (
        <div class="command-last fine" role="note" aria-label={strings.whatTheLastTurnBrought}>
          <b>{strings.turnHeading(view.turn)}</b> {props.brought.join(' ')}
        </div>
      )}
      {view.turn === 0 && clauses.length === 0 && <Begin {...props} />}
      {props.advice !== null && (
        <div class="command-advice box small-text" role="note">
          {strings.advice(props.advice)}{' '}
          <Button
            label={strings.accept}
            class="small"
            data-testid="accept-advice"
            act={props.accept}
          />
        </div>
      )}
      {props.brief && none ? (
        <details>
          <summary>{strings.moreOrders}</summary>
          <Orders {...props} />
        </details>
      ) : (
        <Orders {...props} />
      )}
      <div class="row g3 even go-row">
        <Button
          label={strings.nextTurnTitle}
          class="primary"
          disabled={running}
          title={strings.giveTheOrdersAndPlay}
          act={() => props.play(1)}
        />
        <Button
          label={running ? strings.pause : strings.fastForward}
          act={() => props.play(running ? 0 : Number.POSITIVE_INFINITY)}
        />
      </div>
      <fieldset class="stops stack two close" hidden={props.brief && none}>
        <legend class="hidden">{strings.fastForwardStopsAt}</legend>
        {STOPS.map(({ key, label }) => (
          <Check label={label} key={key} on={!!stops[key]} set={() => props.toggleStop(key)} />
        ))}
      </fieldset>
    </div>
  );
}

/** Which outposts are selected, what they are told, and what holds for the whole empire. @param {PanelProps} props */
function Orders(props) {
  const { view, selected } = props;
  const { clauses } = props.ordered;
  const empire = view.empires[props.seat ?? 0];
  const none = selected.length === 0;
  return (
    <>
      <div class="row g3 even" role="group" aria-label={strings.selectOutposts}>
        <Button label={strings.all} class="small" act={() => props.select('all')} title="A" />
        <Button label={strings.next} class="small" act={() => props.select('next')} title="N" />
        <Button
          label={strings.selectArea}
          class="small"
          aria-pressed={props.box}
          act={() => props.select('box')}
          title={strings.dragToSelectAnArea}
        />
        <Button
          label={strings.none}
          class="small"
          disabled={none}
          act={() => props.select('none')}
        />
      </div>
      <div class="tasks stack g2" role="group" aria-label={strings.ordersToTheSelected}>
        {TASKS.map(({ verb, label, key, title }) => (
          <Button
            label={label}
            class="small"
            key={verb}
            disabled={none}
            aria-pressed={props.mode === verb}
            title={`${title} (${key.toUpperCase()})`}
            act={() => props.task(verb)}
          />
        ))}
      </div>
      {(props.mode === 'go' || props.mode === 'patrol' || props.points) && (
        <Check
          label={strings.wayPointsEachClickAdds}
          on={props.points}
          set={() => props.select('points')}
        />
      )}
      {empire.over && (
        <div class="command-over box small-text" role="note">
          {strings.oneMustBeDisbanded}{' '}
          <Button
            label={
              selected.length === 1 ? strings.disbandOutpost(selected[0]) : strings.selectTheOneToGo
            }
            class="small"
            disabled={selected.length !== 1}
            act={() => props.order({ verb: 'x', who: [selected[0]], points: [] })}
          />
        </div>
      )}
      <div class="command-fields stack level">
        <label class="note" for="adviser">
          {strings.adviser}
        </label>
        <Choice
          id="adviser"
          among={[
            ['none', strings.noneIdleOutpostsWait],
            ...view.advisers.map((id) => /** @type {const} */ ([id, props.bots.name(id)])),
          ]}
          value={wanted(clauses, 'adviser') ?? empire.standing?.adviser ?? 'none'}
          choose={(rest) => props.order({ verb: 'adviser', who: [], points: [], rest })}
        />
        <label class="note" for="rally">
          {strings.newOutposts}
        </label>
        <span class="row g3 even">
          <select
            id="rally"
            value={rallyCell(clauses, empire) ? 'cell' : 'off'}
            onChange={(event) => {
              if (event.currentTarget.value === 'off')
                props.order({ verb: 'rally', who: [], points: [], rest: 'off' });
              else props.setMode('rally');
            }}
          >
            <option value="off">{strings.onAuto}</option>
            <option value="cell">
              {rallyCell(clauses, empire)
                ? strings.goToCell(rallyCell(clauses, empire))
                : strings.goToWhere}
            </option>
          </select>
          <Button
            label={strings.set}
            class="small"
            aria-pressed={props.mode === 'rally'}
            act={() => props.setMode('rally')}
          />
        </span>
        <label class="note" for="policy">
          {strings.disband}
        </label>
        <Choice
          id="policy"
          among={POLICIES}
          value={
            props.askDisband
              ? 'ask'
              : (wanted(clauses, 'disband') ?? empire.standing?.policy ?? 'newest')
          }
          choose={(rest) => {
            props.setAsk(rest === 'ask');
            if (rest !== 'ask') props.order({ verb: 'disband', who: [], points: [], rest });
          }}
        />
      </div>
      <StandingRules
        view={view}
        rules={rulesOf(clauses, empire, props.ordered)}
        cell={props.ruleCell}
        choosing={props.mode === 'rule'}
        choose={() => props.setMode('rule')}
        dropCell={props.dropRuleCell}
        give={(rules) => props.order({ verb: 'rules', who: [], points: [], rules })}
      />
    </>
  );
}

/** What the last turn brought, for those who watch. @param {{ view: Position }} props */
function Watching({ view }) {
  const { last } = view;
  return (
    <div class="command stack">
      <p class="command-who">
        <b>{strings.turnNumber(view.turn)}</b>
        <small>{view.turn === 0 ? strings.nothingHasHappenedYet : last.text}</small>
      </p>
    </div>
  );
}

/** @param {Position['empires'][number]} empire @param {number[]} selected */
function who(empire, selected) {
  if (selected.length === 0) return strings.noneSelected(empire.name);
  if (selected.length === 1) {
    const cell = empire.muster[selected[0]];
    return strings.outpostsOn(selected[0], cell?.join(','));
  }
  return strings.outposts(selected.length);
}

/** What they are told to do: what is ordered now comes before what they are at. @param {PanelProps} props */
function doing({ view, seat, selected, ordered, planned, note }) {
  if (note) return strings.ordered(note);
  if (selected.length === 0) return strings.clickOrTapOutposts;
  const now = view.empires[seat ?? 0].tasks;
  const all = new Set(
    selected.map((i) => {
      if (orderOf(ordered.clauses, i)) return strings.alreadyOrdered(planned?.[i]?.words ?? '');
      return now?.[i]?.text ?? strings.noOrdersYet;
    }),
  );
  return [...all].slice(0, 2).join('; ') + (all.size > 2 ? ' …' : '');
}

/** The first turn: who has nothing to do does nothing, and one press gives everybody something. @param {PanelProps} props */
function Begin({ view, bots, asAdvised, brief }) {
  return (
    <div class="command-advice command-begin box small-text" role="note">
      {!brief && <p>{strings.outpostDoesWhatYouOrder(bots.name(view.adviser))}</p>}
      <Button label={strings.useSuggestedOrders} data-testid="as-advised" act={asAdvised} />
    </div>
  );
}

/** The rules in force, or those that are ordered and not yet given. @param {Clause[]} clauses @param {Position['empires'][number]} empire @param {import('./orders.js').Given} ordered */
const rulesOf = (clauses, empire, ordered) =>
  (clauses.some((one) => one.verb === 'rules') ? ordered.rules : empire.standing?.rules) ?? [];

/** What is ordered for the empire and not yet given. @param {Clause[]} clauses @param {string} verb */
const wanted = (clauses, verb) => clauses.find((one) => one.verb === verb)?.rest;

/** @param {Clause[]} clauses @param {Position['empires'][number]} empire */
function rallyCell(clauses, empire) {
  const waiting = clauses.find((one) => one.verb === 'rally');
  const cell = waiting ? waiting.points[0] : empire.standing?.rally;
  return cell ? cell.join(',') : '';
}
