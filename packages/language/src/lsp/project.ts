import type { Catalog } from '@switchboard/model/catalog';
import type { Position } from 'vscode-languageserver-types';
import type { RowCounts } from '../editor/code-lenses.ts';
import { offsetOf } from '../editor/positions.ts';
import { linesOf } from '../text/lines.ts';
import { Workspace } from '../workspace.ts';
import { Addresses, type Folder } from './addresses.ts';
import type { ServerFile, ServerOptions } from './options.ts';

/** A place of a file that is here. */
export type Spot = { readonly path: string; readonly offset: number };

/** All scripts of a project: those that are open, as they are typed, and the others, as they were handed over or read. */
export class Project {
  readonly workspace: Workspace;
  readonly addresses = new Addresses();
  documentation: string | undefined;
  /** The numbers of rows of the last run, as the client reported them. */
  rowCounts: RowCounts = new Map();
  readonly #options: ServerOptions;
  #catalog: Catalog;
  /** Versions of open files. */
  readonly #open = new Map<string, number>();
  /** Texts of files as they are outside the editor. */
  readonly #stored = new Map<string, string>();
  readonly #touched = new Set<string>();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#catalog = options.catalog ?? { connectors: [], keys: [] };
    this.workspace = new Workspace(this.#catalog);
    this.documentation = options.documentation;
  }

  setCatalog(catalog: Catalog): void {
    this.#catalog = catalog;
    this.workspace.setCatalog(catalog);
  }

  /** A file was opened or typed into. */
  type(uri: string, version: number, text: string): void {
    const path = this.addresses.openedPathOf(uri);
    this.#open.set(path, version);
    this.#touched.add(path);
    this.workspace.set(path, text);
  }

  /** A file was closed: its stored text counts again. */
  close(uri: string): void {
    const path = this.addresses.pathOf(uri);
    this.#open.delete(path);
    this.#show(path, this.#stored.get(path) ?? null);
  }

  /** The stored text of a file; null for a deleted one. An open file keeps its typed text. */
  store(uri: string, text: string | null): void {
    const path = this.addresses.pathOf(uri);
    if (text === null) this.#stored.delete(path);
    else this.#stored.set(path, text);
    if (!this.#open.has(path)) this.#show(path, text);
  }

  #show(path: string, text: string | null): void {
    if (text === null) this.workspace.remove(path);
    else this.workspace.set(path, text);
  }

  /** Sets the folders that the client has open. Paths and open files are reset. */
  setFolders(folders: readonly Folder[]): void {
    for (const path of this.workspace.paths()) this.workspace.remove(path);
    this.#stored.clear();
    this.#open.clear();
    this.addresses.setFolders(folders);
  }

  /** Reads the scripts of all folders; without a reader, only files that the client sends are known. */
  async load(): Promise<void> {
    const { reader } = this.#options;
    const found = reader ? await Promise.all(this.addresses.folders.map((folder) => reader.below(folder))) : [];
    for (const { uri, text } of found.flat()) this.store(uri, text);
  }

  /** Reads a stored file again, or removes it when it was deleted. */
  async reload(uri: string, isDeleted: boolean): Promise<void> {
    const text = isDeleted ? null : ((await this.#options.reader?.read(uri)) ?? null);
    this.store(uri, text);
  }

  take(files: readonly ServerFile[], removed: readonly string[]): void {
    for (const uri of removed) this.store(uri, null);
    for (const { uri, text } of files) this.store(uri, text);
  }

  versionOf(path: string): number | null {
    return this.#open.get(path) ?? null;
  }

  /** Checks the changes; returns the paths whose messages changed. */
  update(): readonly string[] {
    for (const path of this.workspace.update()) this.#touched.add(path);
    const keys = this.#options.keysFor?.(this.workspace.declarations());
    if (keys && JSON.stringify(keys) !== JSON.stringify(this.workspace.catalog.keys)) {
      this.workspace.setCatalog({ ...this.#catalog, keys });
      for (const path of this.workspace.update()) this.#touched.add(path);
    }
    const touched = [...this.#touched].sort();
    this.#touched.clear();
    return touched;
  }

  /** The place that a request means; null for unknown files and places that no text has. */
  spotAt(uri: string, { line, character }: Position): Spot | null {
    const path = this.addresses.pathOf(uri);
    const text = this.workspace.text(path);
    if (text === undefined || !Number.isInteger(line) || !Number.isInteger(character) || character < 0) return null;
    const lines = linesOf(text);
    if (line < 0 || line >= lines.at(text.length).line) return null;
    return { path, offset: offsetOf({ line, character }, lines) };
  }
}
