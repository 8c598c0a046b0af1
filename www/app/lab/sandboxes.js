/** Sandboxes of bots in code. Python is loaded only with the user's consent. */
import { signal } from '@preact/signals';
import * as strings from '../../strings/lab.js';
import { recall, saveValue } from '../storage.js';

/** @typedef {import('./bots.js').OwnBot} OwnBot */

/** Download size of Python in megabytes: with and without compression by the host. */
export const PYTHON_MB = [5.5, 12.2];

export const pythonAllowed = signal(recall('python') ?? false);
export function allowPython() {
  pythonAllowed.value = true;
  saveValue('python', true);
}

/** Opens a sandbox for a bot. @param {OwnBot} bot @returns {Promise<import('../../worker/sandbox.js').Sandbox>} */
export async function sandboxOf({ name, source, language, sent }) {
  if (sent) throw new Error(strings.cameWithALink(name));
  if (language === 'python' && !pythonAllowed.peek()) throw new Error(strings.needsPython(name));
  const { openSandbox } = await import('../../worker/sandbox.js');
  return openSandbox({ source, language });
}
