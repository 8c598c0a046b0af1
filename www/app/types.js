/**
 * Short names for the types that cross the boundary to Rust (`www/pkg/totora.d.ts`). Types only:
 * nothing here runs.
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
 * @typedef {import('../pkg/totora.js').MoveSprite} MoveSprite
 * @typedef {import('../pkg/totora.js').PrintedMove} PrintedMove
 * @typedef {import('../pkg/totora.js').Footprint} Footprint
 * @typedef {import('../pkg/totora.js').LineRow} LineRow
 * @typedef {import('../pkg/totora.js').Series} Series
 * @typedef {import('../pkg/totora.js').TermInfo} TermInfo
 * @typedef {import('../pkg/totora.js').ThinkRequest} ThinkRequest
 * @typedef {import('../pkg/totora.js').AnalysisInfo} AnalysisInfo
 * @typedef {import('../pkg/totora.js').Session} Session
 *
 * @typedef {{ bot: string, options: OptionValues, budget?: Budget }} BotConfig
 *   A bot with its settings, as a seat has it.
 *
 * @typedef {import('../pkg/totora.js').Proven} Proven
 * @typedef {{ result: Proven, plies: number | null }} Verdict   A forced result, and the plies to it if known.
 *
 * @typedef {object} Trial   The search for a better move at an earlier position.
 * @property {number} ply    of the position
 * @property {string} hash   of the position
 * @property {number} seat   to move
 * @property {string | null} best   the judge's move
 * @property {boolean} busy  a move is being judged
 * @property {import('../pkg/totora.js').Judged | null} tried   the last try and its judgement
 * @property {string} [card]   id of the position, if it is from the practice list
 * @property {(move: string) => void} answer   handles a try
 *
 * @typedef {import('../pkg/totora.js').Detail} Detail
 * @typedef {import('../pkg/totora.js').Branch} Branch
 * @typedef {import('../pkg/totora.js').FlipMap} FlipMap
 * @typedef {import('../pkg/totora.js').FlipStrip} FlipStrip
 *
 * @typedef {object} Thinking   What the Thinking panel and the overlay show.
 * @property {string} key       of its request; see `questionKey`
 * @property {string} [channel]  of the request, if more can be requested
 * @property {string} game
 * @property {number} ply
 * @property {string} hash      of the position it is about
 * @property {BotConfig} config
 * @property {AnalysisInfo} info
 * @property {boolean} [passed]  whether it assumes that the turn is passed
 */
export {};
