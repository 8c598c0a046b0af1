/** The panels of the analysis, loaded on demand. On a phone the left column is a tab as well. */
import { sheet } from '../app/panelLayout.js';
import { SIDE, tab } from '../app/store.js';
import * as strings from '../strings/analyse.js';
import { compact } from '../ui/shape.js';
import { BoardSwitches } from './board.jsx';
import { BotPanel } from './bot.jsx';
import { MovesPanel } from './moves.jsx';
import { ReviewPanel } from './review.jsx';
import { Actions, Reserve, reserveName, Seats } from './seats.jsx';
import { Tabs } from './tabs.jsx';
import { EnginePanel, WhyPanel } from './thinking.jsx';

/** The left column and what is under the board, as a tab: controls come first. */
const SideTab = () => (
  <>
    <Reserve />
    <Actions />
    <Seats />
    <BoardSwitches />
  </>
);

const PANELS = [
  { id: 'why', label: strings.why, Panel: WhyPanel },
  { id: 'thinking', label: strings.engine, Panel: EnginePanel },
  { id: 'moves', label: strings.moves, Panel: MovesPanel },
  { id: 'review', label: strings.review, Panel: ReviewPanel },
  { id: 'bot', label: strings.bot, Panel: BotPanel },
];

export function Analysis() {
  const tabs = compact.value
    ? [{ id: SIDE, label: reserveName() || strings.game, Panel: SideTab, stays: true }, ...PANELS]
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
