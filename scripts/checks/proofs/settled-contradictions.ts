import type { Tree } from '../tree.ts';

/** One row of docs/contradictions.md: what was contradictory, and the proof ids of the tests that hold what was settled. */
export type Contradiction = { readonly what: string; readonly proofs: readonly string[] };

export const CONTRADICTIONS_PAGE = 'docs/contradictions.md';

/** Reads the table of docs/contradictions.md. Its last column names proof ids in backticks. */
export function readContradictions(tree: Tree): Contradiction[] {
  const lines = tree.read(CONTRADICTIONS_PAGE).split('\n');
  const rows = lines.filter((line) => line.startsWith('|')).slice(2);
  return rows.map((line) => {
    const cells = line.split('|').slice(1, -1);
    const proofs = [...(cells.at(-1) ?? '').matchAll(/`([a-z0-9-]+)`/g)].flatMap(([, id]) => id ?? []);
    return { what: (cells[0] ?? '').trim(), proofs };
  });
}
