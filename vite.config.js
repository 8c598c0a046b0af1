/**
 * How the page is built and served. `vite build` writes `dist/`, a static folder that works under
 * any path of any file host: relative addresses, hashed names, a strict content security policy,
 * and a service worker that is versioned by the files' contents.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { gamePages } from './scripts/game-pages.mjs';
import { rulesPages } from './scripts/rules-pages.mjs';

/** What the finished page may do. Nothing inline, nothing from elsewhere; wasm, but no eval. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The policy goes in as a meta tag of the build only: the dev server's live reload is inline. */
function contentSecurityPolicy() {
  return {
    name: 'totora-content-security-policy',
    apply: /** @type {const} */ ('build'),
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: /** @type {const} */ ('head-prepend'),
      },
    ],
  };
}

/**
 * The style sheet comes after what the page says first: a browser draws nothing that stands after one that has not come.
 * And it is held against its digest. Sheets that are fetched later go after it, as they are written to.
 */
function styleLast() {
  return {
    name: 'totora-style-last',
    apply: /** @type {const} */ ('build'),
    /** @param {import('vite').ResolvedConfig} config */
    configResolved({ root, build }) {
      written = resolve(root, build.outDir);
    },
    /** @param {string} code @param {string} id */
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return null;
      const whole = '[...link.sheet.cssRules].at(-1) instanceof CSSLayerStatementRule';
      const changes = [
        ['document.head.appendChild(', 'document.body.appendChild('],
        ['if (e.type === "error") ', `if (e.type === "error" || !(${whole})) link.remove(), `],
      ];
      return changes.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`the preload helper has no ${from}`);
        return text.replace(from, to);
      }, code);
    },
    /** What ends a sheet that is whole: a browser takes one that is empty or cut for a short one. */
    generateBundle: {
      order: /** @type {const} */ ('pre'),
      /** @param {unknown} _ @param {import('vite').Rollup.OutputBundle} bundle */
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source += '@layer whole;';
      },
    },
    transformIndexHtml: {
      order: /** @type {const} */ ('post'),
      /** @param {string} html @param {import('vite').IndexHtmlTransformContext} context */
      handler: (html, { bundle }) => {
        const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
        const rest = links.reduce((text, link) => text.replace(link, ''), html);
        // One that is empty or cut would not be noticed otherwise.
        const whole = links.map((link) => {
          const file = bundle?.[/href="\.\/([^"]+)"/.exec(link)?.[1] ?? ''];
          if (file?.type !== 'asset') return link;
          const digest = createHash('sha384').update(file.source).digest('base64');
          return link.replace('>', ` integrity="sha384-${digest}">`);
        });
        return rest.replace(/\s*<\/body>/, `${whole.join('')}\n  </body>`);
      },
    },
  };
}

/** A variable of the scale: 5 sizes of text, 6 gaps, 3 radii. The smallest text is larger on a phone, and stays a variable. */
const STEP = /--(?:text-[2-5]|gap-\d|radius-\d)/;

/** Writes the scale out: nothing changes it at run time, and its names are bytes that everybody who comes waits for. */
function scaleWritten() {
  const tokens = readFileSync(new URL('www/style/tokens.css', import.meta.url), 'utf8');
  const steps = new Map(
    [...tokens.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
  return {
    postcssPlugin: 'totora-scale',
    /** @param {{ prop: string, value: string, remove: () => void }} declaration */
    Declaration(declaration) {
      if (STEP.test(declaration.prop)) declaration.remove();
      else
        declaration.value = declaration.value
          .replace(/calc\(-1 \* var\((--gap-\d)\)\)/g, (_, name) => `-${steps.get(name)}`)
          .replace(
            /var\((--[\w-]+)\)/g,
            (all, name) => (STEP.test(name) && steps.get(name)) || all,
          );
    },
  };
}

/**
 * In a build for tests, `?pseudo` in the address puts every text of `www/strings/` in brackets: what stands on the page
 * without them is written elsewhere, or comes from Rust (tests/browser/strings.spec.js).
 */
function pseudoStrings() {
  const bracket = `const $pseudo = new URLSearchParams(location.search).has('pseudo');
    const $text = (one) =>
      !$pseudo ? one
      : typeof one === 'string' ? '⟦' + one + '⟧'
      : typeof one === 'function' ? (...given) => $text(one(...given))
      : one.map($text);`;
  return {
    name: 'totora-pseudo-strings',
    /** @param {string} code @param {string} id */
    transform(code, id) {
      if (!/\/www\/strings\/\w+\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
      const shown = names.map((name) => `const $${name} = $text(${name});`);
      return [
        code.replace(/^export const (?=\w+ =)/gm, 'const '),
        bracket,
        ...shown,
        `export { ${names.map((name) => `$${name} as ${name}`).join(', ')} };`,
      ].join('\n');
    },
  };
}

/** The folder that is built into. */
let written = '';

/** What a file is held against by the service worker. @param {string} file */
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

export default defineConfig(({ mode }) => ({
  base: './',
  publicDir: 'www/public',
  css: { postcss: { plugins: [scaleWritten()] } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The first with `light-dark()`; the variables that stand in for it elsewhere cost more than both themes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The build for the browser tests has a handle that they ask.
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    // A data: address for a small file would need holes in the policy.
    assetsInlineLimit: 0,
    // The polyfill for old browsers is an inline-like extra that none of our targets needs.
    modulePreload: { polyfill: false },
    // scripts/finish-dist.mjs weighs by it what a first view fetches, and takes it away.
    manifest: true,
    reportCompressedSize: false,
    // A text is written where it is used, and so comes with its room.
    rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  plugins: [
    contentSecurityPolicy(),
    ...(mode === 'test' ? [pseudoStrings()] : []),
    gamePages(POLICY),
    styleLast(),
    rulesPages(fileURLToPath(new URL('docs/reference/rules', import.meta.url))),
    VitePWA({
      // Our own, which keeps the files of every version that may be open: www/sw.js.
      strategies: 'injectManifest',
      srcDir: 'www',
      filename: 'sw.js',
      // www/app/version.js registers it, after the first board is drawn.
      injectRegister: null,
      manifest: {
        name: 'Totora',
        short_name: 'Totora',
        description: 'A playground for board-game heuristics: play the bots and see why they play.',
        start_url: './',
        scope: './',
        display: 'standalone',
        background_color: '#f7f4ec',
        theme_color: '#0f6f78',
        icons: [
          { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
        ],
      },
      injectManifest: {
        manifestTransforms: [
          async (files) => ({
            manifest: files.map((file) => ({
              ...file,
              sha256: sha256(join(written, file.url)),
            })),
          }),
        ],
        // They lead here, and are for those who have no page yet; and Python is for those who ask for it.
        globIgnores: ['*/index.html', 'onward.js', 'assets/pyodide*'],
        globPatterns: ['**/*.{html,js,css,wasm,bin,svg,png,webmanifest}'],
        // The module is above what is kept for use offline unless told; wasm-pack.toml says how large it may be. One of
        // the development profile is larger still.
        maximumFileSizeToCacheInBytes: mode === 'test' ? 32_000_000 : 3_000_000,
      },
    }),
  ],
}));
