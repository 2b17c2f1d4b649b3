import type { StoredFile } from '../file-changes.ts';

/** A file that two changelists have, with another content or path. */
export type ModifiedFile = { readonly original: StoredFile; readonly modified: StoredFile };

export type FilesDiff = {
  readonly modified: readonly ModifiedFile[];
  readonly created: readonly StoredFile[];
  readonly deleted: readonly StoredFile[];
  readonly unchanged: readonly StoredFile[];
};

/** Compares the files of two changelists: the same file by its id, which moving keeps, and otherwise by its path. */
export function diffFiles(original: readonly StoredFile[], modified: readonly StoredFile[]): FilesDiff {
  const pairs = pairFiles(original, modified);
  const paired = new Set(pairs.values());
  const both = modified.flatMap((file) => {
    const before = pairs.get(file);
    return before ? [{ original: before, modified: file }] : [];
  });
  const isSame = ({ original: before, modified: after }: ModifiedFile): boolean =>
    before.path === after.path && before.sha256 === after.sha256;
  return {
    modified: both.filter((pair) => !isSame(pair)),
    unchanged: both.filter(isSame).map((pair) => pair.modified),
    created: modified.filter((file) => !pairs.has(file)),
    deleted: original.filter((file) => !paired.has(file)),
  };
}

/** Maps each file that is in both changelists to its original. */
export function pairFiles(
  original: readonly StoredFile[],
  modified: readonly StoredFile[],
): ReadonlyMap<StoredFile, StoredFile> {
  const byId = new Map(original.map((file) => [file.id, file]));
  const pairs = new Map<StoredFile, StoredFile>();
  for (const file of modified) {
    const before = byId.get(file.id);
    if (before) pairs.set(file, before);
  }
  const taken = new Set(pairs.values());
  const byPath = new Map(original.filter((file) => !taken.has(file)).map((file) => [file.path, file]));
  for (const file of modified) {
    const before = pairs.has(file) ? undefined : byPath.get(file.path);
    if (before) pairs.set(file, before);
  }
  return pairs;
}
