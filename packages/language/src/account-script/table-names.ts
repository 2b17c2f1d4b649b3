import { LONGEST_COMPARED, reachOf } from '@switchboard/model/text/closest-name';
import { distance, leastDistance, lettersOf } from '@switchboard/model/text/edit-distance';
import type { Suggestion } from '../check/program.ts';
import { MAX_LISTED } from '../suggest/suggest.ts';
import { PendingNames } from './pending-names.ts';

type Known = { readonly name: string; readonly lower: string; readonly letters: number };
type Near = { readonly name: string | null; readonly edits: number };
type Suggested = { near: Near; readonly wanted: string; readonly letters: number };

/**
 * The names of all tables, and which of them are closest to names that no table has. Gives what `closest` would find among
 * all names in order, without comparing each of tens of thousands.
 */
export class TableNames {
  readonly #byLength = new Map<number, Map<string, Known>>();
  readonly #suggested = new Map<string, Suggested>();
  #size = 0;
  /** Names that were added or removed since the last suggestion. */
  readonly #unseen = new PendingNames();

  /** Suggestions for an unknown name. */
  suggest(name: string): Suggestion {
    this.#catchUp();
    let entry = this.#suggested.get(name);
    if (!entry) {
      const wanted = name.slice(0, LONGEST_COMPARED).toLowerCase();
      const letters = lettersOf(wanted);
      entry = { wanted, letters, near: this.#nearest(wanted, letters) };
      this.#suggested.set(name, entry);
    }
    return {
      near: entry.near.name,
      known: this.#size > MAX_LISTED ? this.#some(MAX_LISTED + 1) : this.#some().sort(),
    };
  }

  /**
   * Adds and removes names. Returns the unknown names whose suggestion may have changed; those that are not `wanted` any more
   * are forgotten.
   */
  change(added: readonly string[], removed: readonly string[], wanted: (name: string) => boolean): string[] {
    if (this.#suggested.size === 0) {
      this.#unseen.change(added, removed);
      return [];
    }
    const sizeBefore = this.#size;
    for (const name of removed) this.#remove(name);
    const entered = added.map((name) => this.#add(name));
    const gone = new Set(removed);
    const listed = Math.min(sizeBefore, this.#size) <= MAX_LISTED;
    const changed: string[] = [];
    for (const [name, entry] of this.#suggested) {
      if (!wanted(name)) {
        this.#suggested.delete(name);
        continue;
      }
      const { near } = entry;
      if (near.name !== null && gone.has(near.name)) entry.near = this.#nearest(entry.wanted, entry.letters);
      else for (const known of entered) entry.near = closer(known, entry);
      if (listed || entry.near.name !== near.name) changed.push(name);
    }
    return changed;
  }

  #catchUp(): void {
    for (const [name, there] of this.#unseen.take()) {
      this.#remove(name);
      if (there) this.#add(name);
    }
  }

  #add(name: string): Known {
    const lower = name.toLowerCase();
    const known = { name, lower, letters: lettersOf(lower) };
    const same = this.#byLength.get(lower.length) ?? new Map<string, Known>();
    this.#byLength.set(lower.length, same.set(name, known));
    this.#size += 1;
    return known;
  }

  #remove(name: string): void {
    if (this.#byLength.get(name.toLowerCase().length)?.delete(name)) this.#size -= 1;
  }

  #some(limit = Number.POSITIVE_INFINITY): string[] {
    const names: string[] = [];
    for (const same of this.#byLength.values())
      for (const name of same.keys()) {
        if (names.length >= limit) return names;
        names.push(name);
      }
    return names;
  }

  /** Compares names of similar length first, so that most others can be skipped. */
  #nearest(wanted: string, letters: number): Near {
    const entry: Suggested = { wanted, letters, near: farthest(wanted) };
    for (let off = 0; off < entry.near.edits || (off === entry.near.edits && entry.near.name !== null); off += 1) {
      for (const length of off === 0 ? [wanted.length] : [wanted.length - off, wanted.length + off])
        for (const known of this.#byLength.get(length)?.values() ?? []) entry.near = closer(known, entry);
    }
    return entry.near;
  }
}

function farthest(wanted: string): Near {
  return { name: null, edits: Math.min(reachOf(wanted) + 1, wanted.length) };
}

/** The nearer of two names; of equally near ones the first in order. */
function closer({ name, lower, letters }: Known, { near, wanted, letters: own }: Suggested): Near {
  const limit = near.edits + (near.name !== null && name < near.name ? 1 : 0);
  if (leastDistance(own, letters) >= limit || Math.abs(lower.length - wanted.length) >= limit) return near;
  const edits = distance(wanted, lower, limit);
  return edits < limit ? { name, edits } : near;
}
