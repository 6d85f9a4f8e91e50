/** Branches of a tree that were asked for later, put where they belong. */

import type { Branch } from './api';

/** The tree with the moves of `more`, whose root stands at the branch `index`. What is there already stays; a position that is opened
 *  elsewhere is pointed to, as the server does. */
export function grafted(tree: readonly Branch[], index: number, more: readonly Branch[]): Branch[] {
  const [under, root] = [tree[index], more[0]];
  if (under === undefined || root === undefined) return [...tree];
  const grown = [...tree];
  const there = new Set(under.next.map((next) => tree[next]?.step?.move));
  const next = [...under.next];
  for (const at of root.next) {
    const branch = more[at];
    if (branch === undefined || there.has(branch.step?.move)) continue;
    const seen = tree.findIndex((other) => other.at !== null && other.at === branch.at && other.again === null);
    next.push(grown.length);
    grown.push({ ...branch, next: [], again: seen >= 0 ? seen : null, on_line: false });
  }
  grown[index] = { ...under, next, left_out: root.left_out };
  return grown;
}
