import type { Entry } from './entry.ts';

type Step = { readonly entry: Entry; next: number };

/** Some entries and all that read them, directly or not, each after those that it reads. */
export function inReadingOrder(entries: Iterable<Entry>): Entry[] {
  const affected = new Set(entries);
  for (const entry of affected) {
    for (const name of entry.brings)
      if (name.winner?.entry === entry) for (const reader of name.readers) affected.add(reader);
  }
  // Entries of one file stay together where possible, because only a few files keep their syntax.
  return sorted(new Set([...Map.groupBy(affected, (entry) => entry.unit).values()].flat()));
}

/** Entries in an order in which each comes after those of them that it reads. Cycles are broken at some entry. */
export function sorted(entries: ReadonlySet<Entry>): Entry[] {
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
      const input = top.entry.reads[top.next];
      top.next += 1;
      if (input) enter(input.winner?.entry);
      else {
        path.pop();
        ordered.push(top.entry);
      }
    }
  }
  return ordered;
}
