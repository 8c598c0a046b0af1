/**
 * The board of Reversi XT: its widget for the base, and a camera for maps of any size. It shows Rust's view and uses
 * `inspect` for what a move would turn or destroy; it has no rules. A click, a tap or Enter on a tile plays its move;
 * overrides need their mode, and a choice or bonus tile opens a dialog.
 */
import '../map.css';
import * as strings from '../../strings/reversi.js';
import { make } from '../../ui/dom.js';
import { FINE } from '../../ui/loupe.js';
import { makeBoard } from '../base.js';
import * as cam from '../camera.js';
import { centre, gridCells } from '../grid.js';
import { fitCamera, gridOf, makeMapView, tileUnder, unitGrid } from '../mapView.js';
import { showsScores, spokenOf } from '../thoughts.js';
import { openQuestion } from './ask.jsx';
import {
  defaults,
  isTile,
  linkText,
  makeTexts,
  readPosition,
  textAtHand,
  textOfLinks,
  turnedBetween,
  usable,
} from './boardState.js';
import { makeKeys } from './keys.js';
import { makePicture, paint, still } from './picture.js';
import { worldOf } from './scene.js';
import { makeStrip } from './strip.js';
import { portOf } from './transitions.js';

/** @typedef {import('./boardState.js').Position} Position */
/** @typedef {import('./boardState.js').BoardState} BoardState */
/** @typedef {import('./boardState.js').Target} Target */

/** The duration of turning stones, in milliseconds. */
const MOTION = 300;
/** With more stones than this, the animation would flicker. */
const MANY = 400;
/** On tiles smaller than this, in CSS pixels, a move needs a second tap. */
const FINGER = 24;

/** The part of the map that determines the layout. @param {Position} position */
const shapeOf = ({ columns, rows, start }) => `${columns} ${rows} ${start}`;

/** @type {import('../contract.js').Renderer} */
export const reversi = {
  reserve: '',
  marks: [],
  stacked: [strings.stonesLabel],
  turns: strings.turnTheBoard,
  editor: {
    label: strings.mapEditor,
    offer: strings.mapEditorDraw,
    load: () => import('./editor/editor.jsx'),
  },
  mount,
  still,
};

/** @type {import('../contract.js').Renderer['mount']} */
function mount(parent, _reserve, host) {
  const whole = make('div', { class: 'map-board over-rest' });
  const box = make('div', { class: 'board-canvas map-view anchor' });
  const over = make('div', { class: 'map-over' });
  whole.append(box);
  parent.append(whole);

  return makeBoard(parent, host, (base) => {
    const s = /** @type {BoardState} */ (Object.assign(base.s, defaults()));
    const { inspect, canvas, mayAct, point, refresh, request } = base;
    /** @type {HTMLDialogElement | null} */
    let open = null;
    box.append(canvas, over);
    const map = makeMapView(s.camera, over, request, () => showStrip());
    const picture = makePicture(s, base);
    const texts = makeTexts(inspect);
    const strip = makeStrip(whole, {
      override: () => setOverriding(!s.overriding),
      zoom: (way) => map.zoomBy(way),
    });

    /** @param {boolean} on */
    function setOverriding(on) {
      const some = s.view?.targets.some((one) => one.kind === 'override');
      s.overriding = on && !!some && mayAct();
      if (on && !s.overriding) s.answer = strings.noOverrideIsLegalHere;
      if (s.overriding) host.say(strings.overridesAreOnChoose);
      else host.say(on ? s.answer : strings.overridesAreOff);
      picture.layer.spoil();
      refresh();
    }

    /** @param {string} text */
    function notify(text) {
      s.answer = text;
      host.say(text);
      refresh();
    }

    /** @param {number} tile */
    function play(tile) {
      const { view } = s;
      if (!view || !mayAct()) return;
      const target = view.targetAt.get(tile);
      if (!target) {
        if (isTile(view, tile)) notify(strings.noMoveGoesThere(texts.of(view, tile)));
      } else if (target.kind === 'override' && !s.overriding) {
        notify(strings.isOccupiedPressOverrideO(view.labels[tile]));
      } else if (target.asks) question(view, target);
      else send(target.moves[0].move);
    }

    /** @param {string} move */
    function send(move) {
      s.overriding = false;
      s.aimed = null;
      host.play(move);
    }

    /** @param {Position} view @param {Target} target */
    function question(view, target) {
      if (open) return;
      // One answer per player, in order.
      const seats = target.asks === 'choice' && target.moves.length === view.players;
      open = openQuestion(
        whole,
        target,
        view.labels[target.tile],
        seats ? view.stones : null,
        (move) => {
          open = null;
          if (s.cursor !== null) base.focus(s.cursor);
          if (move && s.view === view) send(move);
        },
      );
    }

    /** @param {number | null} tile */
    function aim(tile) {
      s.aimed = tile;
      s.answer = '';
      point(tile);
      refresh();
    }

    /** Transitions whose port is near a point outside all tiles. @param {cam.CanvasPoint | null} at */
    function portsNear(at) {
      if (!s.view || !at) return [];
      const tile = tileAt(at);
      if (tile !== null && s.view.tiles[tile] !== '-') return [];
      const { x, y } = cam.toWorld(s.camera, at.x, at.y);
      const { view } = s;
      const near = (/** @type {import('./transitions.js').Border} */ end) => {
        const port = portOf(end, view);
        return Math.hypot(port.x - x, port.y - y) < 0.42;
      };
      return view.transitions.filter(({ ends }) => ends.some(near)).map(({ id }) => id);
    }

    /** The tile at a point; null on a ruler. @param {cam.CanvasPoint} at */
    const tileAt = (at) => s.view && tileUnder(s.camera, s.view, at);

    /** Rotates the content with the board. @param {Position} view */
    function lie(view) {
      const turned = s.model?.turned ?? 0;
      if (view.turned === turned) return;
      view.turned = turned;
      view.links = textOfLinks(view);
    }

    function showStrip() {
      if (!s.view) return;
      const overrides = s.view.targets.filter((one) => one.kind === 'override').length;
      strip.update({
        view: s.view,
        colours: s.colours,
        overriding: s.overriding,
        overrides: mayAct() ? overrides : 0,
        text: textAtHand(s, texts, inspect, mayAct()),
        zooms: cam.fitCell(s.camera) < 34,
        whole: s.camera.whole,
      });
    }

    return {
      element: box,
      fills: true,
      whole,
      over,
      camera: s.camera,
      read: readPosition,
      shape: (view, { turned }) => `${shapeOf(view)} ${turned}`,
      fit(_room, view) {
        lie(view);
        const size = fitCamera(s.camera, box, worldOf(view));
        picture.layer.spoil();
        map.place();
        return size;
      },
      where: ({ tile }) => tile,
      // A choice or bonus is written after the tile.
      placeOfMove(move, { names }) {
        const tile = names.indexOf(move.split('=')[0]);
        return tile < 0 ? null : tile;
      },
      spot(tile) {
        const grid = gridOf(s.camera, /** @type {Position} */ (s.view));
        return { ...centre(grid, tile), size: grid.cell };
      },
      motion({ old }) {
        const tiles = s.view?.tiles ?? '';
        if (old?.tiles.length !== tiles.length) return 0;
        s.before = old.tiles;
        const changes = [...tiles].filter((letter, tile) => letter !== s.before[tile]).length;
        return changes > MANY ? 0 : MOTION;
      },
      playable: (tile) => mayAct() && !!usable(s, tile),
      placeAt: tileAt,
      activate: play,
      tap(tile, at) {
        if (at.touch) {
          // On small tiles, and for special moves, the first tap previews and the second plays.
          const target = usable(s, tile);
          const asks = target && (target.kind !== 'stone' || s.camera.cell < FINGER);
          if (asks && s.aimed !== tile) return aim(tile);
          if (target) s.aimed = null;
          else aim(tile);
        }
        if (tile !== null) play(tile);
      },
      pointed(tile, keyed) {
        s.answer = '';
        if (tile !== null && keyed && s.view) map.reveal(s.view, tile);
        else if (tile !== null) s.aimed = null;
        showStrip();
      },
      pointer: {
        moved: map.dragged,
        hover(at) {
          const near = portsNear(at);
          if (near.join() !== s.near.join()) {
            s.near = near;
            request();
          }
          base.hover(at && tileAt(at));
        },
        // A long press previews a move. Where tiles are too small to hit it aims through the loupe, and its release
        // is a tap.
        hold: {
          begin: (at) => aim(tileAt(at)),
          move(at) {
            const tile = tileAt(at);
            if (s.camera.cell < FINE && tile !== s.aimed) aim(tile);
          },
          end(at) {
            const tile = at && s.camera.cell < FINE ? tileAt(at) : null;
            if (usable(s, tile)) play(/** @type {number} */ (tile));
          },
        },
      },
      key: makeKeys(s, { focus: base.focus, map, notify, refresh, setOverriding }),
      cells() {
        const { view, model } = s;
        if (!view || !model) return [];
        const thought = showsScores(model) ? model.thought : null;
        const labels = texts.all(view).map((text, tile) => {
          const i = s.candidates.get(tile);
          const spoken = thought && i !== undefined ? spokenOf(thought, i) : '';
          return text && text + linkText(view, tile) + (spoken && `, ${spoken}`);
        });
        return gridCells(unitGrid(view), labels, (tile) => view.targetAt.has(tile));
      },
      changed({ before, old, moved, stepped }) {
        const { model, view } = s;
        if (!model || !view) return;
        if (moved) {
          s.answer = '';
          s.overriding = false;
          s.justTurned = stepped && old ? turnedBetween(old.tiles, view) : [];
          open?.close();
        }
        if (before?.actor !== model.actor && model.actor === null) s.overriding = false;
        lie(view);
        if (!old || shapeOf(old) !== shapeOf(view) || before?.turned !== model.turned) {
          map.size(view);
          s.camera.whole = true;
          // On a phone the panel fits the map's height.
          const { left, top, right, bottom } = worldOf(view);
          const shape = Math.max(0.5, Math.min(1.15, (bottom - top) / (right - left)));
          box.style.setProperty('--shape', shape.toFixed(3));
        }
        const overlaid = model.overlay !== 'off' && before?.thought !== model.thought;
        const other = before?.actor !== model.actor || before.overlay !== model.overlay;
        if (moved || overlaid || other) picture.layer.spoil();
      },
      refreshed: showStrip,
      repaint() {
        picture.layer.spoil();
        strip.repaint();
        refresh();
      },
      paint(ctx, elapsed, view, model) {
        // Touch scrolls the page or moves the board.
        canvas.dataset.held = String(!s.camera.whole);
        paint(picture, ctx, elapsed / MOTION, view, model, map.moving);
      },
      destroy() {
        open?.close();
        map.destroy();
      },
    };
  });
}
