import { type Entry, type Holder, TableName } from './entry.ts';
import type { ScriptUnit } from './script-unit.ts';
import { SortedNames } from './sorted-names.ts';

/** An empty list that is replaced by the first that comes. */
const NONE: never[] = [];

/** A list with one more; that of the first has no room for others, which are rare. */
function joined<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

function withdraw<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}

function winnerOf(holders: readonly Holder[]): Holder | null {
  if (holders.length < 2) return holders[0] ?? null;
  let best: Holder | null = null;
  for (const each of holders) {
    const source = each.entry.kind !== 'table';
    const bestSource = best !== null && best.entry.kind !== 'table';
    if (best === null || (source && !bestSource)) best = each;
    else if (source !== bestSource) continue;
    else if (each.entry === best.entry ? each.index < best.index : each.entry.isBefore(best.entry)) best = each;
  }
  return best;
}

/** The changes that `settle` found. */
export type Settled = {
  /** Entries that now win a name. */
  readonly winners: readonly Entry[];
  /** Names whose table changed for their readers. */
  readonly altered: readonly TableName[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
};

/** Tracks the declarations that declare and read each table. */
export class TableGraph {
  readonly #names = new Map<string, TableName>();
  readonly #declared = new SortedNames();
  /** Names whose declarations are others since the last `settle`. */
  #touched: TableName[] = [];
  /** Names of tables whose use may be another since the last `sweep`. */
  disturbed: TableName[] = [];

  find(name: string): TableName | undefined {
    return this.#names.get(name);
  }

  /** Names of all tables, sorted. */
  get declared(): readonly string[] {
    return this.#declared.all;
  }

  /** The tables that are made from one, through others too, itself included. */
  dependentsOf(name: string): ReadonlySet<string> {
    const dependents = new Set([name]);
    for (const each of dependents)
      for (const { kind, names } of this.#names.get(each)?.readers ?? [])
        if (kind === 'table') for (const made of names) dependents.add(made.text);
    return dependents;
  }

  #at(name: string): TableName {
    let found = this.#names.get(name);
    if (!found) {
      found = new TableName(name);
      this.#names.set(name, found);
    }
    return found;
  }

  add(unit: ScriptUnit): void {
    for (const name of unit.broken.declared) this.#touch(name).broken += 1;
    this.mention(unit.broken.mentioned, 1);
    for (const entry of unit.entries) {
      const { names } = entry;
      const [only] = names;
      if (only && names.length === 1) entry.brings = [this.#touch(only.text)];
      else if (only) entry.brings = names.map((name) => this.#touch(name.text));
      for (let index = 0; index < entry.brings.length; index += 1) {
        const name = entry.brings[index];
        if (name) name.holders = joined(name.holders, { entry, index });
      }
      entry.reads = this.#readBy(entry);
      for (const name of entry.reads) {
        name.readers = joined(name.readers, entry);
        if (entry.kind === 'assertion') name.assertions = joined(name.assertions, entry);
      }
    }
  }

  /** The tables that an entry reads, each once. */
  #readBy({ node, spec }: Entry): readonly TableName[] {
    const names = spec.reads(node);
    const [only] = names;
    if (!only) return NONE;
    if (names.length === 1) return [this.#disturbed(only.text)];
    return [...new Set(names.map((name) => this.#disturbed(name.text)))];
  }

  remove(unit: ScriptUnit): void {
    for (const name of unit.broken.declared) this.#touch(name).broken -= 1;
    this.mention(unit.broken.mentioned, -1);
    for (const entry of unit.entries) {
      for (const { name, holders } of entry.brings) {
        this.#touch(name);
        const at = holders.findIndex((holder) => holder.entry === entry);
        if (at >= 0) holders.splice(at, 1);
      }
      for (const name of entry.reads) {
        this.#note(name);
        withdraw(name.readers, entry);
        withdraw(name.assertions, entry);
      }
      this.mention(entry.meant, -1);
    }
  }

  /** Counts mentions of names. */
  mention(names: readonly string[], by: 1 | -1): void {
    for (const name of names) this.#disturbed(name).mentions += by;
  }

  #touch(name: string): TableName {
    const found = this.#disturbed(name);
    if (!found.touched) {
      found.touched = true;
      this.#touched.push(found);
    }
    return found;
  }

  #disturbed(name: string): TableName {
    const found = this.#at(name);
    this.#note(found);
    return found;
  }

  #note(name: TableName): void {
    if (name.disturbed) return;
    name.disturbed = true;
    this.disturbed.push(name);
  }

  /** Notes that an entry uses the tables that it reads in another way. */
  disturb(entry: Entry | undefined): void {
    if (entry) for (const name of entry.reads) this.#note(name);
  }

  /** Decides which declaration wins each name. */
  settle(): Settled {
    const winners: Entry[] = [];
    const altered: TableName[] = [];
    const added: string[] = [];
    const removed: string[] = [];
    for (const each of this.#touched) {
      each.touched = false;
      const winner = winnerOf(each.holders);
      const known = each.holders.length > 0 || each.broken > 0;
      if (winner && (winner.entry !== each.winner?.entry || winner.index !== each.winner.index)) {
        winners.push(winner.entry);
        this.disturb(winner.entry);
        this.disturb(each.winner?.entry);
      }
      if (!winner && each.info) {
        each.info = undefined;
        altered.push(each);
      } else if (known !== each.known && !each.info) altered.push(each);
      if (winner && !each.declared) added.push(each.name);
      if (!winner && each.declared) removed.push(each.name);
      each.winner = winner;
      each.known = known;
      each.declared = winner !== null;
    }
    this.#touched = [];
    this.#declared.change(added, removed);
    return { winners, altered, added, removed };
  }

  /** Drops names that are neither declared, read nor mentioned, and clears the queue of the search of unused tables. */
  sweep(): void {
    for (const each of this.disturbed) {
      each.disturbed = false;
      if (each.idle && this.#names.get(each.name) === each) this.#names.delete(each.name);
    }
    this.disturbed = [];
  }

  /** The tables that an entry reads, as declarations. Cycles are found among them. */
  tablesBelow(entry: Entry): Entry[] {
    const below: Entry[] = [];
    for (const name of entry.reads) {
      const found = name.winner?.entry;
      if (found?.kind === 'table') below.push(found);
    }
    return below;
  }

  /** Whether an entry wins its only name. */
  counts(entry: Entry): boolean {
    return entry.brings[0]?.winner?.entry === entry;
  }
}
