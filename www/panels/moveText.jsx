/**
 * Moves on the page: a small picture beside the words, in lists and in sentences. Pointing at a move in a sentence, or
 * focusing it, shows it on the board; a move later in a line shows the numbered line up to it.
 */

import { follow, pointAt, sketch } from '../app/display.js';
import { printedLine } from '../app/names.js';
import { outdated } from '../app/shownBot.js';
import { layout } from '../app/store.js';
import { Sprites } from '../ui/sprite.jsx';

/** @typedef {import('../app/types.js').PrintedMove} PrintedMove */
/** @typedef {import('../app/types.js').AnalysisInfo} AnalysisInfo */
/** @typedef {{ words: string, printed: PrintedMove, candidate: number, plies: number }} Named   `plies` of the candidate's line */

/** A move in a list. @param {{ printed: PrintedMove }} props */
export function MoveLabel({ printed }) {
  const { short, words } = printed;
  return (
    <span class="move-label" translate={false}>
      <Sprites of={printed.sprites} shapes={layout.value?.shapes} />
      <span aria-hidden={short !== words}>{short}</span>
      {short !== words && <span class="hidden">{words}</span>}
    </span>
  );
}

/**
 * Listeners of an element that names a move: while it is pointed at or focused, the board shows the move, numbered with the moves
 * before it in its line.
 * @param {number} ply   of the position before the line @param {string[]} moves
 */
export function showing(ply, moves) {
  const show = () => {
    sketch({ ply, moves });
  };
  const leave = () => {
    sketch();
  };
  return { onPointerEnter: show, onPointerLeave: leave, onFocus: show, onBlur: leave };
}

/** The last move of a line in a text. @param {{ ply: number, line: string[], mark?: string | null }} props   `ply`: of the position before it */
export function ShownMove({ ply, line, mark }) {
  const printed = printedLine(line, ply)[line.length - 1];
  return (
    <button type="button" class="named-move" translate={false} {...showing(ply, line)}>
      {printed && <Sprites of={printed.sprites} shapes={layout.value?.shapes} />}
      {printed?.words ?? line.at(-1)}
      {mark && ` ${mark}`}
    </button>
  );
}

/** Pictures in one sentence; further moves have only words. */
const MOST_PICTURES = 3;

/** The moves that a sentence about an analysis can name: its candidates, and the lines after two of them. @param {AnalysisInfo} known */
function namesOf(known) {
  /** @type {Named[]} */
  const names = known.printed.map((printed, candidate) => ({
    words: printed.words,
    printed,
    candidate,
    plies: 1,
  }));
  const choice = known.moves.indexOf(known.choice ?? '');
  for (const candidate of new Set([choice, 0, 1])) {
    if (candidate < 0 || candidate >= known.moves.length) continue;
    printedLine([known.moves[candidate], ...(known.pvs[candidate] ?? [])]).forEach((printed, n) => {
      if (n > 0) names.push({ words: printed.words, printed, candidate, plies: n + 1 });
    });
  }
  return names.filter(({ words }) => words.length > 1);
}

/** Cached names of an analysis. @type {WeakMap<AnalysisInfo, Named[]>} */
const cached = new WeakMap();

/**
 * Splits a sentence at the moves that it names. After a candidate, moves of its line come first.
 * @param {string} text
 * @param {Named[]} names
 * @returns {(string | Named)[]}
 */
export function splitAtMoves(text, names) {
  /** @type {Map<string, Named[]>} */
  const byWords = new Map();
  for (const one of names) {
    const key = one.words.toLowerCase();
    byWords.set(key, [...(byWords.get(key) ?? []), one]);
  }
  const longest = [...byWords.keys()].sort((a, b) => b.length - a.length);
  const firsts = new Set(longest.map((words) => words[0]));
  const low = text.toLowerCase();
  /** @type {(string | Named)[]} */
  const parts = [];
  let [from, candidate] = [0, -1];
  for (let at = 0; at < low.length; at++) {
    const inside = at > 0 && /[\p{L}\d]/u.test(low[at - 1]);
    if (inside || !firsts.has(low[at])) continue;
    const found = longest.find(
      (words) => low.startsWith(words, at) && !/[\p{L}\d]/u.test(low[at + words.length] ?? ' '),
    );
    if (!found) continue;
    const among = byWords.get(found) ?? [];
    // A line begins after "after".
    const begins = /\bafter $/.test(low.slice(0, at));
    const one =
      among.find((named) => !begins && named.plies > 1 && named.candidate === candidate) ??
      among.find(({ plies }) => plies === 1) ??
      among[0];
    if (at > from) parts.push(text.slice(from, at));
    parts.push({ ...one, words: text.slice(at, at + found.length) });
    candidate = one.candidate;
    at += found.length - 1;
    from = at + 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A sentence about an analysis, with its moves. @param {{ text: string, known: AnalysisInfo }} props */
export function MoveText({ text, known }) {
  const names = cached.get(known) ?? namesOf(known);
  cached.set(known, names);
  let pictures = 0;
  return (
    <>
      {splitAtMoves(text, names).map((part, i) =>
        typeof part === 'string' ? (
          part
        ) : (
          <NamedMove key={i} named={part} picture={pictures++ < MOST_PICTURES} />
        ),
      )}
    </>
  );
}

/** A text with the printed places of its moves instead of their words, for labels. @param {string} text @param {AnalysisInfo} known */
export const shortened = (text, known) =>
  splitAtMoves(text, namesOf(known))
    .map((part) => (typeof part === 'string' ? part : part.printed.short))
    .join('');

/** @param {{ named: Named, picture: boolean }} props */
function NamedMove({ named, picture }) {
  const { words, printed, candidate, plies } = named;
  const show = () => {
    if (outdated.value) return;
    if (plies > 1) follow({ candidate, plies });
    else pointAt(candidate);
  };
  const leave = () => {
    pointAt(null);
    follow();
  };
  return (
    <button
      type="button"
      class="named-move"
      translate={false}
      onPointerEnter={show}
      onPointerLeave={leave}
      onFocus={show}
      onBlur={leave}
    >
      {picture && <Sprites of={printed.sprites} shapes={layout.value?.shapes} />}
      {words}
    </button>
  );
}
