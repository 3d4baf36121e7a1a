// @ts-check
// The tree of variations as a list to read and to walk through: an ARIA tree of which one action is chosen.

import { around, make } from "../../lib/dom.js";
import { colourWord } from "../../lib/position.js";

/** @typedef {import("./variation-tree.js").Node} Node */
/** @typedef {import("./variation-tree.js").Tree} Tree */

export class TreeList {
  /**
   * Show a tree in an element; `choose` is called when a person goes to another node, with true when they do so by a key.
   *
   * @param {HTMLElement} box
   * @param {(node: Node, byKey?: boolean) => void} choose
   */
  constructor(box, choose) {
    this.box = box;
    this.choose = choose;
    /** @type {Map<Node, HTMLElement>} */
    this.items = new Map();
    /** @type {WeakMap<Element, Node>} */
    this.nodes = new WeakMap();
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Node | null} */
    this.chosen = null;
    box.setAttribute("role", "tree");
    box.addEventListener("click", (event) => {
      const node = this.nodeOf(event);
      if (node) this.choose(node);
    });
    box.addEventListener("keydown", (event) => this.keyDown(event));
  }

  /**
   * Draw a tree anew.
   *
   * @param {Tree} tree
   * @param {Node} node
   */
  show(tree, node) {
    const focused = this.box.contains(document.activeElement);
    this.tree = tree;
    this.items.clear();
    this.nodes = new WeakMap();
    this.chosen = null;
    this.box.replaceChildren();
    /** @type {{from: Node, level: number, onward?: boolean}[]} */
    const lines = [{ from: tree.root, level: 1 }];
    for (let line = lines.pop(); line; line = lines.pop()) {
      const { from, level, onward } = line;
      const row = make("div", "tree-line");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", level === 1 ? "Main line" : `Variation, level ${level - 1}`);
      row.dataset.level = String(Math.min(level, 8));
      let at = from;
      // A line that goes on below its variations begins after the action at which they part.
      if (!onward) this.append(row, tree, at, level);
      while (at.children.length) {
        const [main, ...others] = at.children;
        this.append(row, tree, main, level);
        if (others.length) {
          if (main.children.length) lines.push({ from: main, level, onward: true });
          for (const other of others.toReversed()) lines.push({ from: other, level: level + 1 });
          break;
        }
        at = main;
      }
      if (row.hasChildNodes()) this.box.append(row);
    }
    this.mark(node, focused);
  }

  /**
   * @param {HTMLElement} row
   * @param {Tree} tree
   * @param {Node} node
   * @param {number} level
   */
  append(row, tree, node, level) {
    const item = make("span", `move ${node.colour}`);
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", String(level));
    item.setAttribute("aria-selected", "false");
    item.tabIndex = -1;
    const depth = tree.line(node).length;
    if (node.parent) item.append(make("span", "move-number", `${depth}.`), make("span", `chip chip-${node.colour}`), node.action);
    else item.append("Beginning");
    const ways = node.parent ? node.parent.children.length : 1;
    item.setAttribute("aria-label", [node.parent ? `${depth}, ${colourWord(node.colour)} ${node.action}` : "Beginning",
      node.parent && ways > 1 ? `way ${node.parent.children.indexOf(node) + 1} of ${ways}` : "", node.comment].filter(Boolean).join(", "));
    row.append(item);
    if (node.comment) {
      const said = make("span", "move-comment", node.comment);
      said.setAttribute("aria-hidden", "true");
      row.append(said);
    }
    this.items.set(node, item);
    this.nodes.set(item, node);
  }

  /**
   * Mark the chosen node, and put the focus on it if it is to be there.
   *
   * @param {Node} node
   * @param {boolean} [focus]
   */
  mark(node, focus = false) {
    const before = this.chosen && this.items.get(this.chosen);
    before?.setAttribute("aria-selected", "false");
    if (before) before.tabIndex = -1;
    this.chosen = node;
    const item = this.items.get(node);
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    if (focus) item.focus({ preventScroll: true });
    // Scrolls the list alone, never the page.
    const [box, own] = [this.box.getBoundingClientRect(), item.getBoundingClientRect()];
    const said = item.nextElementSibling;
    const bottom = said?.className === "move-comment" ? said.getBoundingClientRect().bottom : own.bottom;
    if (own.top < box.top) this.box.scrollTop -= box.top - own.top + 8;
    else if (bottom > box.bottom) this.box.scrollTop += Math.min(bottom - box.bottom + 8, own.top - box.top);
  }

  /** @param {Event} event */
  nodeOf(event) {
    const item = around(event, "[role=treeitem]");
    return item ? this.nodes.get(item) : null;
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.tree || !this.chosen || !this.nodeOf(event)) return;
    const next = step(this.tree, this.chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next) this.choose(next, true);
  }
}

/**
 * Return where a key leads from a node: null for nowhere, undefined for a key that does nothing here.
 *
 * @param {Tree} tree
 * @param {Node} node
 * @param {string} key
 */
export function step(tree, node, key) {
  const ways = node.parent?.children ?? [node];
  const place = ways.indexOf(node);
  if (key === "ArrowLeft") return node.parent;
  if (key === "ArrowRight") return node.children[0] ?? null;
  if (key === "ArrowUp") return ways[place - 1] ?? null;
  if (key === "ArrowDown") return ways[place + 1] ?? null;
  if (key === "Home") return tree.root;
  if (key === "End") return tree.end(node);
  return undefined;
}
