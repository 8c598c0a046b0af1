/**
 * The field of a formula, with underlined errors and completion of names. Rust checks the formula.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { accept, offers, replaced, underlined, wordAt } from '../../app/lab/complete.js';
import * as strings from '../../strings/lab.js';
import { keyOf } from '../../ui/keys.js';
import { Button } from '../../ui/parts.jsx';

/** @typedef {import('../../app/lab/complete.js').Word} Word */
/** @typedef {import('../../pkg/totora.js').HeuristicError} LabError */

/** The last focused field, into which a clicked feature is inserted. @type {HTMLTextAreaElement | null} */
let last = null;

/** Inserts a name at the last caret. @param {string} name @returns {boolean} false if there is none */
export function insert(name) {
  if (!last?.isConnected) return false;
  const { selectionStart: from, selectionEnd: to, value } = last;
  const gap = /[\w)]$/.test(value.slice(0, from)) ? ' ' : '';
  last.focus();
  last.setRangeText(gap + name, from, to, 'end');
  last.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** Text with names as code. @param {{ text: string }} props */
export function Message({ text }) {
  return text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}

/**
 * @param {object} props
 * @param {string} props.id
 * @param {string} props.label
 * @param {string} props.value
 * @param {LabError | null} props.wrong
 * @param {Word[]} props.words
 * @param {(text: string, how: { more: boolean }) => void} props.change   `more`: the field kept the focus since the last change
 */
export function FormulaField({ id, label, value, wrong, words, change }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const begun = useRef(false);
  const [caret, setCaret] = useState(-1);
  const [chosen, setChosen] = useState(0);
  const place = caret < 0 ? null : wordAt(value, caret);
  const offered = place ? offers(place.part, words) : [];
  const open = offered.length > 0;
  const at = Math.min(chosen, offered.length - 1);
  const [before, bad, after] = wrong ? underlined(value, wrong) : [value, '', ''];

  // The height follows the formula; the underline is a second layer with the same text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = '0';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [value]);
  useEffect(
    () => () => {
      if (last === field.current) last = null;
    },
    [],
  );

  /** @param {string} text */
  const set = (text) => {
    change(text, { more: begun.current });
    begun.current = true;
  };
  /** @param {Word} word */
  const take = (word) => {
    const done = accept(value, caret, word);
    // Now, since keys may be pressed before the page draws again.
    if (field.current) {
      field.current.value = done.text;
      field.current.setSelectionRange(done.caret, done.caret);
    }
    set(done.text);
    setCaret(-1);
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const pressed = keyOf(event);
    if (pressed === 'Enter') event.preventDefault();
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressed];
    if (step) setChosen((at + step + offered.length) % offered.length);
    else if (pressed === 'Enter' || pressed === 'Tab') take(offered[at]);
    else if (pressed === 'Escape') setCaret(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="formula anchor" data-wrong={!!wrong}>
      <div class="anchor">
        <div class="underline fill" aria-hidden="true">
          {before}
          {wrong && <mark>{bad || ' '}</mark>}
          {after}
        </div>
        <textarea
          ref={field}
          id={id}
          rows={1}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          autocorrect="off"
          maxLength={4000}
          aria-label={label}
          aria-invalid={!!wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          aria-autocomplete="list"
          aria-controls={open ? `${id}-offers` : undefined}
          aria-activedescendant={open ? `${id}-offer-${at}` : undefined}
          value={value}
          onInput={(event) => {
            const { selectionStart } = event.currentTarget;
            set(event.currentTarget.value.replaceAll('\n', ' '));
            setCaret(selectionStart);
            setChosen(0);
          }}
          onKeyDown={key}
          onPointerDown={() => setCaret(-1)}
          onFocus={(event) => {
            last = event.currentTarget;
            begun.current = false;
          }}
          onBlur={() => setCaret(-1)}
        />
      </div>
      {open && (
        <div class="offers menu-body" id={`${id}-offers`} role="listbox" aria-label={strings.names}>
          {offered.map((word, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={word.name}
              id={`${id}-offer-${i}`}
              class="row"
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(word)}
            >
              <code class="move" translate={false}>
                {word.name}
              </code>
              <small class="cut">{word.about}</small>
            </div>
          ))}
        </div>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong.found ? (
            <>
              {strings.column(wrong.start)}{' '}
              <Message text={strings.expected(wrong.found, wrong.expected)} />
            </>
          ) : (
            <Message text={wrong.error} />
          )}
          {wrong.nearest && (
            <Button
              label={wrong.nearest}
              class="small"
              act={() => {
                begun.current = false;
                set(replaced(before, wrong.nearest ?? '', after));
              }}
            />
          )}
        </p>
      )}
    </div>
  );
}
