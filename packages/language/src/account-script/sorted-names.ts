import { PendingNames } from './pending-names.ts';

/** A sorted list of names under additions and removals. It is sorted on the next read. */
export class SortedNames {
  #names: readonly string[] = [];
  readonly #pending = new PendingNames();

  /** In order; a list once given does not change. */
  get all(): readonly string[] {
    const changes = this.#pending.take();
    if (changes.size > 0) this.#settle(changes);
    return this.#names;
  }

  change(added: readonly string[], removed: readonly string[]): void {
    this.#pending.change(added, removed);
  }

  #settle(changes: ReadonlyMap<string, boolean>): void {
    const entering = [...changes.keys()].filter((name) => changes.get(name)).sort();
    const names: string[] = [];
    let next = 0;
    for (const name of this.#names) {
      for (let each = entering[next]; each !== undefined && each < name; each = entering[next]) {
        names.push(each);
        next += 1;
      }
      if (!changes.has(name)) names.push(name);
    }
    this.#names = names.concat(entering.slice(next));
  }
}
