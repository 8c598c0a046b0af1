/**
 * What a board renderer is: the fixed, small interface between the shell and the games' boards.
 * Types only. A renderer draws what Rust says and asks; it holds no rule of its game. It stands on
 * `base.js` or, where cells are squares, on `squares.js`, and knows nothing of the page.
 *
 * @typedef {import('../pkg/totora.js').State} State
 * @typedef {import('../pkg/totora.js').ThoughtInfo} ThoughtInfo
 *
 * @typedef {object} BoardModel   What is to be shown; the shell hands over a new one on any change.
 * @property {any} layout         what no move of the game changes, as its Rust side made it
 * @property {any} view           what it is at the ply that is shown, likewise
 * @property {State} state
 * @property {number | null} actor   the seat that a person may move for now, or null
 * @property {ThoughtInfo | null} thought
 * @property {ThoughtInfo | null} oracle   what the overlay's own bot thinks, if it has one
 * @property {string} overlay     one of the game's overlays
 * @property {number | null} pointed   a candidate of the thought that is pointed at
 * @property {string | null} hint      a move to be shown as advice
 * @property {(ThoughtInfo['tasks'][number] | null)[]} [minds]   what each piece did before a weight was moved, where it
 *   does something else now
 * @property {Mark[]} [drawn]     what the bot that is shown has drawn, of the layers that are switched on
 * @property {boolean} [passed]    whether the thought is of who would move if this turn were passed
 * @property {{ candidate: number, plies: number, moves?: string[] } | null} line   the line that the user follows: after which
 *   candidate, this many plies of it, and its moves where it is not the expected one
 * @property {Record<string, boolean>} marks   outlines that are switched on
 * @property {boolean} still      no animation, please
 * @property {boolean} running    plies are being played one after the other
 * @property {number} pace        milliseconds from one ply to the next, while they are
 * @property {number} turned      quarter turns of the whole board, 0 to 3; for renderers with `turns`
 * @property {boolean} [brief]    little stands around the board: what is beside it says no more than is needed to play
 *
 * @typedef {{ layer: string, cell: number, to: number | null, text: string, tone: 'plain' | 'good' | 'bad' }} Mark   on a
 *   cell, or an arrow between two
 *
 * @typedef {Pick<BoardModel, 'layout' | 'view'>} Shown   as much as a still needs
 *
 * @typedef {object} BoardHost    What a board may ask of the shell.
 * @property {(move: string) => void} play
 * @property {(question: unknown) => any} inspect
 * @property {(candidate: number | null) => void} point   the pointer is on this candidate's place
 * @property {(text: string) => void} say                 for those who listen
 * @property {(text: string) => void} notify  a message for everybody
 * @property {(id: string) => string} botName             a bot's name by its id
 * @property {(seat: number) => void} seeAs               whose thoughts are shown, where all seats move at once
 * @property {(orders: Record<number, string>) => void} order
 *   where all seats move at once: what persons order for the turn that waits, a move a seat
 * @property {(turns: number, until?: unknown) => void} advance
 *   plays this many turns; Infinity goes on until a pause, or until `inspect` answers the question `until`
 *   with `{stop: words}`; 0 is a pause
 *
 * @typedef {object} Board        A mounted board.
 * @property {(model: BoardModel) => void} update
 * @property {() => void} repaint      colours or fonts have changed
 * @property {(ratio: number) => void} draw   draws what is to be shown at once, with this many real pixels a CSS pixel:
 *   for pictures
 * @property {(location: unknown) => void} [look]    brings a place into sight, such as one of `MoveRow.events`
 * @property {() => void} destroy
 *
 * @typedef {object} Renderer     What a game's folder in `boards/` exports.
 * @property {string} reserve     what its reserve is called; empty if it has none
 * @property {boolean} [reserveTells]   what lies in the reserve is a part of the position, and no tool
 * @property {{ key: string, label: string, title: string }[]} marks   outlines one can switch on
 * @property {(lake: HTMLElement, reserve: HTMLElement | null, host: BoardHost) => Board} mount
 * @property {(canvas: HTMLCanvasElement, shown: Shown, size: { width: number, height: number }, marks?: Record<string, boolean>, answer?: any) => void} still
 *   draws a position that takes no input, as in the rules; `answer` is what `inspect` said, if it was asked
 * @property {Record<string, string>} [overlayNames]   what overlays beyond off, hints and all are called
 * @property {Record<string, string>} [oracles]   overlays that show one bot's analysis, whichever other bot is shown
 * @property {string[]} [thoughtOverlays]   overlays that show the analysis by the bot that is shown; hints and all by default
 * @property {string[]} [heats]       heat maps, which have a legend; `['all']` by default
 * @property {string} [overlayLead]   what the overlays' switch is called, if they are not scores
 * @property {string} [turnWord]      what a ply is called; `Move` by default
 * @property {string} [goOn]          the move by which a person who moves at once with others lets things go on
 * @property {number} [pace]          milliseconds from ply to ply at normal speed
 * @property {number[]} [speeds]      those that one can watch at; Infinity is as fast as it goes
 * @property {string[]} [scrubbed]   kinds of incidents that the scrubber marks
 * @property {string[]} [stacked]   charts whose lines are parts of a whole: drawn one upon the other
 * @property {{ label: string, offer: string, load: () => Promise<{ Editor: (props: EditorProps) => import('preact').JSX.Element }> }} [editor]
 *   makes what a game can begin from, such as a map; fetched when the user asks
 * @property {string} [turns]   what turning the board does, if it can be turned by quarters
 * @property {(location: any, layout: any) => string} [beside]   the place of a candidate, where its notation does not name it
 * @property {(move: string, layout: any) => string} [moveName]   a move with the coordinates printed on the board, where its notation has others
 * @property {[string, string][]} [keys]   keys of this board beside arrows and Enter, and what they do
 * @property {boolean} [showsSeats]   the board itself tells how the seats stand: on a phone they may come under it
 * @property {string} [asText]  what the position as plain text is called, if `inspect({ text: true })` gives it
 * @property {(model: BoardModel) => string} [note]   a line under the board: what is to be known about what it shows
 *
 * @typedef {object} EditorProps   What an editor may ask of the shell. Texts are those of the option that
 *   the catalogue names in `setup_text`; what is good is said by Rust, never by the editor.
 * @property {any} layout                             the running game's layout
 * @property {any} view                               and its view
 * @property {string} theme                           another one when the page's colours have changed
 * @property {(text: string) => void} say             for those who listen
 * @property {(question: unknown) => any} inspect     answers null where the engine could not
 * @property {(text: string) => Promise<boolean>} play   begins a game on it, for the seats at hand
 * @property {(moves: string[], options: Record<string, string>) => Promise<boolean>} begin   begins a game with these moves, for the seats at hand
 * @property {(text: string) => string} link          the address that opens a game on it
 * @property {() => number} drawSeed                   a seed by chance, 0 to 2^53 - 1
 * @property {() => any} recall                       what was kept the last time, or null
 * @property {(draft: unknown) => void} keep
 * @property {() => void} close
 */
export {};
