/**
 * How many plies the graph and the scrubber span at least: a short game does not fill the width,
 * they grow as it goes on. One number, so that the slider's handle stays under the graph's mark.
 */
export const LEAST_PLIES = 12;
