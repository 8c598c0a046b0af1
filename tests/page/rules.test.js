/** The rules pages that are compiled from the documents. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { compile, dataOf, documents } from '../../scripts/rules-pages.mjs';

const docs = documents('docs/reference/rules');

/** The elements that a compiled page creates. @param {string} text @param {Record<string, any>} [figures] */
function page(text, figures) {
  const code = compile(text, (game) => docs.get(game), figures);
  const body = code.slice(code.indexOf('=>') + 2, code.lastIndexOf(';'));
  return new Function('h', 'Figure', 'Live', 'Link', `return ${body}`)(h, 'Figure', 'Live', 'Link');
}

/** All elements with a type or props, parents before children. @param {any} node @returns {any[]} */
const all = (node) =>
  Array.isArray(node) ? node.flatMap(all) : node?.props ? [node, ...all(node.props.children)] : [];

/** @param {any} node @returns {string} */
const text = (node) =>
  Array.isArray(node)
    ? node.map(text).join('')
    : node?.props
      ? text(node.props.children)
      : `${node ?? ''}`;

for (const [game, document] of docs) {
  test(`the rules of ${game} become a page with figures and bots, without the parts for the docs only`, () => {
    const { figures: drawn } = dataOf('docs/reference/rules', game);
    const nodes = all(page(document, drawn));
    const figures = nodes.filter((node) => node.type === 'Figure');
    expect(figures.length).toBeGreaterThanOrEqual(4);
    for (const { props } of figures) {
      expect(props.alt.length).toBeGreaterThan(20);
      expect(text(props.children).length).toBeGreaterThan(10);
    }
    expect(nodes.some((node) => node.type === 'Live' && node.props.part === 'bots')).toBe(true);
    expect(text(page(document, drawn))).not.toMatch(/replay --json|cargo /);
  });
}

test('all five games have a page', () => {
  expect([...docs.keys()].sort()).toEqual([
    'fencemaster',
    'isolation',
    'outpost',
    'reversi',
    'uros',
  ]);
});

test('text, tables and lists become elements, and quotes become typographic', () => {
  const nodes = all(
    page("# A\n\nIt's **bold** and `co<de`.\n\n- one\n\n| a | b |\n| --- | --: |\n| x | 1 |\n"),
  );
  expect(nodes.map((node) => node.type)).toEqual([
    'div',
    'p',
    'b',
    'code',
    'ul',
    'li',
    'section',
    'table',
    'thead',
    'tr',
    'th',
    'th',
    'tbody',
    'tr',
    'td',
    'td',
  ]);
  expect(text(nodes[1])).toBe('It’s bold and co<de.');
  expect(nodes.at(-1).props.class).toBe('n');
});

test('a figure has its moves, repeated turns, and its map', () => {
  const one = {
    alt: 'a',
    size: [3, 2],
    marks: ['m'],
    moves: [
      [2, '0:E | -'],
      [1, 'x'],
    ],
    options: { map: '1\n2' },
  };
  const [figure] = all(page('<!-- figure: one -->\n*c*\n', { one })).filter(
    (node) => node.type === 'Figure',
  );
  expect(figure.props).toMatchObject({
    alt: 'a',
    size: { width: 3, height: 2 },
    marks: { m: true },
    moves: ['0:E | -', '0:E | -', 'x'],
    options: { map: '1\n2' },
  });
});

test('links go to headings of pages, or to other sites', () => {
  const document =
    '## One thing\n\n[a](#one-thing) [b](uros.md#notation) [c](https://example.org/)\n';
  const links = all(page(document)).filter((node) => ['Link', 'a'].includes(node.type));
  expect(links.map(({ props }) => [props.game, props.heading, props.href])).toEqual([
    [undefined, 'one-thing', undefined],
    ['uros', 'notation', undefined],
    [undefined, undefined, 'https://example.org/'],
  ]);
});

for (const [what, document, figures] of /** @type {[string, string, Record<string, any>?][]} */ ([
  ['a link to a page that does not exist', '[a](arena.md)'],
  ['a link to a heading that only the docs have', '[a](uros.md#for-programs)'],
  ['markup', 'a <b>b</b>'],
  ['a picture', '![a](reversi/trio.svg)'],
  ['a figure without a text alternative', '<!-- figure: one -->\n*c*', { one: { size: 3 } }],
  ['a figure without a caption', '<!-- figure: one -->', { one: { size: 3, alt: 'a' } }],
  ['a figure that does not exist', '<!-- figure: two -->\n*c*'],
  ['a figure that is not used', 'c', { one: { size: 3, alt: 'a' } }],
  [
    'a figure with an unknown field',
    '<!-- figure: one -->\n*c*',
    { one: { alt: 'a', size: 3, move: 'x' } },
  ],
])) {
  test(`${what} is refused`, () => {
    expect(() => page(document, figures)).toThrow();
  });
}
