/**
 * Compiles the rules of the games into parts of the page at build time. The source is `docs/reference/rules/GAME.md`.
 * Markdown is parsed here; the page ships code that builds elements, so text never becomes markup.
 *
 * A document is shown on the page if it has a part between `<!-- docs only -->` and `<!-- /docs only -->` (or its end). The
 * page leaves this part out. In the rest:
 *  - `<!-- figure: NAME -->` stands before a paragraph, its caption. The board draws the position. Consecutive figures are
 *    shown side by side. Their moves are in `GAME.toml`, which also has the coach's texts for a first game. A figure with `idea`
 *    shows an idea of the game for a seat; the user can try its position;
 *  - `<!-- page: NAME -->` is a part that the page renders itself, such as the table of bots;
 *  - a link goes to a heading of a page of rules, or to an external address.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lexer } from 'marked';
import { parse } from 'smol-toml';

/** @typedef {import('marked').Token} Token */
/** @typedef {{ moves: string[], options: Record<string, string | number>, size: { width: number, height: number }, marks: Record<string, boolean>, question?: unknown, idea?: { seat: number, places: string[] }, alt: string }} Figure */

const DOCS_ONLY = /^<!-- docs only -->$/m;
const LIVE = /^<!-- page: ([a-z]+) -->\s*$/;
const MODULE = 'virtual:rules';
const COACHES = 'virtual:coach';
const FIGURE = /^<!-- figure: ([a-z-]+) -->\s*$/;
/** The moments at which the coach of a game says something. */
const MOMENTS = ['goal', 'start', 'answered', 'again', 'end'];

/** The part of a document that the page shows. @param {string} text */
const shown = (text) =>
  text.replace(/^<!-- docs only -->$[\s\S]*?(?:^<!-- \/docs only -->$|(?![\s\S]))/gm, '');

/** The anchor of a heading, as repository hosts generate it. @param {string} text */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of the headings that the page shows. @param {string} text */
const headings = (text) =>
  lexer(shown(text)).flatMap((one) => (one.type === 'heading' ? [slug(one.text)] : []));

/**
 * Compiles a document to a module that exports `Rules`, a component that receives the components that it needs as props.
 * @param {string} text       the document
 * @param {(game: string) => string | undefined} find   returns the document of another game
 * @param {Record<string, any>} [figures]   the data of the figures, by name
 * @returns {string} the code of the module
 */
export function compile(text, find, figures = {}) {
  const tokens = lexer(shown(text));
  const own = headings(text);

  /** @param {string} problem @returns {never} */
  const refuse = (problem) => {
    throw new Error(problem);
  };
  /** @param {string} tag @param {string[]} children @param {object} [props] */
  const h = (tag, children, props) =>
    `h(${[/^[A-Z]/.test(tag) ? tag : `'${tag}'`, props ? JSON.stringify(props) : 'null', ...children].join(', ')})`;
  /** @param {Token[] | undefined} inner */
  const all = (inner) => (inner ?? []).flatMap((one) => element(one));

  /** @param {import('marked').Tokens.Link} link */
  function anchor({ href, tokens: inner }) {
    if (/^https:/.test(href))
      return h('a', all(inner), { href, target: '_blank', rel: 'noopener' });
    const [, file, heading] = /^(?:([a-z]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? refuse(href);
    const other = file ? find(file) : text;
    if (other === undefined || (heading && !(file ? headings(other) : own).includes(heading)))
      refuse(`the page cannot follow the link to “${href}”: move it to a part for the docs only`);
    return h('Link', all(inner), { game: file, heading });
  }

  let scrolled = 0;

  /** @param {import('marked').Tokens.Table} table */
  function rows({ header, rows: body, align }) {
    /** @param {string} tag @param {import('marked').Tokens.TableCell[]} cells */
    const row = (tag, cells) =>
      h(
        'tr',
        cells.map((cell, i) =>
          h(tag, all(cell.tokens), align[i] === 'right' ? { class: 'n' } : undefined),
        ),
      );
    const head = header.some((cell) => cell.text) ? [h('thead', [row('th', header)])] : [];
    const table = h('table', [
      ...head,
      h(
        'tbody',
        body.map((cells) => row('td', cells)),
      ),
    ]);
    return scroll(table, 'Table');
  }

  /** Wraps content that may be wider than a phone in a region that scrolls, with the keyboard too. @param {string} inner @param {string} label */
  const scroll = (inner, label) => {
    // Regions need distinct names.
    const name = `${label} ${(scrolled += 1)}`;
    return h('section', [inner], { class: 'scroll', 'aria-label': name, tabIndex: 0 });
  };

  /** @param {Token} token @returns {string[]} */
  function element(token) {
    const one = /** @type {import('marked').MarkedToken} */ (token);
    switch (one.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        // The dialog shows the title.
        if (one.depth === 1) return [];
        return [h(`h${one.depth + 1}`, all(one.tokens), { id: `rules-${slug(one.text)}` })];
      case 'paragraph':
        return [h('p', all(one.tokens))];
      case 'list':
        return [
          h(
            one.ordered ? 'ol' : 'ul',
            one.items.map((item) => h('li', all(item.tokens))),
          ),
        ];
      case 'table':
        return [rows(one)];
      case 'code':
        return [scroll(h('pre', [JSON.stringify(one.text)], { class: 'board-text' }), 'Text')];
      case 'html': {
        const part = LIVE.exec(one.text)?.[1];
        return part ? [h('Live', [], { part })] : refuse(`unsupported on the page: ${one.text}`);
      }
      case 'text':
        if (one.tokens) return all(one.tokens);
        return [JSON.stringify(one.text.replaceAll("'", '’').replace(/\s+/g, ' '))];
      case 'escape':
        return [JSON.stringify(one.text)];
      case 'strong':
        return [h('b', all(one.tokens))];
      case 'em':
        return [h('i', all(one.tokens))];
      case 'codespan':
        return [h('code', [JSON.stringify(one.text)])];
      case 'link':
        return [anchor(one)];
      default:
        return refuse(`unsupported on the page: ${one.type}: ${one.raw}`);
    }
  }

  /** @param {string} name @param {Token | undefined} caption */
  function figure(name, caption) {
    if (caption?.type !== 'paragraph')
      return refuse(`the figure “${name}” needs a caption below it`);
    const [start] = caption.tokens ?? [];
    const inner = start?.type === 'em' ? start.tokens : caption.tokens;
    drawn.add(name);
    return h('Figure', all(inner), readFigure(name, figures[name]));
  }

  const drawn = new Set();
  const body = [];
  const left = tokens.filter((token) => token.type !== 'space');
  while (left.length > 0) {
    const token = /** @type {Token} */ (left.shift());
    const name = token.type === 'html' ? FIGURE.exec(token.raw)?.[1] : undefined;
    const made = name ? figure(name, left.shift()) : element(token)[0];
    if (!made) continue;
    const row = body.at(-1);
    if (!made.startsWith('h(Figure')) body.push(made);
    else if (Array.isArray(row)) row.push(made);
    else body.push([made]);
  }
  const unused = Object.keys(figures).filter((name) => !drawn.has(name));
  if (unused.length > 0) refuse(`the document has no figure ${unused.join(', ')}`);
  const parts = body.map((one) =>
    Array.isArray(one) ? h('div', one, { class: 'figure-row row wrap high g5' }) : one,
  );
  return `import { h } from 'preact';
export const Rules = ({ Figure, Live, Link }) => h('div', { class: 'rules' },
${parts.join(',\n')});
`;
}

/** @param {string} name @param {any} source @returns {Figure} */
function readFigure(name, source) {
  const { alt, moves = '', options = {}, size, marks = [], question, idea, ...rest } = source ?? {};
  const [unknown] = Object.keys(rest);
  if (unknown) throw new Error(`the figure “${name}” has an unknown key “${unknown}”`);
  if (!alt || !size) throw new Error(`the figure “${name}” needs alt and size`);
  const [width, height] = Array.isArray(size) ? size : [size, size];
  return {
    alt,
    // A turn of several seats contains spaces, so turns are a list. Each entry is a count and a turn.
    moves: Array.isArray(moves)
      ? moves.flatMap(([times, turn]) => Array(Number(times)).fill(turn))
      : moves.split(/\s+/).filter(Boolean),
    options,
    size: { width, height },
    marks: Object.fromEntries(marks.map((/** @type {string} */ mark) => [mark, true])),
    question,
    idea,
  };
}

/** The documents that the page shows, by game. @param {string} folder @returns {Map<string, string>} */
export function documents(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return new Map(
    files.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return DOCS_ONLY.test(text) ? [[basename(name, '.md'), text]] : [];
    }),
  );
}

/**
 * The data of a document: its figures, and the coach's texts.
 * @param {string} folder @param {string} game
 * @returns {{ coach: Record<string, any>, figures: Record<string, any> }}
 */
export function dataOf(folder, game) {
  return /** @type {any} */ (parse(readFileSync(join(folder, `${game}.toml`), 'utf8')));
}

/**
 * Checks the coach's texts of a game.
 * @param {Record<string, any> | undefined} texts   the table `coach` of its data
 * @returns {Record<string, string>}
 */
export function coachOf(texts) {
  if (!texts) throw new Error('the table “coach” is missing');
  for (const moment of MOMENTS)
    if (typeof texts[moment] !== 'string') throw new Error(`the coach has no text for “${moment}”`);
  for (const moment of Object.keys(texts))
    if (!MOMENTS.includes(moment)) throw new Error(`the coach has an unknown key “${moment}”`);
  return /** @type {Record<string, string>} */ (texts);
}

/**
 * The Vite plugin. The module `virtual:rules` exports `rulesPages`, which loads a game's page of rules; `virtual:coach`
 * exports `coaches`, the coach's texts of every game.
 * @param {string} folder   the folder of the documents
 * @returns {import('vite').Plugin}
 */
export function rulesPages(folder) {
  return {
    name: 'totora-rules-pages',
    resolveId: (id) => (id === MODULE || id === COACHES ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) {
        const lines = [...documents(folder).keys()].map(
          (game) => `${game}: () => import(${JSON.stringify(`${join(folder, game)}.md?rules`)}),`,
        );
        return `export const rulesPages = {\n${lines.join('\n')}\n};`;
      }
      if (id === `\0${COACHES}`) {
        const texts = [...documents(folder).keys()].map((game) => {
          this.addWatchFile(join(folder, `${game}.toml`));
          try {
            return [game, coachOf(dataOf(folder, game).coach)];
          } catch (error) {
            return this.error(`${game}.toml: ${error instanceof Error ? error.message : error}`);
          }
        });
        return `export const coaches = ${JSON.stringify(Object.fromEntries(texts))};`;
      }
      if (!id.endsWith('.md?rules')) return undefined;
      const file = id.slice(0, -'?rules'.length);
      const game = basename(file, '.md');
      this.addWatchFile(file);
      this.addWatchFile(join(folder, `${game}.toml`));
      const known = documents(folder);
      try {
        const { figures } = dataOf(folder, game);
        const text = readFileSync(file, 'utf8');
        return { code: compile(text, (game) => known.get(game), figures), map: null };
      } catch (error) {
        return this.error(`${basename(file)}: ${error instanceof Error ? error.message : error}`);
      }
    },
  };
}
