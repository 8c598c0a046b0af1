/** The bot whose analysis is shown: the current one by default, or a chosen one. */

import { setDisplay } from '../app/display.js';
import { save } from '../app/saving.js';
import { shownAs, usualBot } from '../app/shownBot.js';
import { advisor, botInfo, info } from '../app/store.js';
import * as strings from '../strings/play.js';
import { Choice } from '../ui/parts.jsx';

/** @typedef {import('../app/types.js').BotConfig} BotConfig */

/**
 * Whether a bot's options differ from its defaults.
 * @param {BotConfig | null} config
 */
export function isCustom(config) {
  if (!config) return false;
  return !!botInfo(config.bot)?.options.some(
    (o) => config.options[o.key] !== undefined && config.options[o.key] !== o.default,
  );
}

/** @param {BotConfig | null} config */
export function botName(config) {
  const bot = config && botInfo(config.bot);
  if (!bot) return '';
  return isCustom(config) ? strings.customBot(bot.name) : bot.name;
}

/**
 * Chooses whose analysis is shown.
 * @param {BotConfig | null} config   null follows the game
 */
export function advise(config) {
  setDisplay({ advisor: config });
  save();
}

export function BotSelect() {
  const chosen = advisor.value;
  const usual = shownAs.value === 'plays' ? strings.botThatPlays : strings.botForHints;
  const bots = (info.value?.bots ?? []).map(
    ({ id, name }) =>
      /** @type {[string, string]} */ ([id, id === chosen?.bot ? botName(chosen) : name]),
  );
  return (
    <label class="bot-select row grow">
      <span class="dim cut">{strings.analysisBy}</span>
      <Choice
        among={[['', usual(botName(usualBot.value))], ...bots]}
        value={chosen?.bot ?? ''}
        choose={(bot) => advise(bot ? { bot, options: {} } : null)}
      />
    </label>
  );
}
