/**
 * Builds the page for the tests in Node, once per run of Vitest: the same sources and settings as the test build for browsers, but
 * all code of the page in one script, and one script for each worker. Every page of a test evaluates these scripts anew, so nothing
 * is shared between two tests, and two pages of one test are two browsers.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import settings from '../../../vite.config.js';

/** Where the build is, with `index.html` next to it. */
export const FOLDER = fileURLToPath(new URL('../../../target/page-tests/', import.meta.url));

/** Plugins that only serve hosting: the service worker, the pages per game, the policy. */
const HOSTING = /^vite-plugin-pwa|^totora-(?!pseudo|rules)/;

export async function setup() {
  const { plugins, css, oxc, worker } = /** @type {any} */ (settings)({
    command: 'build',
    mode: 'test',
  });
  await build({
    configFile: false,
    mode: 'test',
    base: './',
    publicDir: false,
    logLevel: 'error',
    css,
    oxc,
    worker,
    plugins: plugins.flat(9).filter((/** @type {any} */ one) => one && !HOSTING.test(one.name)),
    build: {
      outDir: FOLDER,
      emptyOutDir: true,
      target: 'es2022',
      // Errors show readable names, and minifying takes time.
      minify: false,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../../../www/main.jsx', import.meta.url)),
        output: { codeSplitting: false, entryFileNames: 'page.js' },
      },
    },
  });
}

/** The tokens of the style sheet, by name, such as `--ink`. @returns {Map<string, string>} */
export function readTokens() {
  const text = readFileSync(new URL('../../../www/style/tokens.css', import.meta.url), 'utf8');
  return new Map(
    [...text.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}
