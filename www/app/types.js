/**
 * Names for what crosses the boundary to Rust, so that JSDoc elsewhere stays short.
 * Types only: nothing here runs. The shapes themselves are made by Rust (`www/pkg/totora.d.ts`).
 *
 * @typedef {import('../pkg/totora.js').GameInfo} GameInfo
 * @typedef {import('../pkg/totora.js').BotInfo} BotInfo
 * @typedef {import('../pkg/totora.js').OptionInfo} OptionInfo
 * @typedef {Extract<OptionInfo, { type: 'choice' }>} ChoiceOption
 * @typedef {Extract<OptionInfo, { type: 'number' }>} NumberOption
 * @typedef {Extract<OptionInfo, { type: 'text' }>} TextOption
 * @typedef {import('../pkg/totora.js').OptionValues} OptionValues
 * @typedef {import('../pkg/totora.js').Budget} Budget
 * @typedef {import('../pkg/totora.js').SeatConfig} SeatConfig
 * @typedef {import('../pkg/totora.js').SeatState} SeatState
 * @typedef {import('../pkg/totora.js').State} State
 * @typedef {import('../pkg/totora.js').MoveRow} MoveRow
 * @typedef {import('../pkg/totora.js').LineRow} LineRow
 * @typedef {import('../pkg/totora.js').Series} Series
 * @typedef {import('../pkg/totora.js').TermInfo} TermInfo
 * @typedef {import('../pkg/totora.js').ThinkRequest} ThinkRequest
 * @typedef {import('../pkg/totora.js').ThoughtInfo} ThoughtInfo
 * @typedef {import('../pkg/totora.js').Session} Session
 *
 * @typedef {{ bot: string, options: OptionValues, budget?: Budget }} BotConfig
 *   A bot with its settings: what a seat that is no human holds.
 *
 * @typedef {import('../pkg/totora.js').Proven} Proven
 * @typedef {{ result: Proven, plies: number | null }} Verdict   A result by force, and the plies to it where known.
 *
 * @typedef {object} Trial   A better move is looked for, at a position of the past.
 * @property {number} ply    this many plies led to it
 * @property {string} hash   of the position
 * @property {number} seat   who is to move
 * @property {string | null} best   what the judge would play
 * @property {boolean} busy  a move is being judged
 * @property {import('../pkg/totora.js').Judged | null} tried   what was tried last, and how good it is
 * @property {string} [card]   the name of the position, where it came back to be learnt from
 * @property {(move: string) => void} answer   takes a move
 *
 * @typedef {import('../pkg/totora.js').Detail} Detail
 * @typedef {import('../pkg/totora.js').Branch} Branch
 * @typedef {import('../pkg/totora.js').FlipMap} FlipMap
 * @typedef {import('../pkg/totora.js').FlipStrip} FlipStrip
 *
 * @typedef {object} Thinking   What the Thinking panel and the overlay show.
 * @property {string} key       the question it answers; see `questionKey`
 * @property {string} [channel]  on which the worker was asked, where it can be asked more
 * @property {string} game
 * @property {number} ply
 * @property {string} hash      of the position it is about
 * @property {BotConfig} config
 * @property {ThoughtInfo} info
 * @property {boolean} [passed]  whether it is about the position as if the turn were passed
 */
export {};
