type Change = { readonly added: readonly string[]; readonly removed: readonly string[] };

/** So many changes are kept one by one, until they are made one. */
const MAX_CHANGES = 64;

/** Names that come and go while nobody asks for them. */
export class PendingNames {
  #changes: Change[] = [];
  #settled = new Map<string, boolean>();

  /** Takes in what has changed: what is removed was there before it is added. */
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

  /** The names that have changed since this was asked last, and whether each is there now. */
  take(): ReadonlyMap<string, boolean> {
    this.#settle();
    const taken = this.#settled;
    if (taken.size > 0) this.#settled = new Map();
    return taken;
  }
}
