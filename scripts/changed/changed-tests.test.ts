import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTree } from '../checks/tree.ts';
import { reachedTests } from './changed-tests.ts';

const tree = openTree(join(import.meta.dirname, '../..'));

it.each([
  ['a module', 'packages/model/src/text/glob.ts', 'packages/model/src/text/glob.test.ts'],
  ['a module of another package', 'packages/model/src/text/glob.ts', 'packages/connectors/src/listing/listing.test.ts'],
  [
    'a screen',
    'packages/console/src/screens/keys/keys-page.tsx',
    'packages/console/src/screens/keys/keys-page.test.tsx',
  ],
  [
    'a document of GraphQL',
    'packages/console/src/screens/keys/key-details.graphql',
    'packages/console/src/screens/keys/key-details-page.test.tsx',
  ],
  ['the test itself', 'packages/model/src/text/glob.test.ts', 'packages/model/src/text/glob.test.ts'],
])('reaches the test of %s', (_what, changed, test) => {
  expect(tree.files).toContain(changed);
  expect(reachedTests(tree, [changed])).toContain(test);
});

it('reaches the tests on a database from each migration', () => {
  const migrations = tree.files.filter((path) => /^packages\/server\/src\/db\/migrations\/.*\.sql$/.test(path));
  expect(migrations.length).toBeGreaterThan(10);
  for (const path of migrations.slice(-3)) {
    expect(reachedTests(tree, [path])).toContain('packages/server/src/db/migrate.test.ts');
  }
});

it('leaves out what a change cannot reach', () => {
  const reached = reachedTests(tree, ['packages/console/src/screens/keys/keys-page.tsx']);
  expect(reached).not.toContain('packages/console/src/lib/dates.test.ts');
  expect(reached.filter((path) => path.startsWith('packages/engine/'))).toEqual([]);
  expect(reachedTests(tree, ['docs/operations.md', 'README.md'])).toEqual([]);
});

it('reaches every test from the settings of the runner', () => {
  const all = reachedTests(tree, ['vitest.config.ts']);
  expect(all).toContain('packages/model/src/text/glob.test.ts');
  expect(all.some((path) => path.endsWith('.long.test.ts'))).toBe(false);
});
