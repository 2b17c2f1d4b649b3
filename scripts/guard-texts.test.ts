import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutGuard } from '../faults/guards/guard-copy.ts';
import { GUARDS } from '../faults/guards/guard-list.ts';

test.each(GUARDS)('the guard "$name" stands in its file, where the run of mutants finds it', (guard) => {
  const text = readFileSync(join(import.meta.dirname, '..', guard.file), 'utf8');
  expect(withoutGuard(text, guard)).not.toBe(text);
});

test('the run of mutants has at least 20 guards', () => {
  expect(new Set(GUARDS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
});
