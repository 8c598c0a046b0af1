/**
 * The panel next to the board: orders to selected outposts and to the empire, pending orders for the next turn, and
 * fast-forward. Rust writes the orders.
 */

import * as strings from '../../strings/outpost.js';
import { Button, Check, Choice, Sign } from '../../ui/parts.jsx';
import * as command from './command.js';
import * as ordering from './ordering.js';
import { orderOf } from './orders.js';
import { StandingRules } from './standingRules.jsx';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./orders.js').Clause} Clause */

/** Orders to outposts, with their keys on the board. */
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

/** The orders that are offered first while a person plays; the others are under *More orders*. */
const FIRST = ['go', 'harvest', 'guard'];

/** Ways to select outposts. */
const SELECTIONS = /** @type {const} */ ([
  { what: 'all', label: strings.all, title: 'A' },
  { what: 'next', label: strings.next, title: 'N' },
  { what: 'box', label: strings.selectArea, title: strings.dragToSelectAnArea },
  { what: 'none', label: strings.none },
]);

/**
 * @typedef {object} PanelProps
 * @property {import('./boardState.js').BoardState} s
 * @property {Position} view
 * @property {import('../contract.js').BoardModel} model
 * @property {import('./ordering.js').Command} to   receives the orders
 * @property {string[]} brought                 what happened in the last turn, in sentences
 * @property {(id: string) => string} botName
 */

/** @param {PanelProps} props */
export function Panel(props) {
  const { s, view, model, to } = props;
  const seat = ordering.mine(to);
  if (seat === null) return <Watching view={view} />;
  const { clauses, words } = ordering.ordered(to);
  const hint = command.hintOf(s);
  // With few controls, all but the first choices are folded.
  const brief = !!model.brief;
  const empire = view.empires[seat];
  const none = s.selected.length === 0;
  return (
    <div class="command stack">
      {(!brief || hint || s.note || !none) && (
        <p class="command-who" translate={false}>
          <b>{who(empire, s.selected)}</b>
          <small>{hint || doing(props)}</small>
        </p>
      )}
      {empire.open_home && (
        <p class="command-over open-home box small-text" role="note">
          {empire.open_home.words}{' '}
          <Button
            label={strings.sendOutpostHome(empire.open_home.nearest)}
            class="small"
            act={() => ordering.order(to, { verb: 'guard', who: [empire.open_home?.nearest ?? 0] })}
          />
        </p>
      )}
      {clauses.length > 0 && (
        <ul class="given stack g1 small-text" aria-label={strings.ordersForTheNextTurn}>
          {words.map((text, i) => (
            <li class="tint row g3" key={text}>
              <span>{text}</span>
              <Sign
                sign="×"
                class="small"
                label={strings.drop(text)}
                act={() => ordering.drop(to, i)}
              />
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
      {ordering.advised(to) !== null && (
        <div class="command-advice box small-text" role="note">
          {strings.advice(model.thought?.why ?? '')}{' '}
          <Button
            label={strings.accept}
            class="small"
            data-testid="accept-advice"
            act={() => ordering.accept(to)}
          />
        </div>
      )}
      {empire.over && <Disband {...props} />}
      {brief ? (
        <>
          {!none && <Tasks {...props} verbs={FIRST} />}
          <details>
            <summary>{strings.moreOrders}</summary>
            <Orders {...props} />
            <Stops {...props} />
          </details>
        </>
      ) : (
        <Orders {...props} />
      )}
      <div class="row g3 even go-row">
        <Button
          label={strings.nextTurnTitle}
          class="primary"
          disabled={model.running}
          title={strings.giveTheOrdersAndPlay}
          act={() => command.play(to, 1)}
        />
        <Button
          label={model.running ? strings.pause : strings.fastForward}
          act={() => command.play(to, model.running ? 0 : Number.POSITIVE_INFINITY)}
        />
      </div>
      {!brief && <Stops {...props} />}
    </div>
  );
}

/** Where fast-forward stops. @param {PanelProps} props */
const Stops = ({ s, to }) => (
  <fieldset class="stops stack two close">
    <legend class="hidden">{strings.fastForwardStopsAt}</legend>
    {Object.entries(strings.stops).map(([key, label]) => (
      <Check
        label={label}
        key={key}
        on={!!s.stops[key]}
        set={() => command.change(to, { stops: { ...s.stops, [key]: !s.stops[key] } })}
      />
    ))}
  </fieldset>
);

/** The outpost to disband, which the next turn needs. @param {PanelProps} props */
const Disband = ({ s, to }) => (
  <div class="command-over box small-text" role="note">
    {strings.oneMustBeDisbanded}{' '}
    <Button
      label={
        s.selected.length === 1 ? strings.disbandOutpost(s.selected[0]) : strings.selectTheOneToGo
      }
      class="small"
      disabled={s.selected.length !== 1}
      act={() => ordering.order(to, { verb: 'x', who: [s.selected[0]] })}
    />
  </div>
);

/** Orders to the selected outposts. @param {PanelProps & { verbs?: string[] }} props   `verbs`: all by default */
function Tasks({ s, to, model, verbs }) {
  const shown = TASKS.filter(({ verb }) =>
    verbs ? verbs.includes(verb) : !(model.brief && s.selected.length > 0 && FIRST.includes(verb)),
  );
  return (
    <>
      <div class="tasks stack g2" role="group" aria-label={strings.ordersToTheSelected}>
        {shown.map(({ verb, label, key, title }) => (
          <Button
            label={label}
            class="small"
            key={verb}
            disabled={s.selected.length === 0}
            aria-pressed={s.mode === verb}
            title={`${title} (${key.toUpperCase()})`}
            act={() => command.task(to, verb)}
          />
        ))}
      </div>
      {shown.some(({ verb }) => verb === 'go') &&
        (s.mode === 'go' || s.mode === 'patrol' || s.points) && (
          <Check
            label={strings.wayPointsEachClickAdds}
            on={s.points}
            set={() => command.choose(to, 'points')}
          />
        )}
    </>
  );
}

/** The selected outposts with their orders, and the orders to the empire. @param {PanelProps} props */
function Orders(props) {
  const { s, view, to } = props;
  const { clauses, rules } = ordering.ordered(to);
  const empire = view.empires[s.seat];
  const none = s.selected.length === 0;
  const rally = rallyCell(clauses, empire);
  return (
    <>
      <div class="row g3 even" role="group" aria-label={strings.selectOutposts}>
        {SELECTIONS.map(({ what, ...how }) => (
          <Button
            class="small"
            key={what}
            {...how}
            aria-pressed={what === 'box' ? s.boxing : undefined}
            disabled={what === 'none' && none}
            act={() => command.choose(to, what)}
          />
        ))}
      </div>
      <Tasks {...props} />
      <div class="command-fields stack level">
        <label class="note" for="adviser">
          {strings.adviser}
        </label>
        <Choice
          id="adviser"
          among={[
            ['none', strings.noneIdleOutpostsWait],
            ...view.advisers.map((id) => /** @type {const} */ ([id, props.botName(id)])),
          ]}
          value={ordering.orderTo(clauses, 'adviser')?.rest ?? empire.standing?.adviser ?? 'none'}
          choose={(rest) => ordering.order(to, { verb: 'adviser', rest })}
        />
        <label class="note" for="rally">
          {strings.newOutposts}
        </label>
        <span class="row g3 even">
          <Choice
            id="rally"
            among={[
              ['off', strings.onAuto],
              ['cell', rally ? strings.goToCell(rally) : strings.goToWhere],
            ]}
            value={rally ? 'cell' : 'off'}
            choose={(rest) => {
              if (rest === 'off') ordering.order(to, { verb: 'rally', rest });
              else command.setMode(to, 'rally');
            }}
          />
          <Button
            label={strings.set}
            class="small"
            aria-pressed={s.mode === 'rally'}
            act={() => command.setMode(to, 'rally')}
          />
        </span>
        <label class="note" for="policy">
          {strings.disband}
        </label>
        <Choice
          id="policy"
          among={Object.entries(strings.policies)}
          value={
            s.askDisband
              ? 'ask'
              : (ordering.orderTo(clauses, 'disband')?.rest ?? empire.standing?.policy ?? 'newest')
          }
          choose={(rest) => {
            command.change(to, { askDisband: rest === 'ask' });
            if (rest !== 'ask') ordering.order(to, { verb: 'disband', rest });
          }}
        />
      </div>
      <StandingRules
        view={view}
        rules={rulesOf(clauses, empire, rules)}
        cell={s.ruleCell}
        choosing={s.mode === 'rule'}
        choose={() => command.setMode(to, 'rule')}
        dropCell={() => command.change(to, { ruleCell: null })}
        give={(rules) => ordering.order(to, { verb: 'rules', rules })}
      />
    </>
  );
}

/** What happened in the last turn, for spectators. @param {{ view: Position }} props */
function Watching({ view }) {
  const { last } = view;
  return (
    <div class="command stack">
      <p class="command-who" translate={false}>
        <b>{strings.turnNumber(view.turn)}</b>
        <small>{view.turn === 0 ? strings.nothingHasHappenedYet : last.words}</small>
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

/** The task of the selected outposts, by pending orders first. @param {PanelProps} props */
function doing({ s, view, to }) {
  if (s.note) return strings.ordered(s.note);
  if (s.selected.length === 0) return strings.clickOrTapOutposts;
  const now = view.empires[s.seat].tasks;
  const [next, list] = [ordering.planned(to), ordering.clauses(to)];
  const all = new Set(
    s.selected.map((i) => {
      if (orderOf(list, i)) return strings.ordered(next?.[i]?.words ?? '');
      return now?.[i]?.words ?? strings.noOrdersYet;
    }),
  );
  return [...all].slice(0, 2).join('; ') + (all.size > 2 ? ' …' : '');
}

/** A hint for the first turn: idle outposts do nothing, and one button gives orders to all. @param {PanelProps} props */
function Begin({ view, model, to, botName }) {
  return (
    <div class="command-advice command-begin box small-text" role="note">
      {!model.brief && <p>{strings.outpostDoesWhatYouOrder(botName(view.adviser))}</p>}
      <Button
        label={strings.useSuggestedOrders}
        data-testid="as-advised"
        act={() => ordering.asAdvised(to)}
      />
    </div>
  );
}

/** The rules in force, or those of pending orders. @param {Clause[]} clauses @param {Position['empires'][number]} empire @param {import('./orders.js').Orders['rules']} ordered */
const rulesOf = (clauses, empire, ordered) =>
  (ordering.orderTo(clauses, 'rules') ? ordered : empire.standing?.rules) ?? [];

/** @param {Clause[]} clauses @param {Position['empires'][number]} empire */
function rallyCell(clauses, empire) {
  const waiting = ordering.orderTo(clauses, 'rally');
  const cell = waiting ? waiting.points[0] : empire.standing?.rally;
  return cell ? cell.join(',') : '';
}
