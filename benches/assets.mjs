// Has the module find in `assets` the files that some bots need, as the page has it find them at its host.
import { readFileSync } from 'node:fs';

Object.assign(globalThis, {
  /** @param {string} name */
  totoraFile: (name) => readFileSync(new URL(`../assets/${name}`, import.meta.url)),
});
