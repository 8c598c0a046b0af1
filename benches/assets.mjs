// Lets the module read the data files of some bots from `assets`. On the page they are fetched from the host.
import { readFileSync } from 'node:fs';

Object.assign(globalThis, {
  /** @param {string} name */
  totoraFile: (name) => readFileSync(new URL(`../assets/${name}`, import.meta.url)),
});
