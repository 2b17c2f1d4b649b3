import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNUSED_PALETTES } from './trim-mantine.ts';

test('no source has a colour of a palette that the build leaves out', () => {
  const home = join(import.meta.dirname, '..');
  const palette = UNUSED_PALETTES.join('|');
  const used = new RegExp(`--mantine-color-(?:${palette})\\b|\\bc(?:olor)?[=:] ?["'](?:${palette})\\b`);
  const sources = globSync('{src,gallery}/**/*.{ts,tsx,css}', { cwd: home }).filter((path) => !/\.test\./.test(path));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => used.test(readFileSync(join(home, path), 'utf8')))).toEqual([]);
});
