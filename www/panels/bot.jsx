/**
 * Details of a bot: description, source, and weights as sliders with numbers. A changed weight makes it
 * custom and updates the analysis at once; a seat can use the same weights.
 */
import { setSeat } from '../app/game.js';
import { goToArena } from '../app/screens.js';
import { shownBot } from '../app/shownBot.js';
import { botInfo, notify, state } from '../app/store.js';
import * as strings from '../strings/analyse.js';
import { Swatch } from '../ui/mark.jsx';
import { Button } from '../ui/parts.jsx';
import { advise, BotSelect, botName, isCustom } from './advisor.jsx';
import { BotSettings } from './parts.jsx';
import { WeightNumber, WeightSlider } from './weight.jsx';

/** @typedef {import('../app/types.js').NumberOption} NumberOption */
/** @typedef {import('../app/types.js').BotConfig} BotConfig */

export function BotPanel() {
  const config = shownBot.value;
  const bot = config && botInfo(config.bot);
  if (!config || !bot) return null;
  const custom = isCustom(config);
  const weights = bot.options.filter((o) => o.type === 'number');
  // The number of lines is a display setting, shown with the list.
  const rest = bot.options.filter((o) => o.type !== 'number' && o.key !== 'lines');
  return (
    <>
      <div class="advisor row rigid">
        <BotSelect />
      </div>
      <h3 class="title">
        {bot.name} {custom && <span class="badge">{strings.custom}</span>}
      </h3>
      <p class="about">{bot.about}</p>
      {bot.source && <p class="fine">{strings.source(bot.source)}</p>}
      {weights.length > 0 && <h2>{strings.weights}</h2>}
      {weights.map((option) => (
        <Weight
          key={option.key}
          option={option}
          term={bot.terms.findIndex((term) => term.key === option.key)}
        />
      ))}
      <BotSettings bot={bot} config={config} set={advise} options={rest} />
      {bot.options.length === 0 && <p class="quiet">{strings.thisBotHasNothing}</p>}
      <div class="row wrap g3">
        {state.value?.seats.map(({ name }, seat) => (
          <Button label={strings.playAs(name)} key={name} act={() => give(seat, name, config)} />
        ))}
        <Button
          label={strings.reset}
          disabled={!custom}
          act={() =>
            advise({
              bot: config.bot,
              options: {},
              ...(config.budget && { budget: config.budget }),
            })
          }
        />
        <Button
          label={strings.addToATournament}
          title={strings.seeHowItDoesAgainst}
          act={() => {
            goToArena({ game: state.value?.game ?? '', bot: config });
          }}
        />
      </div>
    </>
  );
}

/** @param {number} seat @param {string} name @param {BotConfig} config */
function give(seat, name, config) {
  setSeat(seat, config);
  notify(strings.playsFromNowOn(botName(config), name));
  if (!state.value?.seats.some((one) => 'human' in one.config)) {
    notify(strings.allSeatsAreBotsNow);
  }
}

/** @param {{ option: NumberOption, term: number }} props */
function Weight({ option, term }) {
  const id = `weight-${option.key}`;
  return (
    <div class="weight" title={option.about}>
      <label for={id}>
        {term >= 0 && <Swatch term={term} />} {option.label}
      </label>
      <WeightSlider option={option} id={id} />
      <WeightNumber option={option} />
      <small>{option.about}</small>
    </div>
  );
}
