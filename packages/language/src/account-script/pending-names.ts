type Change = { readonly added: readonly string[]; readonly removed: readonly string[] };

/** Number of changes kept separately before they are merged. */
const MAX_CHANGES = 64;

/** Added and removed names that were not read yet. */
export class PendingNames {
  #changes: Change[] = [];
  #settled = new Map<string, boolean>();

  /** Records a change. Removals come before additions. */
  change(added: readonly string[], removed: readonly string[]): void {
    if (added.length + removed.length === 0) return;
    this.#changes.push({ added, removed });
    if (this.#changes.length > MAX_CHANGES) this.#settle();
  }

  #settle(): void {
    for (const { added, removed } of this.#changes) {
      for (const name of removed) this.#settled.set(name, false);
      for (const name of added) this.#settled.set(name, true);
    }
    this.#changes = [];
  }

  /** Returns the names that changed since the last call, and whether each exists now. */
  take(): ReadonlyMap<string, boolean> {
    this.#settle();
    const taken = this.#settled;
    if (taken.size > 0) this.#settled = new Map();
    return taken;
  }
}
