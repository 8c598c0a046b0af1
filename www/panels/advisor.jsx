/** Whose thinking is shown: by itself the bot at hand, or one that is chosen. */
import { save } from '../app/saving.js';
import { shownAs, usualBot } from '../app/shown.js';
import { advisor, botInfo, info } from '../app/store.js';

/** @typedef {import('../app/types.js').BotConfig} BotConfig */

/**
 * Whether a bot's options differ from what it comes with.
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
  return bot ? `${bot.name}${isCustom(config) ? ' (custom)' : ''}` : '';
}

/**
 * Chooses whose thinking is shown.
 * @param {BotConfig | null} config   null follows the game
 */
export function advise(config) {
  advisor.value = config;
  save();
}

export function BotSelect() {
  const chosen = advisor.value;
  return (
    <label class="bot-select row grow">
      <span class="dim cut">Analysis by</span>
      <select
        value={chosen?.bot ?? ''}
        onChange={(event) => {
          const bot = event.currentTarget.value;
          advise(bot ? { bot, options: {} } : null);
        }}
      >
        <option value="">
          {botName(usualBot.value)} {shownAs.value === 'plays' ? '(playing)' : '(hints)'}
        </option>
        {info.value?.bots.map((bot) => (
          <option key={bot.id} value={bot.id}>
            {bot.id === chosen?.bot ? botName(chosen) : bot.name}
          </option>
        ))}
      </select>
    </label>
  );
}
