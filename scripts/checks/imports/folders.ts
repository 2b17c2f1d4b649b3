import { posix } from 'node:path';
import { isTest } from '../tree.ts';
import { type ImportGraph, packageOf } from './import-graph.ts';
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

/** Folders of one package that import each other, tests not counted. A folder and one inside it are no pair. */
export function mutualFolders({ edges }: ImportGraph): string[] {
  const imports = new Set<string>();
  for (const { from, to } of edges) {
    if (to === undefined || isTest(from) || isTest(to) || packageOf(from) !== packageOf(to)) continue;
    const [own, other] = [posix.dirname(from), posix.dirname(to)];
    if (!`${own}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${own}/`)) imports.add(`${own} ${other}`);
  }
  return [...imports].filter((pair) => {
    const [own = '', other = ''] = pair.split(' ');
    return own < other && imports.has(`${other} ${own}`);
  });
}
