import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutGuard } from '../faults/guards/guard-copy.ts';
import { GUARDS } from '../faults/guards/guard-list.ts';
import { MUTATIONS } from '../faults/guards/mutation-list.ts';
import { tryMutant } from '../faults/guards/run-mutants.ts';

test.each([...GUARDS, ...MUTATIONS])(
  'the text of "$name" stands in its file, where the run of mutants finds it',
  (guard) => {
    const text = readFileSync(join(import.meta.dirname, '..', guard.file), 'utf8');
    expect(withoutGuard(text, guard)).not.toBe(text);
  },
);

test('the run of mutants has at least 20 guards and 12 mutations', () => {
  expect(new Set(GUARDS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(12);
});

test('the tests that a mutation must turn red belong to npm test', () => {
  const paths = MUTATIONS.flatMap(({ tests }) => tests);
  expect(paths.filter((path) => !existsSync(join(import.meta.dirname, '..', path)) || path.includes('.long.'))).toEqual(
    [],
  );
});

test('a guard whose text has moved is reported, and does not end the run of the others', () => {
  const guard = { name: 'moved', file: 'a.ts', text: 'if (x)', replacement: '', tests: ['a.test.ts'] };
  const copy = {
    testWithout: (mutant: typeof guard) => {
      withoutGuard('if (y)', mutant);
      return { ran: 1, failed: [] };
    },
  };
  expect(tryMutant(copy, guard, [])).toEqual({
    verdict: 'NOT RUN',
    detail: 'The guard "moved" stands 0 times in a.ts, not once.',
  });
});

test('a guard is held by tests that fail without it only', () => {
  const guard = { name: 'held', file: 'a.ts', text: 'if (x)', replacement: '', tests: ['a.test.ts'] };
  const copy = (failed: readonly string[]) => ({ testWithout: () => ({ ran: 2, failed }) });
  expect(tryMutant(copy(['red', 'broken']), guard, ['broken'])).toEqual({
    verdict: 'red',
    detail: '1 of 2 failed: red',
  });
  expect(tryMutant(copy(['broken']), guard, ['broken'])).toMatchObject({ verdict: 'SURVIVED' });
});
