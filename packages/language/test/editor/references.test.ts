import { expect, test } from 'vitest';
import { highlightsAt, referencesAt } from '../../src/editor/symbols/references.ts';
import { offsetIn, shownPlaces, workspaceOf } from './project.ts';

const project = workspaceOf();

function named(path: string, piece: string, declaration = true): string[] {
  return shownPlaces(project, referencesAt(project, path, offsetIn(project, path, piece), { declaration }));
}

test('a table in all files, with and without its declaration', () => {
  const all = ['out.sbs:4 everything', 'tables.sbs:1 everything', 'tables.sbs:4 everything'];
  expect(named('out.sbs', 'everything')).toEqual(all);
  expect(named('tables.sbs', 'everything as', false)).toEqual([all[0], all[2]]);
});

test('a column follows unions and stars, up to the select that lists it', () => {
  expect(named('ads/sources.sbs', 'site')).toEqual([
    'ads/sources.sbs:3 site',
    'ads/sources.sbs:8 site',
    'tables.sbs:3 site',
    'tables.sbs:5 site',
    'tables.sbs:12 site',
  ]);
  expect(named('out.sbs', '"site"')).toEqual([
    'ads/sites.sbs:2 site',
    'out.sbs:2 "site"',
    'tables.sbs:3 site',
    'tables.sbs:9 site',
    'tables.sbs:9 site',
    'tables.sbs:10 site',
    'tables.sbs:11 site',
  ]);
});

test('an alias stays in its query, a function is found in all files', () => {
  expect(named('tables.sbs', 'e.site')).toEqual(['tables.sbs:3 e', 'tables.sbs:4 e']);
  expect(named('tables.sbs', 'sum')).toEqual(['tables.sbs:3 sum', 'tables.sbs:12 sum']);
  expect(named('tables.sbs', 'union')).toEqual([]);
});

test('highlights are of one file and mark the declaration', () => {
  const at = offsetIn(project, 'tables.sbs', 'clicks > 1');
  expect(highlightsAt(project, 'tables.sbs', at).map(({ range, writes }) => [range.start.line, writes])).toEqual([
    [2, true],
    [5, false],
    [6, false],
  ]);
  expect(highlightsAt(project, 'nowhere.sbs', 0)).toEqual([]);
});
