/**
 * The strip above the board: turns to the season, and for each empire what it controls and what its next outpost needs.
 * An empire's part is a button that shows the board for that empire.
 */

import * as strings from '../../strings/outpost.js';
import { SeatMark } from '../../ui/mark.jsx';

/** @typedef {import('./boardState.js').Position} Position */

const PIPS = 10;

/**
 * @param {{ view: Position, players: string[], seat: number, choose: (seat: number) => void, legend: import('./overlay.js').Swatch[], signs: import('./overlay.js').Swatch[], overlayNeedsSeat: boolean, brief: boolean }} props
 */
export function Strip({ view, players, seat, choose, legend, signs, overlayNeedsSeat, brief }) {
  const now = view.season_in;
  const over = view.turn >= view.turns;
  return (
    <div class="outpost-strip stack level">
      <div class="season stack g1" role="img" aria-label={seasonWords(view)}>
        <b>
          {over ? strings.end : now === 1 ? strings.harvestNextTurn : strings.harvestInTurns(now)}
        </b>
        <span class="pips row g1" aria-hidden="true">
          {Array.from({ length: PIPS }, (_, i) => (
            <i key={i} data-on={i < PIPS - now} />
          ))}
        </span>
        {!brief && <small>{strings.turnOf(view.turn, view.turns)}</small>}
      </div>
      <div class="empires stack g3" role="group" aria-label={strings.seenAs}>
        {view.empires.map((empire, e) => {
          if (brief && e !== seat) return null;
          const { land, water, land_needed, water_needed } = view.next[e];
          const many = empire.outposts.length;
          const enough = !empire.over && land >= land_needed && water >= water_needed;
          // The visible text, for users of voice control.
          const seen = [
            many,
            ...(empire.over ? ['−1'] : enough ? ['+1'] : []),
            `${land}/${land_needed}`,
            `${water}/${water_needed}`,
          ].join(' ');
          return (
            <button
              type="button"
              key={empire.name}
              class="empire"
              aria-pressed={e === seat}
              aria-label={strings.ofLandOfWater(
                empire.name,
                many,
                land,
                land_needed,
                water,
                water_needed,
                empire.open_home ? `. ${empire.open_home.words}` : '',
                seen,
              )}
              title={strings.affordableAnotherOneNeeds(
                empire.name,
                players[e],
                many,
                empire.afford,
                land_needed,
                water_needed,
                empire.open_home ? ` ${empire.open_home.words}` : '',
              )}
              onClick={() => choose(e)}
            >
              <span class="empire-name stack level" translate={false}>
                <SeatMark seat={e} />
                <b class="mono" translate={false}>
                  {many}
                </b>{' '}
                {empire.open_home && (
                  <em class="open" title={empire.open_home.words}>
                    <span aria-hidden="true">⌂!</span>
                  </em>
                )}
                {empire.over && <em title={strings.moreThanItCanAfford}>−1</em>}
                {enough && (
                  <em class="good" title={strings.enoughForAnotherOutpost}>
                    +1
                  </em>
                )}
              </span>{' '}
              <Bar kind="land" has={land} needs={land_needed} />{' '}
              <Bar kind="water" has={water} needs={water_needed} />
            </button>
          );
        })}
      </div>
      <p class="outpost-legend across fine row wrap">
        {overlayNeedsSeat && <b>{view.empires[seat].name}: </b>}
        {legend.map(Sign)}
      </p>
      <details class="outpost-key">
        <summary class="button" title={strings.whatTheSigns}>
          {strings.legend}
        </summary>
        <p class="outpost-legend fine box">{signs.map(Sign)}</p>
      </details>
    </div>
  );
}

/** A colour and what it means. @param {import('./overlay.js').Swatch} sign */
function Sign({ colour, text, kind }) {
  return (
    <span key={text}>
      <i class="swatch" data-kind={kind} style={{ backgroundColor: colour }} /> {text}
    </span>
  );
}

/** @param {{ kind: string, has: number, needs: number }} props */
function Bar({ kind, has, needs }) {
  const share = needs > 0 ? Math.min(1, has / needs) : 1;
  return (
    <span
      class="need stack level g2"
      aria-hidden="true"
      title={strings.of(kind === 'land' ? strings.land : strings.water, has, needs)}
    >
      <span class={`need-bar ${kind}`}>
        <i style={{ width: `${100 * share}%` }} />
      </span>
      <small>
        {has}/{needs}
      </small>
    </span>
  );
}

/** @param {Position} view */
function seasonWords(view) {
  if (view.turn >= view.turns) return strings.gameIsOverAfterTurn(view.turns);
  return view.season_in === 1
    ? strings.nextTurnIsAHarvest(view.turn, view.turns)
    : strings.turnsToTheHarvestTurn(view.season_in, view.turn, view.turns);
}
