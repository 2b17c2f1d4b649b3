import { expect, test } from 'vitest';
import { definitionAt } from '../../src/editor/symbols/definition.ts';
import { offsetIn, shownPlaces, workspaceOf } from './project.ts';

const project = workspaceOf();

function defined(path: string, piece: string, time = 1, workspace = project): string[] {
  return shownPlaces(workspace, definitionAt(workspace, path, offsetIn(workspace, path, piece, time)));
}

test.each([
  ['a table of another file', 'out.sbs', 'everything', 1, ['tables.sbs:1 everything']],
  ['a table of a bundle', 'tables.sbs', 'sites using', 1, ['ads/sites.sbs:2 sites']],
  ['an upload, to its table', 'out.sbs', 'owned', 1, ['tables.sbs:8 owned']],
  ['the name of an upload', 'out.sbs', 'newest', 1, ['out.sbs:2 newest']],
  ['an alias', 'tables.sbs', 'e.site', 1, ['tables.sbs:4 e']],
  ['a bundle', 'ads/sites.sbs', 'books', 1, ['ads/sites.sbs:1 books']],
  [
    'a column through a union, to all its sources',
    'tables.sbs',
    'date, e',
    1,
    ['ads/sources.sbs:2 date', 'ads/sources.sbs:8 date'],
  ],
  ['a column with an alias in its download', 'tables.sbs', 'unit) as', 1, ['ads/sources.sbs:4 unit']],
  ['an output alias in having', 'tables.sbs', 'clicks > 1', 1, ['tables.sbs:3 clicks']],
  ['a column of an upsert, through it', 'out.sbs', '"site"', 1, ['tables.sbs:3 site']],
  ['columns that using makes one', 'tables.sbs', 'site);', 1, ['tables.sbs:3 site', 'ads/sites.sbs:2 site']],
  ['where it is declared', 'ads/sources.sbs', 'm_cost', 1, ['ads/sources.sbs:6 m_cost']],
  ['a function', 'tables.sbs', 'sum', 1, []],
  ['a keyword', 'tables.sbs', 'select', 1, []],
  ['a key', 'out.sbs', '"warehouse"', 1, []],
])('finds the definition of %s', (_what, path, piece, time, places) => {
  expect(defined(path, piece, time)).toEqual(places);
});

test('a column is found through several stars, and where replace computes it', () => {
  const workspace = workspaceOf({
    'a.sbs': `download ads from { type: "web"; url: "https://example.com"; } using { site: string; note: string; * };
table one is select * replace (lower(note) as note) from ads;
table two is select * from one;
table three is select site, note, other from two;`,
  });
  expect(defined('a.sbs', 'site, note', 1, workspace)).toEqual(['a.sbs:1 site']);
  expect(defined('a.sbs', 'note, other', 1, workspace)).toEqual(['a.sbs:2 note']);
  expect(defined('a.sbs', 'other', 1, workspace)).toEqual(['a.sbs:1 *']);
});

test('unknown files and offsets have no definitions', () => {
  expect(definitionAt(project, 'nowhere.sbs', 0)).toEqual([]);
  expect(definitionAt(project, 'out.sbs', 1_000_000)).toEqual([]);
  expect(definitionAt(project, 'out.sbs', -5)).toEqual([]);
});
