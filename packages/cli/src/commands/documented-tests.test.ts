import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGE = 'docs/design/operations-findings.md';

test('the tests that the findings of operations name are there', () => {
  const tests = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: ROOT });
  const named = [...readFileSync(join(ROOT, PAGE), 'utf8').matchAll(/`([\w/.-]+\.test\.ts)`((?::|,)? "[^"]+")*/g)];
  expect(named.length).toBeGreaterThan(20);
  const missing = named.flatMap(([text, file = '']) => {
    const found = tests.filter((path) => path.endsWith(`/${file}`));
    if (found.length === 0) return [file];
    const content = found.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    return [...text.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
      content.includes(title) ? [] : [`${file}: ${title}`],
    );
  });
  expect(missing).toEqual([]);
});
