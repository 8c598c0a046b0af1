/**
 * Builds and serves the page. `vite build` writes `dist/`, a static folder that works under any path of any file host. It
 * has relative addresses, hashed file names, a strict content security policy, and a service worker whose version depends
 * on the contents of the files.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { gamePages } from './scripts/game-pages.mjs';
import { inlineDigest, inlineScript } from './scripts/inline-script.mjs';
import { rulesPages } from './scripts/rules-pages.mjs';

/** The policy of the built page: one inline script, nothing from other sites; wasm, but no eval. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval' ${inlineDigest}`,
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

/** Adds the policy as a meta tag, in builds only: the live reload of the dev server uses inline code. */
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

/** Adds the script that says why the browser refuses all others. It comes first, to see their errors. */
const saysWhatIsRefused = () => ({
  name: 'totora-inline-script',
  transformIndexHtml: () => [
    { tag: 'script', children: inlineScript, injectTo: /** @type {const} */ ('head-prepend') },
  ],
});

/**
 * Moves the style sheet to the end of the body, because browsers do not draw content after a style sheet that is still
 * loading. Also adds its digest (`integrity`). Style sheets that are loaded later are added after it, to keep the order.
 */
function styleLast() {
  return {
    name: 'totora-style-last',
    apply: /** @type {const} */ ('build'),
    /** @param {import('vite').ResolvedConfig} config */
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
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
        if (!text.includes(from)) throw new Error(`Vite's preload helper does not contain ${from}`);
        return text.replace(from, to);
      }, code);
    },
    /** Marks the end of each style sheet: browsers accept an empty or truncated one as complete. */
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
        // The digest detects an empty or truncated style sheet.
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

/** Variables of the scale of text sizes, gaps and radii. The smallest text size differs on phones, so it stays a variable. */
const STEP = /--(?:text-[2-5]|gap-\d|radius-\d)/;

/** Replaces the variables of the scale by their values. They never change at run time, and their names cost download size. */
function inlineScale() {
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
 * In a test build, `?pseudo` in the address puts every text of `www/strings/` in brackets. Text without brackets is defined
 * elsewhere, or comes from Rust (tests/page/screens/strings.test.js).
 */
function pseudoStrings() {
  const bracket = `const $pseudo = new URLSearchParams(location.search).has('pseudo');
    const $text = (one) =>
      !$pseudo ? one
      : typeof one === 'string' ? '⟦' + one + '⟧'
      : typeof one === 'function' ? (...given) => $text(one(...given))
      : Array.isArray(one) ? one.map($text)
      : Object.fromEntries(Object.entries(one).map(([key, text]) => [key, $text(text)]));`;
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

/** The output folder of the build. */
let outDir = '';

/** The digest that the service worker checks. @param {string} file */
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const COMMON = /preload-helper|www\/app\/(store|sounds)\.js/;

export default defineConfig(({ mode }) => ({
  base: './',
  publicDir: 'www/public',
  css: { postcss: { plugins: [inlineScale()] } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The first versions with `light-dark()`; the fallback for older ones costs more bytes than both themes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The test build has hooks for the browser tests.
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    // Inlining small files as data: addresses would need exceptions in the policy.
    assetsInlineLimit: 0,
    // None of our targets needs the polyfill.
    modulePreload: { polyfill: false },
    // scripts/finish-dist.mjs uses the manifest to compute the download size of a first view, and removes it.
    manifest: true,
    reportCompressedSize: false,
    // Inlines texts where they are used, so each is loaded with its screen.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // One file for what every screen loads; split in several it is larger.
      output: { codeSplitting: { groups: [{ name: 'common', test: COMMON }] } },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  plugins: [
    saysWhatIsRefused(),
    contentSecurityPolicy(),
    ...(mode === 'test' ? [pseudoStrings()] : []),
    gamePages(POLICY),
    styleLast(),
    rulesPages(fileURLToPath(new URL('docs/reference/rules', import.meta.url))),
    VitePWA({
      // Our own service worker keeps the files of every version that may be open: www/sw.js.
      strategies: 'injectManifest',
      srcDir: 'www',
      filename: 'sw.js',
      // www/app/version.js registers it after the first board is drawn.
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
              sha256: sha256(join(outDir, file.url)),
            })),
          }),
        ],
        // The pages per game only forward to the page, for visitors who do not have it yet. Python is loaded on request.
        globIgnores: ['*/index.html', 'redirect.js', 'sw-remove.js', 'assets/pyodide*'],
        globPatterns: ['**/*.{html,js,css,wasm,bin,svg,png,woff2,webmanifest}'],
        // The module is larger than the plugin's default limit; wasm-pack.toml limits its size. A development build is even
        // larger.
        maximumFileSizeToCacheInBytes: mode === 'test' ? 32_000_000 : 3_200_000,
      },
    }),
  ],
}));
