import type { Catalog } from '@switchboard/model/catalog';
import type { Occurrence } from '../check/names/occurrence.ts';
import { Recorder } from '../check/names/recorder.ts';
import { sameInfo } from '../check/names/table-info.ts';
import type { Checked, Program, Suggestion, TableInfo } from '../check/program.ts';
import { collector, type Diagnostic, isError, type Message, sameDiagnostics } from '../diagnostics/messages.ts';
import { checkInnerQuery } from '../query-forms/registry.ts';
import type { LocalQuery } from '../query-forms/select/sources.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import { exact } from '../syntax/tree/exact.ts';
import type { CheckedQuery } from '../typed/typed.ts';
import { affectedBy, changedNames } from './catalog-change.ts';
import { ConstantUses, namesOne } from './constant-uses.ts';
import { Constants } from './constants.ts';
import { cycleDiagnostics, findCycles, shortestCycle } from './cycles.ts';
import type { Entry, EntryFile, TableName } from './entry.ts';
import { infoOfQuery } from './local-query.ts';
import { NameTable } from './name-table.ts';
import { inReadingOrder } from './reading-order.ts';
import { RecentUnits, ScriptUnit } from './script-unit.ts';
import { TableGraph } from './table-graph.ts';
import { TableNames } from './table-names.ts';
import { movedKnown, unchangedEntries } from './unchanged-entries.ts';
import { mayHideNames, spreadUse, unusedDiagnostics } from './usage.ts';

type DiagnosticField = 'checkDiagnostics' | 'nameDiagnostics' | 'cycleDiagnostics' | 'unusedDiagnostics';
const NOTHING: readonly never[] = [];
/** Up to this many, a linear search is faster than a lookup. */
const FEW = 8;

/** Pending work of a change: entries to check again, and names whose tables changed for their readers. */
type Work = {
  readonly dirty: Set<Entry>;
  readonly altered: Set<TableName>;
  /** Each as often as it has names. */
  readonly winners: Entry[];
  /** Whether declarations are checked when they are read: of these none closes a cycle. */
  readonly early: boolean;
};

/**
 * An account's script: its files, and each declaration with its meaning and diagnostics. A change re-checks only what it
 * affects. The result depends only on the contents, never on their history.
 */
export class AccountScript {
  readonly graph = new TableGraph();
  readonly nameTable = new NameTable();
  readonly constants = new Constants(() => this.#program(null, null, true));
  readonly #constantUses = new ConstantUses();
  readonly #units = new Map<string, ScriptUnit>();
  readonly #recent = new RecentUnits();
  readonly #names = new TableNames();
  /** Tables that are made from themselves. */
  #cyclic = new Set<Entry>();
  /** Files whose diagnostics changed with the last change. */
  #marked = new Set<EntryFile>();
  #catalog: Catalog;
  /** The tables that the declaration reads that is checked right now. */
  #reads: Entry['reads'] = NOTHING;
  readonly #tables = {
    get: (name: string): TableInfo | undefined => {
      if (this.#reads.length <= FEW) for (const each of this.#reads) if (each.name === name) return each.info;
      return this.graph.find(name)?.info;
    },
  };
  /** Possible meanings of the unknown table names in the declaration being checked. */
  #meant = new Set<string>();
  #spareMeant = new Set<string>();
  /** Constants used by the declaration being checked; usually none, so the set is reused. */
  #spareUsed = new Set<string>();

  readonly #suggest = (name: string): Suggestion => {
    const suggestion = this.#names.suggest(name);
    if (suggestion.near !== null) this.#meant.add(suggestion.near);
    return suggestion;
  };
  readonly #declares = (name: string): boolean => this.graph.find(name)?.known ?? false;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get units(): ReadonlyMap<string, ScriptUnit> {
    return this.#units;
  }

  /** All declarations, in the order of paths and text. */
  entries(): Entry[] {
    const units = [...this.#units.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return units.flatMap((unit) => unit.entries);
  }

  get failed(): boolean {
    for (const unit of this.#units.values()) if (unit.failed) return true;
    return false;
  }

  /** The meaning of the names in a file, by place. */
  occurrences(unit: ScriptUnit): Occurrence[] {
    const recorder = new Recorder(unit.path);
    for (const { node, spec } of unit.entries) {
      const program = this.#programFor(node, recorder, new Set());
      spec.check(program, { node, project: unit.project, path: unit.path, report: () => undefined });
    }
    return recorder.occurrences.toSorted((a, b) => a.start - b.start || a.end - b.end);
  }

  /** The checked query of a table or of an assertion's rows; null for other declarations and for tables that are made from themselves. */
  queryOf({ node, spec, unit, cyclic }: Entry): CheckedQuery | null {
    if (cyclic) return null;
    const program = this.#programFor(node, null, new Set(), true);
    const placed = { node, project: unit.project, path: unit.path, report: () => undefined };
    const checked = spec.check(program, placed);
    return checked?.kind === 'table' || checked?.kind === 'assertion' ? checked.query : null;
  }

  /** The table of the rows of a query inside another, by its text; undefined while that is unfinished. */
  infoOf(query: LocalQuery): TableInfo | undefined {
    return infoOfQuery(query, (node) => this.#programFor(node, null, new Set()));
  }

  /** Applies changed files (null: removed) and a catalog. Returns the paths whose messages changed. */
  change(files: ReadonlyMap<string, string | null>, catalog: Catalog): string[] {
    const before = new Map<string, readonly Message[]>();
    const early = this.#units.size === 0;
    const work: Work = { dirty: new Set(), altered: new Set(), winners: [], early };
    const catalogBefore = this.#catalog;
    this.#catalog = catalog;
    this.#marked = new Set();
    for (const [path, text] of files) {
      before.set(path, this.#units.get(path)?.messages ?? []);
      this.#replace(path, text, work);
    }
    this.#takeCatalog(catalogBefore, work);
    this.#takeConstants(work);
    this.#settleNames(work);
    this.#settleCycles(work);
    this.#check(work);
    this.#settleUse();
    const touched = [...this.#marked].map((unit) => unit.path).filter((path) => !files.has(path));
    for (const [path, messages] of before) {
      const unit = this.#units.get(path);
      const silent = unit?.silent ?? true;
      const same =
        messages.length === 0 || silent
          ? silent === (messages.length === 0)
          : unit && sameMessages(messages, unit.messages);
      if (!same) touched.push(path);
    }
    return touched;
  }

  /** The context in which a declaration is checked. */
  #programFor(node: Declaration, recorder: Recorder | null, meant: Set<string>, queries = false): Program {
    this.#meant = meant;
    if (this.#spareUsed.size > 0) this.#spareUsed = new Set();
    return this.#program(node.kind === 'table' ? node.name.text : null, recorder, queries, this.#spareUsed);
  }

  #program(declaring: string | null, recorder: Recorder | null, queries: boolean, used = new Set<string>()): Program {
    return {
      catalog: this.#catalog,
      tables: this.#tables,
      declares: this.#declares,
      suggest: this.#suggest,
      declaring,
      constants: this.constants,
      usedConstants: used,
      locals: NO_NAMES,
      outer: null,
      nesting: { count: 0 },
      checkQuery: checkInnerQuery,
      usedColumns: [],
      queries,
      recorder,
    };
  }

  #replace(path: string, text: string | null, { dirty, early }: Work): void {
    const old = this.#units.get(path);
    if (old) {
      this.graph.remove(old);
      this.nameTable.remove(old);
      this.constants.remove(old);
      this.#constantUses.count(old.broken.mentioned, -1);
      for (const entry of old.entries) this.#constantUses.count(entry.usedConstants, -1);
      this.#constantUses.disturb(old.entries);
    }
    if (text === null) {
      this.#units.delete(path);
      return;
    }
    const unit = new ScriptUnit(path, text, this.#recent);
    this.#units.set(path, unit);
    this.graph.add(unit);
    this.nameTable.add(unit);
    this.constants.add(unit);
    this.#constantUses.count(unit.broken.mentioned, 1);
    this.#constantUses.disturb(unit.entries);
    const kept = unchangedEntries(old, unit);
    for (const entry of unit.entries) {
      if (this.#inherit(entry, kept.get(entry))) continue;
      entry.early = early && this.#checkEarly(entry);
      if (!entry.early) dirty.add(entry);
    }
  }

  /**
   * Takes over the check of a declaration whose text is the same: what it depends on is compared as for the declarations of other
   * files. Gives false when there is none.
   */
  #inherit(entry: Entry, before: Entry | undefined): boolean {
    if (!before?.known || before.cyclic) return false;
    entry.known = movedKnown(before.known, entry.start - before.start);
    entry.used = before.used;
    entry.unresolved = before.unresolved;
    entry.checkDiagnostics = before.checkDiagnostics;
    entry.meant = before.meant;
    this.graph.mention(entry.meant, 1);
    entry.usedConstants = before.usedConstants;
    this.#constantUses.count(entry.usedConstants, 1);
    return true;
  }

  /**
   * Checks a declaration of a script that is read for the first time as soon as all is known that it reads, while its
   * syntax is at hand. Should another declaration count for one of the names in the end, it is checked again.
   */
  #checkEarly(entry: Entry): boolean {
    for (const name of entry.reads) if (!name.info) return false;
    this.#checkEntry(entry);
    for (let index = 0; index < entry.brings.length; index += 1) {
      const name = entry.brings[index];
      if (name?.holders.length === 1) name.info = entry.known?.tables[index];
    }
    return true;
  }

  #takeCatalog(before: Catalog, { dirty }: Work): void {
    if (before === this.#catalog) return;
    const changed = changedNames(before, this.#catalog);
    for (const unit of this.#units.values())
      for (const entry of unit.entries) if (affectedBy(changed, entry)) dirty.add(entry);
  }

  /** Declarations that name a constant with another value, or a name that has become one, are checked again. */
  #takeConstants({ dirty }: Work): void {
    const changed = this.constants.settle();
    if (changed.size === 0) return;
    // An unknown name in a constant is compared with the names of all others.
    for (const { text, entries } of this.#units.values())
      for (const entry of entries) if (entry.kind === 'constant' || namesOne(entry, changed, text)) dirty.add(entry);
  }

  #settleNames({ dirty, altered, winners }: Work): void {
    for (const [entry, diagnostics] of this.nameTable.takeConflicts())
      this.#setDiagnostics(entry, 'nameDiagnostics', diagnostics);
    const settled = this.graph.settle();
    for (const entry of settled.winners) {
      winners.push(entry);
      if (entry.known) this.#publish(entry, altered);
      else dirty.add(entry);
    }
    for (const name of settled.altered) altered.add(name);
    if (settled.added.length === 0 && settled.removed.length === 0) return;
    const isUnknown = (name: string): boolean => {
      const found = this.graph.find(name);
      return found !== undefined && !found.known && found.readers.length > 0;
    };
    for (const name of this.#names.change(settled.added, settled.removed, isUnknown)) {
      const found = this.graph.find(name);
      if (found) altered.add(found);
    }
  }

  /** New cycles hold a declaration that did not count before; of the old ones each may be broken. */
  #settleCycles({ dirty, altered, winners, early }: Work): void {
    const belowOf = (entry: Entry): Entry[] => this.graph.tablesBelow(entry);
    const old = this.#cyclic;
    const starts: Entry[] = [];
    for (const entries of [winners, old])
      for (const entry of entries)
        if (entry.kind === 'table' && !(early && isSettled(entry)) && this.graph.counts(entry)) starts.push(entry);
    const cycles = findCycles(starts, belowOf);
    this.#cyclic = new Set(cycles.flat());
    for (const entry of old) {
      if (this.#cyclic.has(entry)) continue;
      entry.cyclic = false;
      this.#setDiagnostics(entry, 'cycleDiagnostics', []);
      if (this.#units.get(entry.unit.path) === entry.unit) dirty.add(entry);
      this.graph.disturb(entry);
    }
    for (const cycle of cycles) {
      const [first, ...others] = shortestCycle(cycle, belowOf);
      for (const entry of cycle) {
        this.#setDiagnostics(entry, 'cycleDiagnostics', entry === first ? cycleDiagnostics(first, others) : []);
        if (!entry.cyclic) this.#leaveOut(entry, altered);
      }
    }
  }

  /** Leaves a table of a cycle without columns and without other diagnostics. */
  #leaveOut(entry: Entry, altered: Set<TableName>): void {
    entry.cyclic = true;
    this.#keep(entry, null, NOTHING, new Set());
    entry.used = NOTHING;
    this.#setUsedConstants(entry, NO_CONSTANTS);
    const [found] = entry.brings;
    if (!found?.info) return;
    found.info = undefined;
    altered.add(found);
  }

  #check({ dirty, altered }: Work): void {
    for (const name of altered) for (const reader of name.readers) dirty.add(reader);
    for (const entry of inReadingOrder(dirty)) {
      if (entry.cyclic) continue;
      if (!dirty.has(entry) && !entry.reads.some((name) => altered.has(name))) continue;
      this.#checkEntry(entry);
      this.#publish(entry, altered);
    }
  }

  /** Publishes the tables that an entry declares, where its declaration wins. */
  #publish(entry: Entry, altered: Set<TableName>): void {
    for (let index = 0; index < entry.brings.length; index += 1) {
      const found = entry.brings[index];
      if (!found || found.winner?.entry !== entry || found.winner.index !== index) continue;
      const info = entry.known?.tables[index];
      if (!sameInfo(found.info, info)) altered.add(found);
      found.info = info;
    }
  }

  #checkEntry(entry: Entry): void {
    const { node, unit, spec } = entry;
    const diagnostics: Diagnostic[] = [];
    // Usually still empty afterwards, so the next declaration reuses them.
    const meant = this.#spareMeant;
    const program = this.#programFor(node, null, meant);
    const report = collector(node.start, diagnostics);
    this.#reads = entry.reads;
    const checked = spec.check(program, { node, project: unit.project, path: unit.path, report });
    this.#reads = NOTHING;
    if (meant.size > 0) this.#spareMeant = new Set();
    this.#keep(entry, checked, diagnostics, meant);
    this.#setUsedConstants(entry, program.usedConstants);
    if (node.kind === 'constant') this.#constantUses.disturb([entry]);
    if (node.kind !== 'table' && node.kind !== 'assertion') return;
    for (const used of program.usedColumns) used.names = used.names.slice();
    entry.used = exact(program.usedColumns);
    entry.unresolved =
      diagnostics.some((diagnostic) => isError(diagnostic) && mayHideNames(diagnostic)) ||
      entry.reads.some((name) => name.info?.flawed ?? true);
  }

  #setUsedConstants(entry: Entry, used: ReadonlySet<string>): void {
    if (used.size + entry.usedConstants.length === 0) return;
    this.#constantUses.count(entry.usedConstants, -1);
    entry.usedConstants = used.size === 0 ? NO_NAMES : [...used];
    this.#constantUses.count(entry.usedConstants, 1);
  }

  #keep(entry: Entry, checked: Checked | null, diagnostics: readonly Diagnostic[], meant: ReadonlySet<string>): void {
    this.graph.mention(entry.meant, -1);
    entry.meant = meant.size === 0 ? NO_NAMES : [...meant];
    this.graph.mention(entry.meant, 1);
    this.graph.disturb(entry);
    entry.known = checked;
    entry.listed = null;
    this.#setDiagnostics(entry, 'checkDiagnostics', exact(diagnostics));
  }

  #settleUse(): void {
    const concerned = spreadUse(this.graph.disturbed, this.graph);
    for (const entry of concerned) this.#setDiagnostics(entry, 'unusedDiagnostics', unusedDiagnostics(entry));
    this.graph.sweep();
    for (const [entry, diagnostics] of this.#constantUses.settle(this.constants))
      this.#setDiagnostics(entry, 'unusedDiagnostics', diagnostics);
  }

  #setDiagnostics(entry: Entry, field: DiagnosticField, diagnostics: readonly Diagnostic[]): void {
    if (sameDiagnostics(entry[field], diagnostics)) return;
    entry[field] = diagnostics;
    entry.unit.forgetMessages();
    if (this.#units.get(entry.unit.path) === entry.unit) this.#marked.add(entry.unit);
  }
}

const NO_NAMES: readonly string[] = [];
const NO_CONSTANTS: ReadonlySet<string> = new Set();

/** Whether an entry cannot close a cycle: its inputs were known before it, and no other entry declares its name. */
function isSettled(entry: Entry): boolean {
  return entry.early && entry.brings[0]?.holders.length === 1;
}

function sameMessages(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}
