import { tableRows } from '../../reference/markdown.ts';
import type { Tree } from '../tree.ts';

/** One row of docs/contradictions.md: what was contradictory, and the proof ids of the tests that hold what was settled. */
export type Contradiction = { readonly what: string; readonly proofs: readonly string[] };

export const CONTRADICTIONS_PAGE = 'docs/contradictions.md';

/** Reads the table of docs/contradictions.md. Its last column names proof ids in backticks. */
export function readContradictions(tree: Tree): Contradiction[] {
  return tableRows(tree.read(CONTRADICTIONS_PAGE)).map(([what = '', ...cells]) => {
    const proofs = [...(cells.at(-1) ?? '').matchAll(/`([a-z0-9-]+)`/g)].flatMap(([, id]) => id ?? []);
    return { what, proofs };
  });
}
