// A game with its variations. It knows the order of moves and no rules: whether they are legal is the server's to say.
//
// As text, a variation stands in brackets after the move that it replaces: f5d6(f6e6)c3 has d6 in its main line and f6
// beside it.

export class Node {
  constructor(parent, square) {
    this.parent = parent;
    this.square = square;
    this.children = [];
    this.comment = "";
  }

  /** The moves that lead here. */
  get moves() {
    let text = "";
    for (let node = this; node.parent; node = node.parent) text = node.square + text;
    return text;
  }

  /** How many discs were placed to come here. */
  get number() {
    let count = 0;
    for (let node = this; node.parent; node = node.parent) count += 1;
    return count;
  }

  /** Whether every move that leads here is the first of its kind. */
  get isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** Where the main line after this move ends. */
  get end() {
    let node = this;
    while (node.children.length > 0) [node] = node.children;
    return node;
  }

  /** The nodes from the start to this one. */
  get path() {
    const path = [];
    for (let node = this; node; node = node.parent) path.unshift(node);
    return path;
  }
}

export class Tree {
  constructor(start = null) {
    this.start = start;
    this.root = new Node(null, "");
  }

  /** The move to a square after another one: the one that is there, or a new one. */
  add(node, square) {
    const known = node.children.find((child) => child.square === square);
    if (known) return known;
    const child = new Node(node, square);
    node.children.push(child);
    return child;
  }

  /** The node after some moves, as far as they are in the tree. */
  find(moves) {
    let node = this.root;
    for (const square of moves.match(/../g) ?? []) {
      const next = node.children.find((child) => child.square === square);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** Takes a move and all that follows it out of the tree. */
  remove(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** Makes the line through a move the main one, from the nearest fork on. */
  promote(node) {
    let fork = node;
    while (fork.parent && fork.parent.children[0] === fork) fork = fork.parent;
    if (!fork.parent) return;
    fork.parent.children = [fork, ...fork.parent.children.filter((child) => child !== fork)];
  }

  /** All nodes, each before what follows it, the main line first. */
  nodes() {
    const all = [];
    const walk = (node) => {
      const line = [];
      for (let at = node; at; [at] = at.children) line.push(at);
      all.push(...line);
      for (const at of line) at.children.slice(1).forEach(walk);
    };
    walk(this.root);
    return all;
  }

  toText() {
    const rest = ({ children: [main, ...others] }) => (main
      ? main.square + others.map((other) => `(${other.square}${rest(other)})`).join("") + rest(main)
      : "");
    return rest(this.root);
  }

  static fromText(text, start = null) {
    const tree = new Tree(start);
    const forks = [];
    let node = tree.root;
    for (const part of text.toLowerCase().match(/[a-h][1-8]|[()]/g) ?? []) {
      if (part === "(") {
        forks.push(node);
        node = node.parent ?? node;
      } else if (part === ")") {
        node = forks.pop() ?? node;
      } else {
        node = tree.add(node, part);
      }
    }
    return tree;
  }

  /** The remarks as an address has them: the number of the node in the order of `nodes`, a point, and the words. */
  get remarks() {
    return this.nodes().flatMap(({ comment }, number) => (comment ? [`${number}.${comment}`] : []));
  }

  /** Takes remarks from an address; those on moves that are not there are left out. */
  set remarks(remarks) {
    const nodes = this.nodes();
    for (const remark of remarks) {
      const [, number, words] = remark.match(/^(\d+)\.(.+)$/s) ?? [];
      if (nodes[number]) nodes[number].comment = words;
    }
  }

  /** As the server has it: a list of moves, each after one that stands before it. */
  toList() {
    const nodes = this.nodes().slice(1);
    const numbers = new Map([[this.root, 0], ...nodes.map((node, index) => [node, index + 1])]);
    const moves = nodes.map(({ parent, square, comment }) => ({
      after: numbers.get(parent),
      square,
      ...(comment ? { comment } : {}),
    }));
    return { ...(this.start ? { start: this.start } : {}), moves, comment: this.root.comment };
  }

  static fromList({ start = null, moves, comment = "" }) {
    const tree = new Tree(start ?? null);
    tree.root.comment = comment;
    const nodes = [tree.root];
    for (const { after, square, comment: remark = "" } of moves) {
      const node = tree.add(nodes[after] ?? tree.root, square);
      node.comment = remark;
      nodes.push(node);
    }
    return tree;
  }
}
