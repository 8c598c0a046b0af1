/** The sandboxes of bots in code. Python is loaded only once the user has said so. */
import { signal } from '@preact/signals';
import * as strings from '../../strings/lab.js';
import { recall, saveValue } from '../storage.js';

/** @typedef {import('./bots.js').OwnBot} OwnBot */

/** What Python takes to download, in megabytes: where the host compresses, and where it does not. */
export const PYTHON_MB = [5.5, 12.2];

export const pythonAllowed = signal(recall('python') ?? false);
export function allowPython() {
  pythonAllowed.value = true;
  saveValue('python', true);
}

/** Opens a sandbox for a bot. @param {OwnBot} bot @returns {Promise<import('../../worker/sandbox.js').Sandbox>} */
export async function sandboxOf({ name, source, language }) {
  if (language === 'python' && !pythonAllowed.peek()) throw new Error(strings.needsPython(name));
  const { openSandbox } = await import('../../worker/sandbox.js');
  return openSandbox({ source, language });
}
