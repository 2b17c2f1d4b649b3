import type { Catalog, Column, Plan } from '@switchboard/model';
import { type Compilation, compile, compileInto, type ScriptFile } from '../compile.ts';
import type { Declaration } from '../declarations.ts';
import type { Message } from '../messages.ts';
import type { Occurrence } from './occurrence.ts';
import { Recorder } from './recorder.ts';

/** What the editor may know of a table: where its columns come from is in `occurrences`. */
export type KnownTable = {
  readonly name: string;
  readonly kind: 'source' | 'table';
  readonly columns: readonly Column[];
  /** Whether it has columns that only the data knows. */
  readonly open: boolean;
};

/**
 * All files of an account while they are edited. Changes are collected by `set`, `remove` and `setCatalog`; `update` brings
 * everything up to date and tells whose messages may be others now. Equal contents give what `compile` gives.
 */
export class Workspace {
  readonly #files = new Map<string, string>();
  readonly #changed = new Set<string>();
  #catalog: Catalog;
  #compilation: Compilation | null = null;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  setCatalog(catalog: Catalog): void {
    this.#catalog = catalog;
    this.#compilation = null;
    for (const path of this.#files.keys()) this.#changed.add(path);
  }

  set(path: string, text: string): void {
    if (this.#files.get(path) === text) return;
    this.#files.set(path, text);
    this.#changed.add(path);
    this.#compilation = null;
  }

  remove(path: string): void {
    if (!this.#files.delete(path)) return;
    this.#changed.add(path);
    this.#compilation = null;
  }

  /** Paths, sorted. */
  paths(): readonly string[] {
    return [...this.#files.keys()].sort();
  }

  text(path: string): string | undefined {
    return this.#files.get(path);
  }

  /** Checks what changes have touched; gives the paths whose messages may differ from before, removed ones included. */
  update(): readonly string[] {
    if (this.#changed.size === 0) return [];
    this.#compiled();
    const touched = [...new Set([...this.#changed, ...this.#files.keys()])].sort();
    this.#changed.clear();
    return touched;
  }

  /** The messages of one file, by place. */
  messages(path: string): readonly Message[] {
    return this.#compiled().messages.filter((message) => message.path === path);
  }

  declarations(): readonly Declaration[] {
    return this.#compiled().declarations;
  }

  /** Null while there is any error. */
  plan(): Plan | null {
    return this.#compiled().plan;
  }

  /** Names of all tables and source tables, sorted. */
  tableNames(): readonly string[] {
    return [...this.#program().tables.keys()].sort();
  }

  table(name: string): KnownTable | undefined {
    return this.#program().tables.get(name);
  }

  /** The file that declares a table, source table, bundle or upload. */
  declaredIn(kind: 'table' | 'bundle' | 'upload', name: string): string | undefined {
    return this.paths().find((path) =>
      this.occurrences(path).some(
        ({ role, symbol }) => role === 'declaration' && symbol.kind === kind && symbol.name === name,
      ),
    );
  }

  /** Files that name a table, the one that declares it included; sorted. */
  usersOf(table: string): readonly string[] {
    return this.paths().filter((path) =>
      this.occurrences(path).some(({ symbol }) => symbol.kind === 'table' && symbol.name === table),
    );
  }

  /** What the names of a file mean, by place. Empty for files that are not here. */
  occurrences(path: string): readonly Occurrence[] {
    const recorder = new Recorder(path);
    compileInto(this.#all(), this.#catalog, recorder);
    return recorder.occurrences.toSorted((a, b) => a.start - b.start || a.end - b.end);
  }

  #all(): ScriptFile[] {
    return [...this.#files].map(([path, text]) => ({ path, text }));
  }

  #compiled(): Compilation {
    this.#compilation ??= compile(this.#all(), this.#catalog);
    return this.#compilation;
  }

  #program(): ReturnType<typeof compileInto>['program'] {
    return compileInto(this.#all(), this.#catalog, null).program;
  }
}
