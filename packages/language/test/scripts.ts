import { readdirSync, readFileSync } from 'node:fs';

export type CorpusScript = { readonly name: string; readonly text: string };

/** The scripts of one folder of the corpus, by name. */
export function corpus(folder: 'good' | 'bad'): CorpusScript[] {
  const root = new URL(`./corpus/${folder}/`, import.meta.url);
  return readdirSync(root)
    .filter((name) => name.endsWith('.sbs'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }));
}
