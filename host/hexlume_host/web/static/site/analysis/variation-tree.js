// @ts-check
// A tree of variations: what follows what, nothing about rules. The server says which actions are legal.

const MOST_NODES = 5000; // as the server reads

/** @typedef {{action: string, colour: string, comment: string, parent: Node | null, children: Node[]}} Node the root alone has no parent */
/** @typedef {{after: number | null, action: string, colour: string, comment?: string}} WrittenNode */
/** @typedef {{comment?: string, nodes: WrittenNode[]}} Variations a tree as a record has it: nodes say which other they follow */

export class Tree {
  /** Begin with no action. */
  constructor() {
    /** @type {Node} */
    this.root = { action: "", colour: "", comment: "", parent: null, children: [] };
    this.count = 0;
  }

  /** Return the tree that the member `variations` of a record holds. Its form was checked by the server. @param {Variations} variations */
  static read({ comment = "", nodes }) {
    const tree = new Tree();
    tree.root.comment = comment;
    /** @type {Node[]} */
    const made = [];
    for (const { after, action, colour, comment: said = "" } of nodes) {
      const node = tree.add(after === null ? tree.root : made[after], action, colour);
      if (!node) break;
      node.comment = said;
      made.push(node);
    }
    return tree;
  }

  /** Return the member `variations` of a record. */
  written() {
    /** @type {Map<Node, number>} */
    const numbers = new Map();
    /** @type {WrittenNode[]} */
    const nodes = [];
    for (const node of this.walk()) {
      if (!node.parent) continue;
      /** @type {WrittenNode} */
      const one = { after: numbers.get(node.parent) ?? null, action: node.action, colour: node.colour };
      if (node.comment) one.comment = node.comment;
      numbers.set(node, nodes.length);
      nodes.push(one);
    }
    return { comment: this.root.comment, nodes };
  }

  /**
   * Return the node of an action after a node: the one that is there, else a new one; null when the tree is full.
   * @param {Node} node
   * @param {string} action
   * @param {string} colour
   */
  add(node, action, colour) {
    const there = node.children.find((child) => child.action === action);
    if (there) return there;
    if (this.count >= MOST_NODES) return null;
    /** @type {Node} */
    const child = { action, colour, comment: "", parent: node, children: [] };
    node.children.push(child);
    this.count += 1;
    return child;
  }

  /** Add what another tree has and this one has not; comments that are here stay. @param {Tree} other */
  join(other) {
    /** @type {[Node, Node][]} */
    const pairs = [[this.root, other.root]];
    for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
      const [mine, theirs] = pair;
      if (!mine.comment) mine.comment = theirs.comment;
      for (const child of theirs.children) {
        const own = this.add(mine, child.action, child.colour);
        if (own) pairs.push([own, child]);
      }
    }
  }

  /** Make a node the one that its parent goes on with; the root stays. @param {Node} node */
  promote(node) {
    if (!node.parent) return;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    children.unshift(node);
  }

  /** Take a node and all after it out; return what puts it back. The root stays. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return () => false;
    const place = parent.children.indexOf(node);
    parent.children.splice(place, 1);
    const gone = [...this.walk(node)].length;
    this.count -= gone;
    return () => {
      if (this.count + gone > MOST_NODES || parent.children.some((child) => child.action === node.action)) return false;
      parent.children.splice(Math.min(place, parent.children.length), 0, node);
      this.count += gone;
      return true;
    };
  }

  /** Yield a node and all after it, each before its children. @returns {Generator<Node, void>} */
  *walk(from = this.root) {
    const left = [from];
    for (let node = left.pop(); node; node = left.pop()) {
      yield node;
      for (let at = node.children.length - 1; at >= 0; at -= 1) left.push(node.children[at]);
    }
  }

  /** Return the nodes from the beginning to a node, the root left out. @param {Node} node */
  line(node) {
    /** @type {Node[]} */
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** Return the number of a node in the order of `walk`; the root is 0. @param {Node} node */
  number(node) {
    return [...this.walk()].indexOf(node);
  }

  /** Return the node of a number, the root where there is none. @param {number} number */
  at(number) {
    return [...this.walk()][number] ?? this.root;
  }

  /** Return the last node of a node's main line. */
  end(node = this.root) {
    let at = node;
    while (at.children.length) at = at.children[0];
    return at;
  }
}
