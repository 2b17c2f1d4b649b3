import { expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

it('reads quoted fields, quotation marks in them and line breaks of both kinds', () => {
  expect(readCsv('site,note\r\na,"x, ""y""\nz"\n,\n\n')).toEqual([
    ['site', 'note'],
    ['a', 'x, "y"\nz'],
    ['', ''],
  ]);
});

it('reads nothing of an empty text', () => {
  expect(readCsv('')).toEqual([]);
});
