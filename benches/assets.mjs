// Lets the module read the data files of some bots from the games' crates. On the page they are fetched from the host.
import { readFileSync } from 'node:fs';
import { dataFiles } from '../scripts/data-files.mjs';

Object.assign(globalThis, {
  /** @param {string} name */
  totoraFile: (name) => readFileSync(dataFiles[name]),
});
