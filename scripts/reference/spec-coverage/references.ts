import type { Tree } from '../../checks/tree.ts';
import { SENTENCES, type TaggedTitle, testsOf } from '../spec-checklist/sentences.ts';

const REFERENCE = /^(spec|proof):([a-z0-9-]+)$/;

/** Resolves what a row names as its evidence. Each answer is null, or what is wrong. */
export type References = { readonly problemOf: (reference: string) => string | null };

/**
 * A reference is `spec:ID` (a sentence of the checklist that has a test), `proof:ID` (a test), or `PATH: FRAGMENT` (a file
 * that holds this piece of code or text, whatever the layout).
 */
export function openReferences(tree: Tree, tests: readonly TaggedTitle[]): References {
  const tags = new Set(tests.flatMap((test) => test.tags));
  const sentences = new Map(SENTENCES.map((sentence) => [sentence.id, sentence]));
  const paths = new Set(tree.files);
  return {
    problemOf: (reference) => {
      const [, kind, id = ''] = REFERENCE.exec(reference) ?? [];
      if (kind === 'proof') return tags.has(reference) ? null : `no test has the tag ${reference}`;
      if (kind === 'spec') {
        const sentence = sentences.get(id);
        if (!sentence) return `the checklist has no sentence ${id}`;
        return testsOf(sentence, tests).length > 0 ? null : `the sentence ${id} has no test`;
      }
      const [path = '', ...rest] = reference.split(': ');
      const fragment = rest.join(': ');
      if (fragment === '') return `"${reference}" is not a reference`;
      if (!paths.has(path)) return `${path} does not exist`;
      return squeeze(tree.read(path)).includes(squeeze(fragment)) ? null : `${path} does not hold "${fragment}"`;
    },
  };
}

/** The references of a cell, which semicolons separate. */
export const referencesOf = (cell: string): string[] =>
  cell
    .split(/;\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');
