import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const MANTINE = join(import.meta.dirname, '../../../../../node_modules/@mantine/core');

/** Where Mantine has its components, and what several of them share. */
const FOLDERS = ['components', 'utils'];

/** The components that a module of ours names in its import from Mantine. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.replace(/^\s*type\s+/, '').trim())
      .filter((name) => name !== ''),
  );
}

/** A component's folder in Mantine with those of the components that it is made of. */
function withParts(names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const folder = FOLDERS.map((parent) => join(MANTINE, 'esm', parent, name)).find(existsSync);
    if (found.has(name) || folder === undefined) continue;
    found.add(name);
    for (const file of globSync('**/*.mjs', { cwd: folder })) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, part = ''] of text.matchAll(/from "(?:\.\.\/)+(?:utils\/)?([A-Z]\w+)\//g)) pending.push(part);
    }
  }
  return found;
}

/** The components whose sheets a list imports. */
function sheetsIn(list: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, list), 'utf8');
  return [...text.matchAll(/'@mantine\/core\/styles\/(\w+)\.layer\.css'/g)].map(([, name = '']) => name);
}

const SHEETS = globSync('*.layer.css', { cwd: join(MANTINE, 'styles') }).map((file) => basename(file, '.layer.css'));
const MODULES = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));
const FIRST = sheetsIn('mantine-styles.ts');
const OF_LAYERS = sheetsIn('mantine-layer-styles.ts');

it('imports the style sheet of every component of Mantine that the console uses, once', () => {
  const used = withParts([...MODULES.flatMap(({ text }) => namedIn(text)), 'Notification']);
  const needed = SHEETS.filter((sheet) => used.has(sheet));
  expect(needed).toEqual(expect.arrayContaining(['Button', 'InlineInput']));
  expect(needed.filter((sheet) => ![...FIRST, ...OF_LAYERS].includes(sheet))).toEqual([]);
  expect(FIRST.filter((sheet) => OF_LAYERS.includes(sheet))).toEqual([]);
});

it('loads the sheets of layers with each module that renders one of their components', () => {
  const renders = MODULES.filter(({ text }) => {
    const used = withParts(namedIn(text));
    return OF_LAYERS.some((sheet) => used.has(sheet));
  });
  expect(renders.length).toBeGreaterThan(10);
  expect(renders.filter(({ text }) => !text.includes("/mantine-layer-styles.ts';")).map(({ path }) => path)).toEqual(
    [],
  );
});
