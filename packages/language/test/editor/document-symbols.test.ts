import { expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { documentSymbols } from '../../src/editor/symbols/document-symbols.ts';
import { fuzzyRank, workspaceSymbols } from '../../src/editor/symbols/workspace-symbols.ts';
import { shownPlaces, workspaceOf } from './project.ts';

const project = workspaceOf();

function outline(symbols: readonly DocumentSymbol[]): unknown[] {
  return symbols.map(({ name, detail, children = [] }) =>
    children.length > 0 ? [`${name} ${detail}`, outline(children)] : `${name} ${detail}`,
  );
}

test('a file is outlined with its columns', () => {
  expect(outline(documentSymbols(project, 'ads/sites.sbs'))).toEqual([
    [
      'books bundle',
      [
        ['sites table', ['site string', 'owner string']],
        ['owners table', ['owner string', 'group string']],
      ],
    ],
  ]);
  expect(outline(documentSymbols(project, 'tables.sbs')).slice(0, 3)).toEqual([
    'everything union',
    ['daily select', ['date date', 'site string', 'clicks integer', 'unit string']],
    'owned select',
  ]);
  expect(outline(documentSymbols(project, 'out.sbs')).slice(0, 2)).toEqual(['owned upload', 'newest upload']);
  expect(documentSymbols(project, 'nowhere.sbs')).toEqual([]);
});

test('names lie within what they name, also in broken files', () => {
  const broken = workspaceOf({
    'a.sbs': 'table "" is select x from ;\ntable b is select y as "" from c;\ndownload d from {',
  });
  for (const workspace of [project, broken])
    for (const path of workspace.paths())
      for (const { name, range, selectionRange } of documentSymbols(workspace, path)) {
        expect(name).not.toBe('');
        expect(selectionRange.start.line).toBeGreaterThanOrEqual(range.start.line);
        expect(selectionRange.end.line).toBeLessThanOrEqual(range.end.line);
      }
});

test('the workspace is searched by letters in their order, best first', () => {
  const found = workspaceSymbols(project, 'ads');
  expect(found.map(({ name }) => name)).toEqual(['ads', 'ads_old']);
  expect(shownPlaces(project, found)).toEqual(['ads/sources.sbs:1 ads', 'ads/sources.sbs:8 ads_old']);
  expect(workspaceSymbols(project, 'oWd').map(({ name }) => name)).toEqual(['owned', 'owned']);
  expect(workspaceSymbols(project, 'nws').map(({ name, container }) => [name, container])).toEqual([
    ['newest', 'out.sbs'],
  ]);
  expect(workspaceSymbols(project, 'bks').map(({ name }) => name)).toEqual(['books']);
  expect(workspaceSymbols(project, 'zzz')).toEqual([]);
  expect(workspaceSymbols(project, '')).toHaveLength(16);
});

test('starts are better than words, words than letters', () => {
  const ranks = ['ads', 'ads_old', 'old_ads', 'loads', 'a_d_s'].map((name) => fuzzyRank('ads', name) ?? Number.NaN);
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(fuzzyRank('sda', 'ads')).toBeNull();
});

test('finds at most two hundred', () => {
  const files = {
    'a.sbs': Array.from({ length: 300 }, (_, index) => `table t${index} is select x from y;`).join('\n'),
  };
  expect(workspaceSymbols(workspaceOf(files), 't')).toHaveLength(200);
});
