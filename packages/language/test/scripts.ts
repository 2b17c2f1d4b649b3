import { readdirSync, readFileSync } from 'node:fs';
import type { Catalog } from '@switchboard/model/catalog';
import type { ScriptFile } from '../src/index.ts';
import { CATALOG, PAGE_CATALOG } from './catalog.ts';

/** One sample: a file, or a folder of files that are compiled together. */
export type CorpusSample = {
  readonly name: string;
  readonly files: readonly ScriptFile[];
  readonly catalog: Catalog;
  /** Where its known results stand. */
  readonly golden: string;
};

const rootOf = (folder: 'good' | 'bad'): URL => new URL(`./corpus/${folder}/`, import.meta.url);

/** The samples of one folder of the corpus that are single files, by name. */
export function corpus(folder: 'good' | 'bad'): { readonly name: string; readonly text: string }[] {
  const root = rootOf(folder);
  return readdirSync(root)
    .filter((name) => name.endsWith('.sbs'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }));
}

/** All samples of one folder of the corpus. Those called page-… are the examples of the language's page. */
export function samples(folder: 'good' | 'bad'): CorpusSample[] {
  const root = rootOf(folder);
  const entries = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() || entry.name.endsWith('.sbs'),
  );
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const name = entry.name.replace(/\.sbs$/, '');
      const paths = entry.isDirectory() ? filesIn(new URL(`${name}/`, root)) : [entry.name];
      const inside = entry.isDirectory() ? new URL(`${name}/`, root) : root;
      return {
        name,
        files: paths.map((path) => ({
          path: entry.isDirectory() ? path : `${folder}/${path}`,
          text: readFileSync(new URL(path, inside), 'utf8'),
        })),
        catalog: name.startsWith('page-') ? PAGE_CATALOG : CATALOG,
        golden: `corpus/${folder}/${name}.txt`,
      };
    });
}

function filesIn(root: URL): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sbs'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
