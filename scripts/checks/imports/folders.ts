import { posix } from 'node:path';
import { isTest } from '../tree.ts';
import { FOLDER_LIMIT } from './import-rules.ts';

export type Folder = { readonly folder: string; readonly files: number };

/** Folders with more source files than the limit and without sub-folders; tests and their builders are not counted. */
export function crowdedFolders(modules: readonly string[]): Folder[] {
  const own = modules.filter((path) => !isTest(path));
  const folders = Map.groupBy(own, (path) => posix.dirname(path));
  const parents = new Set([...folders.keys()].map((folder) => posix.dirname(folder)));
  return [...folders]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .filter(({ folder, files }) => files > FOLDER_LIMIT && !parents.has(folder));
}
