import { expect, it } from 'vitest';
import { countRuns, isProvenInLongRunOnly } from './checks/proofs/long-run.ts';
import { hasRow, proofTestsOf, readTaggedTests } from './checks/proofs/proof-tests.ts';

it('reads the tags and the whole table of a sampled matrix', () => {
  const tree = treeOf(`
    const CELLS = [['csv', 'gzip'], ['json', 'none']] as const;
    const SAMPLE = sampleCells(CELLS, 2);
    describe('formats', () => {
      it.each(SAMPLE)('reads %s in %s', { tags: ['proof:read-cells', 'spec:read'] }, () => {});
      it.for(sampleCells([['xml']], 2))('reads %s', { tags: 'proof:read-xml' }, () => {});
    });`);
  const tests = readTaggedTests(tree, 'one.test.ts');
  expect(tests.map(({ title, tags }) => [title, tags])).toEqual([
    ['formats › reads %s in %s', ['proof:read-cells', 'spec:read']],
    ['formats › reads %s', ['proof:read-xml']],
  ]);
  const [cells, xml] = proofTestsOf(tests);
  expect(cells && hasRow(cells, ['json', 'none'])).toBe(true);
  expect(cells && hasRow(cells, ['json', 'gzip'])).toBe(false);
  expect(xml && hasRow(xml, ['xml'])).toBe(true);
});

it('counts what only the long run proves', () => {
  const [early, late] = [{ path: 'packages/a/one.test.ts' }, { path: 'packages/a/one.long.test.ts' }];
  const browser = { path: 'e2e/all.long.e2e.ts' };
  expect(isProvenInLongRunOnly([late, browser])).toBe(true);
  expect(isProvenInLongRunOnly([early, late])).toBe(false);
  expect(countRuns([[early], [early, late], [late], [browser], []])).toBe(
    ': 2 in npm test (0 of them not in each run), 2 in the long run only',
  );
});

function treeOf(text: string) {
  return { root: '', files: ['one.test.ts'], read: () => text };
}
