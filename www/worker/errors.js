/**
 * Error messages for users. Our own errors, from Rust and the page, are plain `Error`s whose message is a sentence.
 * Other errors come from the browser: their message goes to the console, and the user sees what to do.
 */

/** @type {Record<string, string>} */
const WORDS = {
  CompileError: 'Part of the engine is damaged. Please reload the page: your game is saved.',
  LinkError:
    'The parts of the engine do not fit together. Please reload the page: your game is saved.',
  RuntimeError: 'The engine stopped working. Please reload the page: your game is saved.',
  QuotaExceededError: 'This browser has no space left to save that.',
  NotAllowedError: 'This browser does not allow that.',
};
const UNKNOWN = 'Something went wrong. Your game is saved: if it happens again, reload the page.';
const UNREACHABLE =
  'Part of the page could not be loaded. Please check your connection and try again.';

/** Rust's messages quote with backticks, for the command line. @param {string} text */
const quoted = (text) => text.replace(/`([^`]*)`/g, '“$1”');

/** @param {unknown} error @returns {string} */
export function errorText(error) {
  // An error from a worker is a plain `Error` with the original name.
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const text = error instanceof Error ? error.message : error;
  const said = typeof text === 'string' ? text : '';
  // Browsers and the build's loader word a failed fetch differently.
  const gone = name === 'TypeError' ? /import|fetch|load/i : /^Unable to preload/;
  if (!gone.test(said) && said && (name === 'Error' || name === ''))
    return quoted(said[0].toUpperCase() + said.slice(1));
  console.warn(error);
  return gone.test(said) ? UNREACHABLE : (WORDS[name] ?? UNKNOWN);
}
