import { collector, type Diagnostic } from '../diagnostics/messages.ts';
import type { Entry } from './entry.ts';

type Visit = { readonly entry: Entry; readonly below: readonly Entry[]; next: number; low: number; order: number };

/**
 * The cycles among declarations that can be reached from `starts`: sets in which each depends on all others. One that reads
 * itself is a cycle, too. (Tarjan's strongly connected components, with a stack of its own: a chain of thousands is legal.)
 */
export function findCycles(starts: Iterable<Entry>, belowOf: (entry: Entry) => readonly Entry[]): Entry[][] {
  const visits = new Map<Entry, Visit>();
  const open: Visit[] = [];
  const path: Visit[] = [];
  const isOpen = new Set<Entry>();
  const cycles: Entry[][] = [];
  const enter = (entry: Entry): void => {
    const visit = { entry, below: belowOf(entry), next: 0, low: visits.size, order: visits.size };
    visits.set(entry, visit);
    open.push(visit);
    isOpen.add(entry);
    path.push(visit);
  };
  const leave = (visit: Visit): void => {
    path.pop();
    const above = path.at(-1);
    if (above && visit.low < above.low) above.low = visit.low;
    if (visit.low !== visit.order) return;
    const members = open.splice(open.lastIndexOf(visit)).map((each) => each.entry);
    for (const member of members) isOpen.delete(member);
    if (members.length > 1 || visit.below.includes(visit.entry)) cycles.push(members);
  };
  for (const start of starts) {
    if (!visits.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const below = top.below[top.next];
      top.next += 1;
      if (below === undefined) {
        leave(top);
        continue;
      }
      const visited = visits.get(below);
      if (!visited) enter(below);
      else if (isOpen.has(below) && visited.order < top.low) top.low = visited.order;
    }
  }
  return cycles;
}

/** The first of a cycle's members in the order of files, and the shortest way from it to itself. */
export function shortestCycle(cycle: readonly Entry[], belowOf: (entry: Entry) => readonly Entry[]): Entry[] {
  const [first, ...others] = cycle;
  if (!first) return [];
  const start = others.reduce((best, each) => (each.isBefore(best) ? each : best), first);
  const members = new Set(cycle);
  const cameFrom = new Map<Entry, Entry>();
  const queue = [start];
  for (const entry of queue) {
    for (const below of belowOf(entry)) {
      if (below === start) {
        const way = [entry];
        for (let each = cameFrom.get(entry); each; each = cameFrom.get(each)) way.push(each);
        return way.reverse();
      }
      if (!members.has(below) || cameFrom.has(below)) continue;
      cameFrom.set(below, entry);
      queue.push(below);
    }
  }
  return [start];
}

/** A long way is shown by its beginning. */
const MAX_CYCLE_SHOWN = 8;

/** The message about a cycle, at the name of its first declaration. */
export function cycleDiagnostics(first: Entry, others: readonly Entry[]): Diagnostic[] {
  const [name] = first.names;
  if (!name) return [];
  const diagnostics: Diagnostic[] = [];
  const names = others.slice(0, MAX_CYCLE_SHOWN).flatMap((each) => each.names[0]?.text ?? []);
  const path = [name.text, ...names, ...(others.length > MAX_CYCLE_SHOWN ? ['…'] : []), name.text].join(' reads ');
  collector(first.start, diagnostics)('SBS2006', name, { name: name.text, path });
  return diagnostics;
}
