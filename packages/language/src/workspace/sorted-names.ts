/** Names in order, kept so while single ones come and go. They are put in order when somebody asks for them. */
export class SortedNames {
  #names: readonly string[] = [];
  /** Whether a name that has changed since is there now. */
  readonly #changes = new Map<string, boolean>();

  /** In order; a list once given does not change. */
  get all(): readonly string[] {
    if (this.#changes.size > 0) this.#settle();
    return this.#names;
  }

  change(added: readonly string[], removed: readonly string[]): void {
    for (const name of removed) this.#changes.set(name, false);
    for (const name of added) this.#changes.set(name, true);
  }

  #settle(): void {
    const changes = this.#changes;
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
    this.#names = [...names, ...entering.slice(next)];
    changes.clear();
  }
}
