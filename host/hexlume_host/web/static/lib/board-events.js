// @ts-check
// Input at a board: pointers and keys become calls on what has been given the view. Arrow keys walk over the cells.

import { around } from "./dom.js";
import { walks } from "./geometry.js";

const DRAG_PX = 6;

/** @typedef {{cell?: string, tray?: string}} Place a cell of the board, or a disc in a tray beside it */
/**
 * Who takes what a person does at a board.
 *
 * - `tap`: a cell is chosen by a pointer, or by Enter, Space or assistive technology (`byKey`); `tray`: likewise a tray's disc
 * - `key`: another key on a cell; returns whether it means something. `flip`: the right button on a cell
 * - `drag`: a pointer begins to drag; returns whether something is in hand. Then `drop`, on a cell or null for beside the board, or `cancel`
 * - `move`: a pointer moves, while it drags over the cell on which it would drop
 *
 * @typedef {{tap: (cell: string, byKey: boolean) => void, tray?: (piece: string, byKey: boolean) => void,
 *   key?: (cell: string, event: KeyboardEvent) => boolean, flip?: (cell: string) => void, drag?: (place: Place) => boolean,
 *   move?: (event: PointerEvent, drag: {cell: string | null} | null) => void, drop?: (cell: string | null) => void, cancel?: () => void}} Input
 */

/**
 * Listen at a view, and at the trays beside its board, until `signal` is aborted.
 * @param {import("./board-view.js").BoardView} view
 * @param {AbortSignal} signal
 */
export function listen(view, signal) {
  const area = view.root.closest(".board-area") ?? view.root;
  /** @type {(Place & {id: number, x: number, y: number, moving: boolean}) | null} */
  let press = null;

  /**
   * @template {keyof WindowEventMap} K
   * @param {EventTarget} target
   * @param {K} kind
   * @param {(event: WindowEventMap[K], input: Input) => void} act
   */
  const on = (target, kind, act) => target.addEventListener(kind, (event) => {
    if (view.input) act(/** @type {WindowEventMap[K]} */ (event), view.input);
    else press = null;
  }, { signal, passive: false });

  on(area, "pointerdown", (event) => {
    const place = placeOf(event);
    if (event.button !== 0 || press || !(place.cell || place.tray)) return;
    press = { ...place, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
    // Touch would otherwise keep sending everything to the element it began on.
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
  });
  // A finger on a disc drags the disc; elsewhere on the board it may scroll the page.
  on(area, "touchstart", (event, input) => {
    if (input.drag && event.touches.length === 1 && around(event, ".has-disc, [data-tray]")) event.preventDefault();
  });
  on(window, "pointermove", (event, input) => {
    if (press?.id === event.pointerId && !press.moving && input.drag && Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX) {
      if (input.drag(press)) press.moving = true;
      else press = null;
    }
    input.move?.(event, press?.moving && press.id === event.pointerId ? { cell: dropCell(event) } : null);
  });
  on(window, "pointerup", (event, input) => {
    if (press?.id !== event.pointerId) return;
    const { moving, cell, tray } = press;
    press = null;
    if (moving) input.drop?.(dropCell(event));
    else if (tray) input.tray?.(tray, false);
    else if (cell && (input.drag || placeOf(event).cell === cell)) input.tap(cell, false);
  });
  on(window, "pointercancel", (event, input) => {
    if (press?.id !== event.pointerId) return;
    press = null;
    input.cancel?.();
  });
  on(area, "contextmenu", (event, input) => {
    const { cell, tray } = placeOf(event);
    if (!input.flip || !(cell || tray)) return;
    event.preventDefault();
    // A long press on a touch screen arrives here too, but means a drag that has not begun yet.
    if (cell && event.button === 2 && !press) input.flip(cell);
  });
  // Assistive technology clicks without a pointer, and so do Enter and Space on a tray, which is a button.
  on(area, "click", (event, input) => {
    const { cell, tray } = placeOf(event);
    if (event.detail !== 0) return;
    if (tray) input.tray?.(tray, true);
    else if (cell) input.tap(cell, true);
  });
  view.root.addEventListener("keydown", (event) => {
    const { cell } = placeOf(event);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (walks(event.key)) view.walk(event.key);
    else if (event.repeat || !view.input) return;
    else if (event.key === "Enter" || event.key === " ") view.input.tap(cell, true);
    else if (!view.input.key?.(cell, event)) return;
    event.preventDefault();
  }, { signal });
  view.root.addEventListener("focusin", (event) => {
    const { cell } = placeOf(event);
    if (cell) view.makeReachable(cell);
  }, { signal });

  /** @param {PointerEvent} event */
  function dropCell(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under?.closest("[data-tray]") ? null : view.cellAt(event.clientX, event.clientY);
  }
}

/**
 * @param {Event} event
 * @returns {Place}
 */
function placeOf(event) {
  return { cell: around(event, "[data-cell]")?.dataset.cell, tray: around(event, "[data-tray]")?.dataset.tray };
}
