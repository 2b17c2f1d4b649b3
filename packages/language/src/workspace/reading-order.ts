import type { Entry } from './entry.ts';
import type { TableGraph } from './table-graph.ts';

type Step = { readonly entry: Entry; next: number };

/** Some entries and all that read them, directly or not, each after those that it reads. */
export function inReadingOrder(entries: Iterable<Entry>, graph: TableGraph): Entry[] {
  const affected = new Set(entries);
  for (const entry of affected) {
    for (const { text } of entry.names) {
      const found = graph.find(text);
      if (found?.winner?.entry === entry) for (const reader of found.readers) affected.add(reader);
    }
  }
  return sorted(affected, graph);
}

/** Entries in an order in which each comes after those of them that it reads. Circles are cut somewhere. */
export function sorted(entries: ReadonlySet<Entry>, graph: TableGraph): Entry[] {
  const ordered: Entry[] = [];
  const seen = new Set<Entry>();
  // A stack of our own: a chain of thousands of tables is legal.
  const path: Step[] = [];
  const enter = (entry: Entry | undefined): void => {
    if (!entry || seen.has(entry) || !entries.has(entry)) return;
    seen.add(entry);
    path.push({ entry, next: 0 });
  };
  for (const start of entries) {
    enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const input = top.entry.inputs[top.next];
      top.next += 1;
      if (input !== undefined) enter(graph.find(input)?.winner?.entry);
      else {
        path.pop();
        ordered.push(top.entry);
      }
    }
  }
  return ordered;
}
