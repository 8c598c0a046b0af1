/**
 * Builds a page per game, such as `uros/index.html`. It has the title, text and picture that messengers show as a preview
 * of a link, and forwards to the page itself, with what follows `#`. Pictures are www/public/preview-GAME.jpg
 * (scripts/make-pictures.mjs). The address of the site is not known at build time, so addresses are relative. Some previews
 * need absolute ones: `TOTORA_SITE=https://example.org/totora/ make dist` writes them.
 */
import { readFileSync } from 'node:fs';
import { inlineScript } from './inline-script.mjs';

const CATALOG = new URL('../www/pkg/catalog.js', import.meta.url);
const site = process.env.TOTORA_SITE ?? '';

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The tags for previews. @param {{ title: string, text: string, address: string, picture: string }} page */
const tags = ({ title, text, address, picture }) =>
  [
    ['og:type', 'website'],
    ['og:site_name', 'Totora'],
    ['og:title', title],
    ['og:description', text],
    ['og:image', picture],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ...(site ? [['og:url', address]] : []),
  ]
    .map(([property, content]) => `    <meta property="${property}" content="${escaped(content)}">`)
    .concat('    <meta name="twitter:card" content="summary_large_image">')
    .join('\n');

/** @param {{ id: string, name: string, about: string }} game @param {string} policy */
const gamePage = ({ id, name, about }, policy) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(name)} · Totora</title>
    <meta name="description" content="${escaped(about)}">
${tags({ title: `${name} · Totora`, text: about, address: `${site}${id}/`, picture: `${site || '../'}preview-${id}.jpg` })}
    <script>${inlineScript}</script>
    <script src="../redirect.js"></script>
  </head>
  <body><div id="app"><p class="opening"><a href="../#${id}">${escaped(name)}</a></p></div></body>
</html>
`;

/** The Vite plugin that writes these pages. @param {string} policy */
export function gamePages(policy) {
  return {
    name: 'totora-game-pages',
    apply: /** @type {const} */ ('build'),
    /** @this {import('rolldown').PluginContext} */
    generateBundle() {
      const list = /\[[\s\S]*?\](?=;)/.exec(readFileSync(CATALOG, 'utf8'))?.[0];
      if (!list) throw new Error('www/pkg/catalog.js has no list of games');
      for (const game of JSON.parse(list))
        this.emitFile({
          type: 'asset',
          fileName: `${game.id}/index.html`,
          source: gamePage(game, policy),
        });
    },
  };
}
