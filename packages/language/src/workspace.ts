import type { Catalog } from '@switchboard/model/catalog';
import type { Plan } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { AccountScript } from './account-script/account-script.ts';
import { declarationOf } from './account-script/list-declaration.ts';
import type { Declaration } from './account-script/listed-declaration.ts';
import type { ScriptUnit } from './account-script/script-unit.ts';
import type { Occurrence } from './check/names/occurrence.ts';
import type { Message } from './diagnostics/messages.ts';
import { type Planned, planOf } from './plan/plan.ts';
import type { LocalQuery } from './query-forms/select/sources.ts';
import { type Lexed, lex } from './syntax/tokens/lexer.ts';
import type { Declaration as DeclarationNode } from './syntax/tree/declaration-tree.ts';
import type { Typed } from './typed/typed.ts';

/** A table as the editor sees it. */
export type KnownTable = {
  readonly name: string;
  readonly kind: 'source' | 'table';
  readonly columns: readonly Column[];
  /** Whether it has columns that only the data knows. */
  readonly open: boolean;
};

/** The syntax of a file. */
export type ReadScript = Lexed & { readonly declarations: readonly DeclarationNode[] };

function readScript({ text, declarations }: ScriptUnit): ReadScript {
  return { ...lex(text, () => undefined), declarations };
}

/**
 * All files of an account while they are edited. Changes are collected by `set`, `remove` and `setCatalog`; `update` brings
 * everything up to date and returns the paths whose messages changed. Equal contents give what `compile` gives. Reading
 * without `update` is up to date, too.
 */
export class Workspace {
  #script: AccountScript;
  /** Files set (their texts) or removed (null) since the last change was taken in. */
  readonly #changes = new Map<string, string | null>();
  readonly #touched = new Set<string>();
  readonly #occurrences = new Map<string, readonly Occurrence[]>();
  readonly #scripts = new Map<string, ReadScript>();
  #catalog: Catalog;
  #catalogChanged = false;
  #paths: readonly string[] | null = null;
  #declarations: readonly Declaration[] | null = null;
  #planned: Planned | null = null;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#script = new AccountScript(catalog);
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  setCatalog(catalog: Catalog): void {
    this.#catalog = catalog;
    this.#catalogChanged = true;
  }

  /** Checks all files again: what they are checked with has changed beside them. */
  recheck(): void {
    const texts = this.paths().map((path) => [path, this.text(path) ?? ''] as const);
    for (const { path } of this.#script.units.values()) this.#touched.add(path);
    this.#script = new AccountScript(this.#catalog);
    this.#changes.clear();
    for (const [path, text] of texts) this.#changes.set(path, text);
  }

  set(path: string, text: string): void {
    this.#change(path, text);
  }

  remove(path: string): void {
    this.#change(path, null);
  }

  #change(path: string, text: string | null): void {
    const before = this.#script.units.get(path)?.text ?? null;
    if (before === text) this.#changes.delete(path);
    else this.#changes.set(path, text);
    this.#paths = null;
  }

  /** Paths, sorted. */
  paths(): readonly string[] {
    this.#paths ??= this.#sortedPaths();
    return this.#paths;
  }

  #sortedPaths(): string[] {
    const paths = new Set(this.#script.units.keys());
    for (const [path, text] of this.#changes) {
      if (text === null) paths.delete(path);
      else paths.add(path);
    }
    return [...paths].sort();
  }

  text(path: string): string | undefined {
    const changed = this.#changes.get(path);
    return changed === undefined ? this.#script.units.get(path)?.text : (changed ?? undefined);
  }

  /** Checks what the changes affect; returns the paths whose messages changed, removed ones included. */
  update(): readonly string[] {
    this.#settled();
    const touched = [...this.#touched].sort();
    this.#touched.clear();
    return touched;
  }

  #settled(): AccountScript {
    if (this.#changes.size === 0 && !this.#catalogChanged) return this.#script;
    const changes = new Map(this.#changes);
    this.#changes.clear();
    this.#catalogChanged = false;
    for (const path of this.#script.change(changes, this.#catalog)) this.#touched.add(path);
    this.#occurrences.clear();
    for (const path of changes.keys()) this.#scripts.delete(path);
    this.#declarations = null;
    this.#planned = null;
    return this.#script;
  }

  /** The messages of one file, by place. */
  messages(path: string): readonly Message[] {
    return this.#settled().units.get(path)?.messages ?? [];
  }

  /** Every download and upload that could be read, whether right or not, in the order of files and text. */
  declarations(): readonly Declaration[] {
    const script = this.#settled();
    this.#declarations ??= script.entries().flatMap((entry) => declarationOf(entry) ?? []);
    return this.#declarations;
  }

  /** Null while there is any error. */
  plan(): Plan | null {
    const script = this.#settled();
    this.#planned ??= script.failed ? { plan: null, refused: [] } : planOf(script);
    return this.#planned.plan;
  }

  /** Defects of the compiler that only a plan reveals: the reason for a missing plan without errors. */
  refused(): readonly Message[] {
    this.plan();
    return this.#planned?.refused ?? [];
  }

  /** Names of all tables and source tables, sorted. */
  tableNames(): readonly string[] {
    return this.#settled().graph.declared;
  }

  table(name: string): KnownTable | undefined {
    return this.#settled().graph.find(name)?.info;
  }

  /** Returns the result table of a nested query by its text; undefined while that is unfinished. */
  tableOf(query: LocalQuery): KnownTable | undefined {
    return this.#settled().infoOf(query);
  }

  /** The file that declares a table, source table, bundle, upload, assertion or constant. */
  declaredIn(kind: 'table' | 'bundle' | 'upload' | 'assertion' | 'constant', name: string): string | undefined {
    const { graph, nameTable } = this.#settled();
    return kind === 'table' ? graph.find(name)?.winner?.entry.unit.path : nameTable.find(kind, name);
  }

  /** The constants of all files, by name. */
  constantNames(): readonly string[] {
    return this.#settled().constants.names();
  }

  /** The value of a constant; null for one with errors and for unknown names. */
  constant(name: string): Typed | null {
    const { constants } = this.#settled();
    return constants.has(name) ? constants.valueOf(name) : null;
  }

  /** Files whose text contains the name of a constant, sorted. */
  filesNaming(constant: string): readonly string[] {
    const units = [...this.#settled().units.values()];
    return units.flatMap(({ path, text }) => (text.includes(constant) ? [path] : [])).sort();
  }

  /** Files that name a table, the one that declares it included; sorted. */
  usersOf(table: string): readonly string[] {
    const found = this.#settled().graph.find(table);
    const entries = found ? [...found.readers, ...found.holders.map((holder) => holder.entry)] : [];
    return [...new Set(entries.map((entry) => entry.unit.path))].sort();
  }

  /** The tables that depend on one, directly or not, itself included: it cannot read them. */
  dependentsOf(table: string): ReadonlySet<string> {
    return this.#settled().graph.dependentsOf(table);
  }

  /** The meaning of the names in a file, by place. Empty for unknown files. */
  occurrences(path: string): readonly Occurrence[] {
    const unit = this.#settled().units.get(path);
    if (!unit) return [];
    const known = this.#occurrences.get(path) ?? this.#script.occurrences(unit);
    this.#occurrences.set(path, known);
    return known;
  }

  /** The syntax of a file: its declarations, tokens and comments. Undefined for unknown files. */
  scriptOf(path: string): ReadScript | undefined {
    const unit = this.#settled().units.get(path);
    if (!unit) return undefined;
    const known = this.#scripts.get(path) ?? readScript(unit);
    this.#scripts.set(path, known);
    return known;
  }

  /** The declaration of a file in which an offset lies, its end included. */
  declarationAt(path: string, offset: number): DeclarationNode | undefined {
    const entries = this.#settled().units.get(path)?.entries ?? [];
    return entries.findLast(({ start, end }) => start <= offset && offset <= end)?.node;
  }
}
