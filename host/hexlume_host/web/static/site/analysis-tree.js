// @ts-check
// A tree of variations: what follows what, nothing about rules. The server says which actions are legal.

const MOST_NODES = 5000; // as the server reads

export class Tree {
  /** Begin with no action. A node is {action, colour, comment, parent, children}; the root has no parent. */
  constructor() {
    this.root = { action: "", colour: "", comment: "", parent: null, children: [] };
    this.count = 0;
  }

  /** Return the tree that the member `variations` of a record tells. Its form was checked by the server. */
  static read({ comment = "", nodes }) {
    const tree = new Tree();
    tree.root.comment = comment;
    const made = [];
    for (const { after, action, colour, comment: said = "" } of nodes) {
      const node = tree.add(after === null ? tree.root : made[after], action, colour);
      node.comment = said;
      made.push(node);
    }
    return tree;
  }

  /** Return the member `variations`: every node with the number of the one it follows. */
  written() {
    const numbers = new Map();
    const nodes = [];
    for (const node of this.walk()) {
      if (!node.parent) continue;
      const one = { after: numbers.get(node.parent) ?? null, action: node.action, colour: node.colour };
      if (node.comment) one.comment = node.comment;
      numbers.set(node, nodes.length);
      nodes.push(one);
    }
    return { comment: this.root.comment, nodes };
  }

  /** Return the node of an action after a node: the one that is there, else a new one; null when the tree is full. */
  add(node, action, colour) {
    const there = node.children.find((child) => child.action === action);
    if (there) return there;
    if (this.count >= MOST_NODES) return null;
    const child = { action, colour, comment: "", parent: node, children: [] };
    node.children.push(child);
    this.count += 1;
    return child;
  }

  /** Add what another tree has and this one has not; comments that are here stay. Return whether anything was new. */
  join(other) {
    const before = this.count;
    const pairs = [[this.root, other.root]];
    while (pairs.length) {
      const [mine, theirs] = pairs.pop();
      if (!mine.comment) mine.comment = theirs.comment;
      for (const child of theirs.children) {
        const own = this.add(mine, child.action, child.colour);
        if (own) pairs.push([own, child]);
      }
    }
    return this.count > before;
  }

  /** Make a node the one that its parent goes on with. */
  promote(node) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    children.unshift(node);
  }

  /** Take a node and all after it out; return what puts it back. */
  remove(node) {
    const { parent } = node;
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

  /** Yield a node and all after it, each before its children. */
  *walk(from = this.root) {
    const left = [from];
    while (left.length) {
      const node = left.pop();
      yield node;
      for (let at = node.children.length - 1; at >= 0; at -= 1) left.push(node.children[at]);
    }
  }

  /** Return the nodes from the beginning to a node, the root left out. */
  line(node) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** Return the number of a node in the order of `walk`, and the node of a number; the root is 0. */
  number(node) {
    return [...this.walk()].indexOf(node);
  }

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
