/** The terms in the editor: name, formula and weight, with buttons to add, remove, move and show them on the board. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { setDisplay } from '../../app/display.js';
import { language } from '../../app/lab/engine.js';
import { addTerm, edit, editTerm, moveTerm, removeTerm } from '../../app/lab/lab.js';
import { draft, problem, troubles, wrong } from '../../app/lab/state.js';
import { info, say, state, thought } from '../../app/store.js';
import * as strings from '../../strings/lab.js';
import { Swatch } from '../../ui/mark.jsx';
import { Button, NumberInput, Sign } from '../../ui/parts.jsx';
import { FormulaField, Message } from './formula.jsx';
import { Matters } from './whereEditMatters.jsx';
import { TermWorth, WholeWorth } from './worth.jsx';

/** @typedef {import('../../app/lab/state.js').Term} Term */

/** Completions: features, functions and operators. @returns {import('../../app/lab/complete.js').Word[]} */
function useWords() {
  const features = info.value?.features;
  return useMemo(
    () => [
      ...(features ?? []).map(({ key, about }) => ({ name: key, about, call: false })),
      ...language().map(([name, about]) => ({ name, about, call: true })),
      ...['and', 'or', 'not'].map((name) => ({ name, about: strings.ofConditions, call: false })),
    ],
    [features],
  );
}

export function Terms() {
  const words = useWords();
  const now = draft.value;
  if (!now) return null;
  const whole = problem.value;
  return (
    <section class="stack g1" aria-label={strings.terms}>
      {now.terms.map((term, i) => (
        <Row key={term.id} term={term} i={i} of={now.terms.length} words={words} />
      ))}
      {whole && (
        <p class="wrong" role="alert">
          <Message text={whole.error} />
        </p>
      )}
      <WholeWorth />
      <Matters />
      <Button
        label={strings.addATerm}
        class="small plain add"
        act={() => {
          const id = addTerm();
          requestAnimationFrame(() => {
            const field = document.getElementById(`formula-${id}`);
            if (field instanceof HTMLTextAreaElement) {
              field.focus();
              field.select();
            }
          });
        }}
      />
    </section>
  );
}

/** Warnings from evaluating the term, such as a division by 0, which do not stop it. @param {{ i: number }} props */
function Trouble({ i }) {
  const found = troubles.value[i] ?? [];
  const all = state.value?.seats ?? [];
  if (found.length === 0) return null;
  return (
    <p class="trouble" role="status">
      {found.map(({ words, seats }) => (
        <span key={words}>
          {strings.inThisPositionFor(
            words,
            seats.length < all.length ? seats.map((seat) => all[seat].name).join(', ') : '',
          )}{' '}
        </span>
      ))}
    </p>
  );
}

/** Index of the term in the shown analysis; -1 if missing. @param {string} name */
const placeOf = (name) => thought.value?.terms.findIndex((term) => term.key === name) ?? -1;

/** @param {{ term: Term, i: number, of: number, words: import('../../app/lab/complete.js').Word[] }} props */
function Row({ term, i, of, words }) {
  const [kept, setKept] = useState(false);
  const fault = wrong.value[i] ?? null;
  // A search may put its own terms first: use the colour of the candidates' bars.
  const place = placeOf(term.name);
  const paint = (/** @type {boolean} */ on) => {
    setDisplay({ painted: on && place >= 0 ? place : null });
  };
  const { id, name } = term;
  /** @type {[sign: string, label: string, title: string, disabled: boolean, act: () => void][]} */
  const acts = [
    ['↑', strings.moveUp(name), strings.up, i === 0, () => moveTerm(id, -1)],
    ['↓', strings.moveDown(name), strings.down, i === of - 1, () => moveTerm(id, 1)],
    ['×', strings.remove(name), strings.removeIt, of === 1, () => removeTerm(id)],
  ];
  return (
    <div
      class="lab-term stack high g3"
      onPointerEnter={(event) => event.pointerType === 'mouse' && paint(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && paint(kept)}
    >
      <Button
        class="icon plain paint"
        aria-pressed={kept}
        aria-label={strings.showAloneOnTheBoard(name)}
        title={strings.showThisTermAlone}
        act={() => {
          setKept(!kept);
          paint(!kept);
          say(kept ? strings.allTermsAreShown : strings.aloneIsShown(name));
        }}
        onBlur={() => {
          setKept(false);
          paint(false);
        }}
      >
        <Swatch term={place < 0 ? i : place} />
      </Button>
      <input
        class="term-name"
        aria-label={strings.nameOfTerm(i + 1)}
        title={name}
        value={name}
        maxLength={24}
        spellcheck={false}
        onChange={(event) => editTerm(id, { name: event.currentTarget.value.trim() })}
      />
      <FormulaField
        id={`formula-${id}`}
        label={strings.formulaOf(name)}
        value={term.formula}
        wrong={fault}
        words={words}
        change={(formula, how) => editTerm(id, { formula }, how)}
      />
      <Weight term={term} />
      <span class="term-acts row g0">
        {acts.map(([sign, label, title, disabled, act]) => (
          <Sign key={sign} class="plain" {...{ sign, label, title, disabled, act }} />
        ))}
      </span>
      <TermWorth id={id} name={name} />
      <Trouble i={i} />
    </div>
  );
}

/** The largest weight either way; see docs/reference/lab.md. */
const LARGEST = 1_000;
/** Rounds to thousandths. @param {number} weight */
const rounded = (weight) => Math.round(weight * 1000) / 1000;

/** @param {{ term: Term }} props */
function Weight({ term }) {
  const pulling = useRef(false);
  const [span, setSpan] = useState(() => spanOf(term.weight));
  const wide = Math.max(span, Math.abs(term.weight));
  const rest = () => {
    pulling.current = false;
    setSpan(spanOf(term.weight));
  };
  return (
    <span class="term-weight stack level g3">
      <input
        type="range"
        aria-label={strings.weightOf(term.name)}
        min={-wide}
        max={wide}
        step={wide / 100}
        value={term.weight}
        onPointerDown={rest}
        onPointerUp={rest}
        onBlur={rest}
        onInput={(event) => {
          const weight = rounded(event.currentTarget.valueAsNumber);
          editTerm(term.id, { weight }, { more: pulling.current });
          pulling.current = true;
        }}
      />
      <NumberInput
        label={strings.weightOfAsANumber(term.name)}
        min={-LARGEST}
        max={LARGEST}
        step={0.001}
        value={term.weight}
        change={(n) => editTerm(term.id, { weight: rounded(n) })}
      />
    </span>
  );
}

/** Range of the slider: the whole allowed range would be too coarse. @param {number} weight */
const spanOf = (weight) => Math.min(LARGEST, Math.max(5, Math.ceil(Math.abs(weight) * 2)));

const NAMES = /** @type {const} */ ([
  { key: 'name', label: strings.name, maxLength: 40 },
  { key: 'author', label: strings.by, maxLength: 120, placeholder: strings.yourName },
  { key: 'note', label: strings.note, maxLength: 400, placeholder: strings.whatItIsAbout },
]);

/** Its name and author. */
export function Names() {
  const now = draft.value;
  if (!now) return null;
  return (
    <div class="lab-names stack">
      {NAMES.map(({ key, label, ...rest }) => (
        <label class={key === 'note' ? 'across' : ''} key={key}>
          <span>{label}</span>
          <input
            {...rest}
            value={now[key]}
            onChange={(event) => edit(() => ({ [key]: event.currentTarget.value.trim() }))}
          />
        </label>
      ))}
    </div>
  );
}
