// The data files that only some bots load (`base::files`): where the crate of each game has them, by their names in the module.
import { join } from 'node:path';
import { root } from './root.mjs';

/** @type {Record<string, string>} */
export const dataFiles = {
  'isolation-book.bin': join(root, 'src/games/isolation/isolation-book.bin'),
  'reversi-patterns.bin': join(root, 'src/games/reversi/reversi-patterns.bin'),
};
