/** A weight as a slider with an editable number, for the legend and the details of a bot. */
import { useRef } from 'preact/hooks';
import { beginComparing } from '../app/compare.js';
import { shownBot } from '../app/shownBot.js';
import * as strings from '../strings/analyse.js';
import { NumberInput } from '../ui/parts.jsx';
import { advise } from './advisor.jsx';

/** @typedef {import('../app/types.js').NumberOption} NumberOption */

/** Its value in the shown bot. @param {NumberOption} option */
export const weightOf = (option) => Number(shownBot.value?.options[option.key] ?? option.default);

/** Sets it, which updates the analysis at once. @param {NumberOption} option @param {number} value */
function setWeight(option, value) {
  const config = shownBot.value;
  if (config) advise({ ...config, options: { ...config.options, [option.key]: value } });
}

/** The slider. @param {{ option: NumberOption, id?: string, label?: string }} props */
export function WeightSlider({ option, id, label }) {
  // One drag, from the first step to the release, is compared with the state before it.
  const pulling = useRef(false);
  const value = weightOf(option);
  const { min, step } = option;
  // A slider over the whole allowed range would be too coarse to hit anything near the default.
  const size = Math.max(Math.abs(Number(option.default)), Math.abs(value));
  const usual = Math.max(10, Math.ceil(Math.abs(Number(option.default)) * 2), Math.ceil(size));
  const max = Math.min(option.max, usual);
  const low = Math.max(min, min < 0 ? -usual : 0);
  const rest = () => {
    pulling.current = false;
  };
  return (
    <input
      type="range"
      id={id}
      aria-label={label}
      min={low}
      max={max}
      step={step}
      value={value}
      onPointerDown={rest}
      onBlur={rest}
      onInput={(event) => {
        if (!pulling.current) beginComparing();
        pulling.current = true;
        setWeight(option, event.currentTarget.valueAsNumber);
      }}
    />
  );
}

/** The number. @param {{ option: NumberOption }} props */
export function WeightNumber({ option }) {
  return (
    <NumberInput
      label={strings.asANumber(option.label)}
      min={option.min}
      max={option.max}
      step={option.step}
      value={weightOf(option)}
      change={(n) => {
        beginComparing();
        setWeight(option, n);
      }}
    />
  );
}
