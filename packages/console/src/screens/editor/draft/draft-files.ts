import type { ChangelistFileInput } from '../../../api/generated/graphql.ts';

/** The text of a new file. */
export const EMPTY_SCRIPT = '// An empty script.';

/** File metadata as stored on the server. */
export type StoredFile = { readonly id: string; readonly path: string; readonly hash: string };

/** Differences between a file and its saved version. */
export type EditFlags = {
  readonly created: boolean;
  readonly updated: boolean;
  readonly renamed: boolean;
  readonly deleted: boolean;
  /** Saved path; null for a created file. */
  readonly originalPath: string | null;
};

export type DraftFile = {
  /** Stable while the draft is open, also when the file is moved. */
  readonly key: string;
  /** Null until it is saved. */
  readonly id: string | null;
  readonly path: string;
  readonly hash: string | null;
  readonly editFlags: EditFlags;
};

/** Snapshot of a draft: its files sorted by path, and the unsaved ones. Its identity changes except on text edits. */
export type DraftSnapshot = {
  readonly files: readonly DraftFile[];
  /** Paths of files that are not deleted. */
  readonly paths: readonly string[];
  readonly unsaved: ReadonlySet<string>;
};

/** Unsaved change in the browser's storage. */
export type LocalEdit = {
  /** Null for a created file. */
  readonly originalPath: string | null;
  /** Null for a deleted file. */
  readonly path: string | null;
  /** Null for a file that was only moved. */
  readonly text: string | null;
};

type Entry = {
  readonly key: string;
  id: string | null;
  path: string;
  savedPath: string | null;
  hash: string | null;
  /** Null while it is not loaded. */
  savedText: string | null;
  /** Null without text edits. */
  text: string | null;
  isDeleted: boolean;
};

const isUpdated = ({ savedText, text, savedPath }: Entry): boolean =>
  savedPath !== null && text !== null && text !== savedText;
const isRenamed = ({ savedPath, path }: Entry): boolean => savedPath !== null && savedPath !== path;
const isChanged = (entry: Entry): boolean =>
  entry.savedPath === null || entry.isDeleted || isRenamed(entry) || isUpdated(entry);

/** Editable files of a draft on top of the stored ones. See docs/design/editor.md. */
export class DraftFiles {
  readonly #entries = new Map<string, Entry>();
  /** Files that are not deleted. Their paths are unique. */
  readonly #live = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #editListeners = new Set<(paths: readonly string[]) => void>();
  #snapshot: DraftSnapshot = { files: [], paths: [], unsaved: new Set() };
  #created = 0;

  constructor(files: readonly StoredFile[]) {
    for (const file of files) this.#add(file);
    this.#refresh();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  snapshot = (): DraftSnapshot => this.#snapshot;

  /** Calls the listener with the paths whose text, path or existence has changed, also on text edits. */
  onEdit(listener: (paths: readonly string[]) => void): () => void {
    this.#editListeners.add(listener);
    return () => void this.#editListeners.delete(listener);
  }

  /** Current text of a file; null until it is loaded. */
  textOf = (path: string): string | null => {
    const entry = this.#live.get(path);
    return entry === undefined ? null : (entry.text ?? entry.savedText);
  };

  /** Saved text of the file at this path; null until it is loaded, and for created files. */
  savedTextOf(path: string): string | null {
    return this.#live.get(path)?.savedText ?? null;
  }

  has(path: string): boolean {
    return this.#live.has(path);
  }

  /** Saved paths whose texts are not loaded. */
  unloaded(): string[] {
    return [...this.#entries.values()].flatMap(({ savedPath, savedText }) =>
      savedPath === null || savedText !== null ? [] : [savedPath],
    );
  }

  /** Stores loaded texts, by their saved paths. */
  load(texts: readonly { readonly path: string; readonly text?: string | null | undefined }[]): void {
    const byPath = new Map([...this.#entries.values()].map((entry) => [entry.savedPath, entry]));
    for (const { path, text } of texts) {
      const entry = byPath.get(path);
      if (entry !== undefined && text != null) entry.savedText = text;
    }
    this.#refresh();
  }

  edit(path: string, text: string): void {
    const entry = this.#live.get(path);
    if (entry === undefined) return;
    const before = isChanged(entry);
    entry.text = text;
    this.#report([path]);
    if (isChanged(entry) !== before) this.#refresh();
  }

  /** Adds a file, or restores the deleted one at this path with another text. */
  create(path: string, text = EMPTY_SCRIPT): void {
    const deleted = this.#deletedAt(path);
    if (deleted === undefined) {
      this.#created += 1;
      const key = `new-${this.#created}`;
      const entry = { key, id: null, path, savedPath: null, hash: null, savedText: null, text, isDeleted: false };
      this.#entries.set(key, entry);
      this.#live.set(path, entry);
    } else {
      deleted.isDeleted = false;
      deleted.text = text;
      this.#live.set(path, deleted);
    }
    this.#changed([path]);
  }

  /** Moves files. */
  rename(moves: readonly (readonly [from: string, to: string])[]): void {
    const moved = moves.flatMap(([from, to]) => {
      const entry = this.#live.get(from);
      return entry === undefined ? [] : [{ entry, to }];
    });
    for (const { entry } of moved) this.#live.delete(entry.path);
    for (const { entry, to } of moved) {
      entry.path = to;
      this.#live.set(to, entry);
    }
    this.#changed(moves.flat());
  }

  /** Removes files that were never saved, and marks the others as deleted. */
  remove(paths: readonly string[]): void {
    for (const path of paths) {
      const entry = this.#live.get(path);
      if (entry === undefined) continue;
      this.#live.delete(path);
      if (entry.savedPath === null) this.#entries.delete(entry.key);
      else {
        entry.isDeleted = true;
        entry.path = entry.savedPath;
        entry.text = null;
      }
    }
    this.#changed(paths);
  }

  /** Restores a deleted file, unless another file has its path. */
  restore(path: string): void {
    const entry = this.#deletedAt(path);
    if (entry === undefined || this.#live.has(path)) return;
    entry.isDeleted = false;
    this.#live.set(path, entry);
    this.#changed([path]);
  }

  /** Changes to save. */
  changes(): ChangelistFileInput[] {
    return [...this.#entries.values()].filter(isChanged).map((entry): ChangelistFileInput => {
      const { path, savedPath, text, isDeleted } = entry;
      if (savedPath === null) return { path, text };
      if (isDeleted) return { path: savedPath, text: null };
      if (!isRenamed(entry)) return { path, text };
      return { path, original_path: savedPath, ...(isUpdated(entry) ? { text } : {}) };
    });
  }

  /** Unsaved edits, for the browser's storage. */
  localEdits(): LocalEdit[] {
    return [...this.#entries.values()].filter(isChanged).map((entry) => ({
      originalPath: entry.savedPath,
      path: entry.isDeleted ? null : entry.path,
      text: entry.savedPath === null || isUpdated(entry) ? entry.text : null,
    }));
  }

  /** Applies edits from the browser's storage. A file that the server has deleted is created. */
  apply(edits: readonly LocalEdit[]): void {
    for (const { originalPath, path, text } of edits) {
      const entry = originalPath === null ? undefined : this.#live.get(originalPath);
      if (path === null) {
        if (entry !== undefined) this.remove([entry.path]);
      } else if (entry === undefined) {
        if (text !== null && !this.#live.has(path)) this.create(path, text);
      } else {
        if (entry.path !== path && !this.#live.has(path)) this.rename([[entry.path, path]]);
        if (text !== null) {
          entry.text = text;
          this.#changed([entry.path]);
        }
      }
    }
  }

  /**
   * Takes in the files of another version at the server.
   * @param keep whether the changes that are not saved stay, on top of it
   * @returns the paths whose saved contents have changed, which are to be loaded again
   */
  replace(files: readonly StoredFile[], keep: boolean): void {
    const edits = keep ? this.localEdits() : [];
    const texts = new Map([...this.#entries.values()].map(({ hash, savedText }) => [hash, savedText]));
    const before = [...this.#live.keys()];
    this.#entries.clear();
    this.#live.clear();
    for (const file of files) this.#add(file, texts.get(file.hash) ?? null);
    this.apply(edits);
    this.#changed([...new Set([...before, ...this.#live.keys()])]);
  }

  /**
   * Marks the sent changes as saved. Later edits stay unsaved.
   * @param files those at the sent paths, as the server has them now
   */
  saved(files: readonly StoredFile[], sent: readonly ChangelistFileInput[]): void {
    const byPath = new Map(files.map((file) => [file.path, file]));
    for (const { path, text, original_path: origin } of sent) {
      const isDeletion = text == null && origin == null;
      const entry = isDeletion ? this.#deletedAt(path) : this.#live.get(path);
      const file = byPath.get(path);
      if (entry === undefined) continue;
      if (isDeletion) this.#entries.delete(entry.key);
      else if (file !== undefined) {
        entry.id = file.id;
        entry.hash = file.hash;
        entry.savedPath = path;
        if (text != null) entry.savedText = text;
        if (entry.text === entry.savedText) entry.text = null;
      }
    }
    this.#refresh();
  }

  /** Reports all files as changed after their texts were reloaded. */
  announce(): void {
    this.#report(this.#snapshot.paths);
  }

  #add({ id, path, hash }: StoredFile, savedText: string | null = null): void {
    const entry = { key: id, id, path, savedPath: path, hash, savedText, text: null, isDeleted: false };
    this.#entries.set(id, entry);
    this.#live.set(path, entry);
  }

  #deletedAt(path: string): Entry | undefined {
    return [...this.#entries.values()].find((entry) => entry.isDeleted && entry.savedPath === path);
  }

  #changed(paths: readonly string[]): void {
    this.#report(paths);
    this.#refresh();
  }

  #report(paths: readonly string[]): void {
    for (const listener of this.#editListeners) listener(paths);
  }

  #refresh(): void {
    const files = [...this.#entries.values()]
      .map((entry): DraftFile => {
        const { key, id, path, hash, savedPath, isDeleted } = entry;
        const updated = isUpdated(entry);
        const renamed = isRenamed(entry);
        const editFlags = {
          created: savedPath === null,
          updated,
          renamed,
          deleted: isDeleted,
          originalPath: savedPath,
        };
        return { key, id, path, hash, editFlags };
      })
      .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
    this.#snapshot = {
      files,
      paths: files.filter(({ editFlags }) => !editFlags.deleted).map(({ path }) => path),
      unsaved: new Set(
        files.flatMap(({ path, editFlags }) => {
          const { created, updated, renamed, deleted } = editFlags;
          return created || updated || renamed || deleted ? [path] : [];
        }),
      ),
    };
    for (const listener of this.#listeners) listener();
  }
}
