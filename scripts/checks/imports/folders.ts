import { posix } from 'node:path';
import { isTest } from '../tree.ts';
import { FOLDER_LIMIT } from './import-rules.ts';

export type Folder = { readonly folder: string; readonly files: number };

/** Folders with more source files than the limit, those of sub-folders not counted, nor tests and their builders. */
export function crowdedFolders(modules: readonly string[]): Folder[] {
  const own = modules.filter((path) => !isTest(path));
  const folders = Map.groupBy(own, (path) => posix.dirname(path));
  return [...folders]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .filter(({ files }) => files > FOLDER_LIMIT);
}
