import { tablesOf } from '../syntax/query-tree.ts';
import type { TableNode } from '../syntax/tree.ts';
import type { Placed } from './program.ts';

/**
 * Tables in an order in which each comes after those it reads. Tables that are made from themselves are reported once
 * per circle and left out; what reads them is kept.
 */
export function orderTables(tables: readonly Placed<TableNode>[]): Placed<TableNode>[] {
  const byName = new Map<string, Placed<TableNode>>();
  for (const placed of tables) if (!byName.has(placed.node.name.text)) byName.set(placed.node.name.text, placed);
  const state = new Map<string, 'open' | 'done'>();
  const ordered: Placed<TableNode>[] = [];
  const circular = new Set<string>();

  for (const start of byName.keys()) {
    // A stack of our own: a chain of thousands of tables is legal.
    const stack: { name: string; inputs: string[] }[] = [];
    const push = (name: string): void => {
      const placed = byName.get(name);
      state.set(name, 'open');
      stack.push({
        name,
        inputs: placed
          ? tablesOf(placed.node.query)
              .map((each) => each.text)
              .reverse()
          : [],
      });
    };
    if (!state.has(start)) push(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const input = top.inputs.pop();
      if (input === undefined) {
        stack.pop();
        state.set(top.name, 'done');
        const placed = byName.get(top.name);
        if (placed && !circular.has(top.name)) ordered.push(placed);
      } else if (state.get(input) === 'open') {
        const circle = stack.slice(stack.findIndex((each) => each.name === input)).map((each) => each.name);
        if (!circle.some((name) => circular.has(name))) reportCircle(circle, byName);
        for (const name of circle) circular.add(name);
      } else if (!state.has(input) && byName.has(input)) push(input);
    }
  }
  return ordered;
}

function reportCircle(circle: readonly string[], byName: ReadonlyMap<string, Placed<TableNode>>): void {
  const [first = ''] = circle;
  const placed = byName.get(first);
  placed?.report('SBS2006', placed.node.name, { name: first, path: [...circle, first].join(' reads ') });
}
