import { DECLARATIONS } from './declarations/registry.ts';
import { QUERY_FORMS } from './query-forms/registry.ts';
import { CORE_KEYWORDS, type Keyword } from './syntax/tokens/keywords.ts';

/** Every keyword of the language: what hover, completion and colouring know. */
export const KEYWORDS: readonly Keyword[] = [
  ...DECLARATIONS.flatMap(({ keywords: [first = '', ...others], doc, example }) => [
    { word: first, doc, example },
    ...others.map((word) => ({ word, doc: `The same as ${first}.`, example: example.replace(first, word) })),
  ]),
  ...QUERY_FORMS.flatMap((form) => form.keywords),
  ...CORE_KEYWORDS,
];

const byWord: ReadonlyMap<string, Keyword> = new Map(KEYWORDS.map((each) => [each.word, each]));

export function findKeyword(word: string): Keyword | undefined {
  return byWord.get(word);
}
