/**
 * The interface between the shell and the games' boards. Types only. A renderer draws and requests data from Rust; it
 * has no rules of its game. It builds on `base.js` or, for square cells, on `squares.js`, and does not depend on the
 * page.
 *
 * @typedef {import('../pkg/totora.js').State} State
 * @typedef {import('../pkg/totora.js').AnalysisInfo} AnalysisInfo
 *
 * @typedef {object} BoardModel   The content of a board; the shell sends a new one on any change.
 * @property {any} layout         from Rust: what no move of the game changes
 * @property {any} view           from Rust: the position at the displayed ply
 * @property {State} state
 * @property {number | null} actor   the seat that the user may move for now, or null
 * @property {AnalysisInfo | null} thought
 * @property {AnalysisInfo | null} oracle   the analysis by the overlay's own bot, if it has one
 * @property {string} overlay     one of the game's overlays
 * @property {number | null} pointed   the candidate that the list points at
 * @property {string | null} hint      a suggested move to show
 * @property {(AnalysisInfo['tasks'][number] | null)[]} [minds]   each piece's task before a weight was changed, if it
 *   has another task now
 * @property {Mark[]} [drawn]     the displayed bot's marks, of the layers that are switched on
 * @property {Ghost[]} [ghosts]   moves that are not played, from the back to the front
 * @property {boolean} [passed]    whether the analysis is of the position after a pass
 * @property {{ candidate: number, plies: number, moves?: string[] } | null} line   the line that the user follows: its
 *   candidate, how many plies of it, and its moves if it is not the best line
 * @property {Record<string, boolean>} marks   outlines that are switched on
 * @property {boolean} still      no animation
 * @property {boolean} running    plies are being played one after the other
 * @property {number} pace        milliseconds from one ply to the next, while `running`
 * @property {number} turned      quarter turns of the whole board, 0 to 3; for renderers with `turns`
 * @property {boolean} [brief]    the board's controls show only what is needed to play
 *
 * @typedef {import('../pkg/totora.js').Footprint & { role: 'move' | 'choice' | 'rival', text: string }} Ghost   a move on the board before it is played
 *
 * @typedef {{ layer: string, cell: number, to: number | null, text: string, tone: 'plain' | 'good' | 'bad' | 'warn', shape?: 'circle' | 'cross' | 'square' | 'triangle' }} Mark
 *   on a cell, in a circle by default, or an arrow between two
 *
 * @typedef {Pick<BoardModel, 'layout' | 'view'>} Shown   the part that a still needs
 *
 * @typedef {object} BoardHost    The shell's API for a board.
 * @property {(move: string) => void} play
 * @property {(question: unknown) => any} inspect
 * @property {(act: () => void) => unknown} whenWhole   acts once the whole engine is loaded, unless the position has changed until then
 * @property {(touch: boolean) => boolean} marks   whether the right button and keys, or a long press, mark places
 * @property {(from: number, to: number, other: boolean) => void} mark   it was pressed on a place and released on another or
 *   the same; `other`: in the other colour
 * @property {(candidate: number | null) => void} point   the pointer is on this candidate's cell
 * @property {(text: string) => void} say                 to screen readers only
 * @property {(text: string) => void} notify  a visible message
 * @property {(id: string) => string} botName             a bot's name by its id
 * @property {(seat: number) => void} seeAs               selects the seat whose analysis is shown, if all seats move at once
 * @property {(orders: Record<number, string>) => void} order
 *   if all seats move at once: people's orders for the next turn, a move per seat
 * @property {(turns: number, until?: unknown) => void} advance
 *   plays this many turns; Infinity goes on until a pause, or until `inspect` answers the question `until`
 *   with `{stop: words}`; 0 is a pause
 *
 * @typedef {object} Board        A mounted board.
 * @property {(model: BoardModel) => void} update
 * @property {() => void} repaint      colours or fonts have changed
 * @property {(ratio: number) => void} draw   draws at once, with this many device pixels per CSS pixel, for
 *   exported images
 * @property {(location: unknown) => void} [look]    scrolls to a place, such as one of `MoveRow.events`
 * @property {() => void} destroy
 *
 * @typedef {object} Renderer     The export of a game's folder in `boards/`.
 * @property {string} reserve     the name of its reserve; empty if it has none
 * @property {boolean} [reserveTells]   the reserve is a part of the position, not a set of tools
 * @property {{ key: string, label: string, title: string }[]} marks   outlines that the user can switch on
 * @property {(lake: HTMLElement, reserve: HTMLElement | null, host: BoardHost) => Board} mount
 * @property {(canvas: HTMLCanvasElement, shown: Shown, size: { width: number, height: number }, marks?: Record<string, boolean>, answer?: any) => void} still
 *   draws a position without input, as in the rules; `answer` is a result of `inspect`
 * @property {Record<string, string>} [overlayNames]   names of overlays other than off, hints and all
 * @property {Record<string, string>} [oracles]   overlays that show one bot's analysis, whichever other bot is shown
 * @property {string[]} [thoughtOverlays]   overlays that show the analysis by the bot that is shown; hints and all by default
 * @property {string[]} [heats]       heat maps, which have a legend; `['all']` by default
 * @property {string} [overlayLead]   the label of the overlays' switch, if they are not scores
 * @property {string} [turnWord]      the word for a ply; `Move` by default
 * @property {string} [goOn]          the move that continues without new orders, if all seats move at once
 * @property {number} [pace]          milliseconds from ply to ply at normal speed
 * @property {number[]} [speeds]      playback speeds; Infinity is as fast as possible
 * @property {string[]} [scrubbed]   kinds of events that the scrubber marks
 * @property {string[]} [stacked]   charts whose lines are parts of a whole, drawn stacked
 * @property {{ label: string, offer: string, load: () => Promise<{ Editor: (props: EditorProps) => import('preact').JSX.Element }> }} [editor]
 *   an editor for the start of a game, such as a map; loaded on demand
 * @property {string} [turns]   the label for rotating the board, if it rotates by quarter turns
 * @property {[string, string][]} [keys]   keys of this board besides arrows and Enter, and what they do
 * @property {boolean} [showsSeats]   the board shows the state of the seats, so on a phone they may be below it
 * @property {(model: BoardModel) => string} [note]   a line of explanation under the board
 *
 * @typedef {object} EditorProps   The shell's API for an editor. Texts are those of the option that the
 *   catalogue names in `setup_text`; Rust validates them, never the editor.
 * @property {any} layout                             the running game's layout
 * @property {any} view                               and its view
 * @property {string} theme                           changes with the page's colours
 * @property {(text: string) => void} say             to screen readers only
 * @property {(question: unknown) => any} inspect     returns null if the engine failed
 * @property {(text: string) => Promise<boolean>} play   starts a game on the text, with the current seats
 * @property {(moves: string[], options: Record<string, string>) => Promise<boolean>} begin   starts a game with these moves, with the current seats
 * @property {(text: string) => string} link          the address that opens a game on the text
 * @property {() => number} drawSeed                   a random seed, 0 to 2^53 - 1
 * @property {() => any} recall                       the saved draft, or null
 * @property {(draft: unknown) => void} keep
 * @property {() => void} close
 */
export {};
