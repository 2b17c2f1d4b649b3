import { distance, leastDistance, lettersOf } from '../check/names/distance.ts';
import { LONGEST, MAX_LISTED, reachOf } from '../check/names/suggest.ts';
import type { Suggestion } from '../check/program.ts';
import { PendingNames } from './pending-names.ts';

type Known = { readonly name: string; readonly lower: string; readonly letters: number };
type Near = { readonly name: string | null; readonly edits: number };
type Asked = { near: Near; readonly wanted: string; readonly letters: number };

/**
 * The names of all tables, and which of them are closest to names that no table has. Gives what `closest` would find among
 * all names in order, without looking at each of tens of thousands.
 */
export class TableNames {
  readonly #byLength = new Map<number, Map<string, Known>>();
  readonly #asked = new Map<string, Asked>();
  #size = 0;
  /** Names that have come or gone while nobody asked. */
  readonly #unseen = new PendingNames();

  /** Names to offer for one that no table has. */
  suggest(name: string): Suggestion {
    this.#catchUp();
    let asked = this.#asked.get(name);
    if (!asked) {
      const wanted = name.slice(0, LONGEST).toLowerCase();
      const letters = lettersOf(wanted);
      asked = { wanted, letters, near: this.#nearest(wanted, letters) };
      this.#asked.set(name, asked);
    }
    return {
      near: asked.near.name,
      known: this.#size > MAX_LISTED ? this.#some(MAX_LISTED + 1) : this.#some().sort(),
    };
  }

  /**
   * Takes names in and out. Gives those asked for whose suggestion may be another now; those that are not `wanted` any more
   * are forgotten.
   */
  change(added: readonly string[], removed: readonly string[], wanted: (name: string) => boolean): string[] {
    if (this.#asked.size === 0) {
      this.#unseen.change(added, removed);
      return [];
    }
    const sizeBefore = this.#size;
    for (const name of removed) this.#remove(name);
    const entered = added.map((name) => this.#add(name));
    const gone = new Set(removed);
    const listed = Math.min(sizeBefore, this.#size) <= MAX_LISTED;
    const changed: string[] = [];
    for (const [name, asked] of this.#asked) {
      if (!wanted(name)) {
        this.#asked.delete(name);
        continue;
      }
      const { near } = asked;
      if (near.name !== null && gone.has(near.name)) asked.near = this.#nearest(asked.wanted, asked.letters);
      else for (const known of entered) asked.near = closer(known, asked);
      if (listed || asked.near.name !== near.name) changed.push(name);
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

  /** The lengths most like that of the wanted name come first, so that most others need not be looked at. */
  #nearest(wanted: string, letters: number): Near {
    const asked: Asked = { wanted, letters, near: farthest(wanted) };
    for (let off = 0; off < asked.near.edits || (off === asked.near.edits && asked.near.name !== null); off += 1) {
      for (const length of off === 0 ? [wanted.length] : [wanted.length - off, wanted.length + off])
        for (const known of this.#byLength.get(length)?.values() ?? []) asked.near = closer(known, asked);
    }
    return asked.near;
  }
}

function farthest(wanted: string): Near {
  return { name: null, edits: Math.min(reachOf(wanted) + 1, wanted.length) };
}

/** What is nearer: what was found before, or this one. Of equally near ones it is the first in order. */
function closer({ name, lower, letters }: Known, { near, wanted, letters: own }: Asked): Near {
  const limit = near.edits + (near.name !== null && name < near.name ? 1 : 0);
  if (leastDistance(own, letters) >= limit || Math.abs(lower.length - wanted.length) >= limit) return near;
  const edits = distance(wanted, lower, limit);
  return edits < limit ? { name, edits } : near;
}
