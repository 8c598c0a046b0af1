/**
 * Short sounds, made where they are played: a tap for each move, deeper for the second side, and two notes at
 * the end of a game. No files, and no audio device is asked for until the first of them. No game may enter here.
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

/** Wakes the device; browsers allow it only after the user has pressed something. */
function wake() {
  const Audio = globalThis.AudioContext;
  if (!Audio) return false;
  context ??= new Audio();
  if (context.state === 'suspended') context.resume().catch(() => {});
  return true;
}

/** A move of a seat. @param {number} seat */
export function soundMove(seat) {
  if (wake()) note(seat % 2 === 0 ? 420 : 330, 0, 0.09);
}

/** The end of a game. */
export function soundEnd() {
  if (!wake()) return;
  note(392, 0.05, 0.16);
  note(523, 0.2, 0.26);
}
