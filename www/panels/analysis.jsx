/** The panels of the analysis, fetched when they are opened. On a phone what stands beside the board is a tab as well. */
import { SIDE, sheet } from '../app/folds.js';
import { tab } from '../app/store.js';
import { compact } from '../ui/shape.js';
import { BoardSwitches } from './board.jsx';
import { BotPanel } from './bot.jsx';
import { MovesPanel } from './moves.jsx';
import { ReviewPanel } from './review.jsx';
import { Actions, Reserve, reserveName, Seats } from './seats.jsx';
import { Tabs } from './tabs.jsx';
import { ThinkingPanel } from './thinking.jsx';

/** The left column in a tab: what is moved comes first. */
const SideTab = () => (
  <>
    <Reserve />
    <Actions />
    <Seats />
  </>
);

const PANELS = [
  { id: 'thinking', label: 'Thinking', Panel: ThinkingPanel },
  { id: 'moves', label: 'Moves', Panel: MovesPanel },
  { id: 'review', label: 'Review', Panel: ReviewPanel },
  { id: 'bot', label: 'Bot', Panel: BotPanel },
];

export function Analysis() {
  const tabs = compact.value
    ? [
        { id: SIDE, label: reserveName() || 'Game', Panel: SideTab, stays: true },
        ...PANELS,
        { id: 'board', label: 'Board', Panel: BoardSwitches },
      ]
    : PANELS;
  return (
    <Tabs
      tabs={tabs}
      current={tab}
      chosen={() => {
        if (sheet.value === 'low') sheet.value = 'half';
      }}
    />
  );
}
