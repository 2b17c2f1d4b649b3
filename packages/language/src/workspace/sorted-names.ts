/** Names in order, kept so while single ones come and go. */
export class SortedNames {
  #names: readonly string[] = [];

  /** In order; a list once given does not change. */
  get all(): readonly string[] {
    return this.#names;
  }

  change(added: readonly string[], removed: readonly string[]): void {
    if (added.length === 0 && removed.length === 0) return;
    const gone = new Set(removed);
    const entering = [...new Set(added)].sort();
    const names: string[] = [];
    let next = 0;
    for (const name of this.#names) {
      for (let each = entering[next]; each !== undefined && each < name; each = entering[next]) {
        names.push(each);
        next += 1;
      }
      if (!gone.has(name)) names.push(name);
    }
    this.#names = [...names, ...entering.slice(next)];
  }
}
