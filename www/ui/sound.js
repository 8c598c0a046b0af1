/**
 * Short synthesized sounds: a tap for each move, deeper for the second side, and two notes at the end of a game. They
 * need no files, and no audio device until the first sound. Nothing here depends on a game.
 */

/** @type {AudioContext | null} */
let context = null;

/** @param {number} pitch   in hertz @param {number} after   seconds from now @param {number} length   in seconds */
function note(pitch, after, length) {
  if (!context) return;
  const from = context.currentTime + after;
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, from);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.72, from + length);
  loud.gain.setValueAtTime(0.0001, from);
  loud.gain.exponentialRampToValueAtTime(0.16, from + 0.006);
  loud.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(loud).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}

/** Starts the audio device; browsers allow it only after a user gesture. */
function wake() {
  const Audio = globalThis.AudioContext;
  if (!Audio) return false;
  context ??= new Audio();
  if (context.state === 'suspended') context.resume().catch(() => {});
  return true;
}

/** The sound of a move. @param {number} seat */
export function soundMove(seat) {
  if (wake()) note(seat % 2 === 0 ? 420 : 330, 0, 0.09);
}

/** The sound of the end of a game. */
export function soundEnd() {
  if (!wake()) return;
  note(392, 0.05, 0.16);
  note(523, 0.2, 0.26);
}
