import { sharpContext } from '../../ui/canvas.js';
import { makeCanvas } from '../../ui/dom.js';
import { drawHouses, drawIsland } from './draw.js';

/** A canvas over the page, for an island that is dragged between Reedbed and Lake. @param {import('./index.js').BoardState} s */
export function makeFloat(s) {
  const float = makeCanvas('float');
  float.hidden = true;
  document.body.append(float);
  /** The key of the painted content. */
  let floating = '';

  /** @param {boolean} dragged @param {{ clientX: number, clientY: number }} at   the pointer's position on the screen */
  function paint(dragged, at) {
    const { held } = s;
    const island = s.view?.islands.find((one) => one.id === held?.island);
    float.hidden = !held || !dragged || !island || !!held.corner;
    if (float.hidden || !held || !island) return;
    const { cell } = s.lake;
    const { width, height, shape } = held.answer;
    const key = `${held.island}/${held.turn}/${cell}/${island.houses}`;
    const pad = cell * 0.1;
    if (floating !== key) {
      floating = key;
      const [w, h] = [width * cell + 2 * pad, height * cell + 2 * pad];
      const ctx = sharpContext(float, w, h);
      float.style.width = `${w}px`;
      float.style.height = `${h}px`;
      ctx.clearRect(0, 0, w, h);
      const on = { ctx, colours: s.colours, place: { x: pad, y: pad, cell } };
      drawIsland(on, shape);
      drawHouses(on, island.houses, shape);
    }
    const x = at.clientX - held.grab[0] * cell - pad;
    const y = at.clientY - held.grab[1] * cell - pad;
    float.style.transform = `translate(${x}px, ${y}px)`;
  }

  return { paint, remove: () => float.remove() };
}
