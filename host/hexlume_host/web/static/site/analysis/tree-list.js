// @ts-check
// The tree of variations as a list to read and to walk through: an ARIA tree of which one action is chosen.

import { reveal } from "../../lib/dom.js";
import { html, render } from "../../vendor/lit-html.js";

/** @typedef {import("./variation-tree.js").Node} Node */
/** @typedef {import("./variation-tree.js").Tree} Tree */

export class TreeList {
  /**
   * Show a tree in an element; `choose` is called when a person goes to another node, with true when they do so by a key.
   * @param {HTMLElement} box
   * @param {(node: Node, byKey?: boolean) => void} choose
   */
  constructor(box, choose) {
    this.box = box;
    this.choose = choose;
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Node | null} */
    this.chosen = null;
    box.setAttribute("role", "tree");
    box.addEventListener("keydown", (event) => this.keyDown(event));
  }

  /**
   * Show a tree with one node chosen, and put the focus on that if it is to be there.
   * @param {Tree} tree
   * @param {Node} node
   * @param {boolean} [focus]
   */
  show(tree, node, focus = this.box.contains(document.activeElement)) {
    this.tree = tree;
    this.chosen = node;
    render(linesOf(tree).map(({ level, nodes, depth }) => html`<div class="tree-line" role="group" data-level=${Math.min(level, 8)}
      aria-label=${level === 1 ? "Main line" : `Variation, level ${level - 1}`}>${nodes.map((one, k) => this.item(one, level, depth + k))}</div>`), this.box);
    const item = this.box.querySelector("[aria-selected=true]");
    if (!(item instanceof HTMLElement)) return;
    if (focus) item.focus({ preventScroll: true });
    const said = item.nextElementSibling;
    if (said?.className === "move-comment") reveal(this.box, said);
    reveal(this.box, item);
  }

  /**
   * @param {Node} node
   * @param {number} level
   * @param {number} depth
   */
  item(node, level, depth) {
    const { parent, colour, action, comment } = node;
    const ways = parent?.children ?? [];
    const label = [parent ? `${depth}, ${colour} ${action}` : "Beginning", ways.length > 1 ? `way ${ways.indexOf(node) + 1} of ${ways.length}` : "", comment];
    const isChosen = node === this.chosen;
    return html`<span class="move ${colour}" role="treeitem" aria-level=${level} aria-selected=${isChosen} tabindex=${isChosen ? 0 : -1}
      aria-label=${label.filter(Boolean).join(", ")} @click=${() => this.choose(node)}>${parent
      ? html`<span class="move-number">${depth}.</span><span class="chip chip-${colour}"></span>${action}` : "Beginning"}</span>${comment
      ? html`<span class="move-comment" aria-hidden="true">${comment}</span>` : ""}`;
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.tree || !this.chosen) return;
    const next = step(this.tree, this.chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next) this.choose(next, true);
  }
}

/**
 * Return a tree's lines, each with the depth of its first node: the main one, and below the action at which they part the variations, each before what it goes on with.
 * @param {Tree} tree
 */
function linesOf(tree) {
  /** @type {{level: number, nodes: Node[], depth: number}[]} */
  const lines = [];
  /** @type {{nodes: Node[], at: Node, level: number, depth: number}[]} */
  const left = [{ nodes: [tree.root], at: tree.root, level: 1, depth: 0 }];
  for (let line = left.pop(); line; line = left.pop()) {
    const { nodes, level, depth } = line;
    let { at } = line;
    while (at.children.length) {
      const [main, ...others] = at.children;
      nodes.push(main);
      if (others.length) {
        const next = depth + nodes.length;
        // It goes on below its variations.
        if (main.children.length) left.push({ nodes: [], at: main, level, depth: next });
        left.push(...others.toReversed().map((other) => ({ nodes: [other], at: other, level: level + 1, depth: next - 1 })));
        break;
      }
      at = main;
    }
    lines.push({ level, nodes, depth });
  }
  return lines;
}

/**
 * Return where a key leads from a node: null for nowhere, undefined for a key that does nothing here.
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
