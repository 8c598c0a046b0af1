/**
 * The legend of the bars, with the weights: per term its colour, slider, and contribution to the inspected
 * candidate. All numbers come from Rust.
 */

import { shownBot } from '../app/shownBot.js';
import { weightOption } from '../app/weights.js';
import { isShown } from '../boards/thoughts.js';
import * as strings from '../strings/analyse.js';
import { columnScore, scoreText } from '../ui/format.js';
import { Swatch } from '../ui/mark.jsx';
import { ListName } from '../ui/name.jsx';
import { WeightNumber, WeightSlider } from './weight.jsx';

/** @typedef {import('../app/types.js').TermInfo} TermInfo */
/** @typedef {import('../app/types.js').NumberOption} NumberOption */

/** Whether a term is visible: see `isShown`. @param {TermInfo} term */
export const showsTerm = (term) =>
  isShown(term, weightOption(term.key) !== null || shownBot.value?.bot === 'lab');

/**
 * @param {object} props
 * @param {TermInfo[]} props.terms
 * @param {string} props.of                        whose contributions they are
 * @param {(t: number) => number} [props.value]    the measured value; missing if only the sum is known
 * @param {(t: number) => number} props.contribution
 * @param {(t: number) => boolean} [props.gone]    whether the number only stands for something that does not exist any more
 * @param {string} [props.total]                   the sum, if it is shown
 */
export function Legend({ terms, of, value, contribution, gone = () => false, total }) {
  return (
    <table class="legend full rigid">
      <caption class="hidden">{strings.termsOfValueTimesWeight(of)}</caption>
      <colgroup>
        <col />
        <col class="col-slide" />
        <col class="col-weight" />
        <col class="col-measured" />
        <col class="col-sum" />
      </colgroup>
      <thead class="hidden">
        <tr>
          {strings.legendColumns.map((name, i) => (
            <th key={i}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {terms.map((term, t) => {
          if (!showsTerm(term)) return null;
          const option = weightOption(term.key);
          return (
            <tr key={term.key} title={term.meaning}>
              <th scope="row" class="cut">
                <Swatch term={t} /> <ListName text={term.label} />
              </th>
              {option ? (
                <>
                  <td class="slide">
                    <WeightSlider option={option} label={term.label} />
                  </td>
                  <td class="weight digits dim" translate={false}>
                    <WeightNumber option={option} />
                  </td>
                </>
              ) : (
                <td class="weight digits dim" translate={false} colSpan={2}>
                  × {scoreText(term.weight, 4).replace('+', '')}
                </td>
              )}
              <td class="measured digits dim" translate={false}>
                {gone(t)
                  ? strings.noneAnyMore
                  : value && `· ${columnScore(value(t)).replace('+', '')}`}
              </td>
              <td
                class="sum digits"
                translate={false}
                title={gone(t) ? undefined : scoreText(contribution(t))}
              >
                {gone(t) ? '' : columnScore(contribution(t))}
              </td>
            </tr>
          );
        })}
        {total !== undefined && (
          <tr class="total">
            <th scope="row" class="cut">
              {strings.score}
            </th>
            <td colSpan={3} />
            <td class="sum digits" translate={false}>
              {total}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
