import { expect, test } from 'vitest';
import { tableAt } from '../../src/editor/symbols/table-at.ts';
import { offsetIn, workspaceOf } from './project.ts';

const project = workspaceOf();

test.each([
  ['where it is declared', 'tables.sbs', 'daily is', 'daily'],
  ['where it is read', 'tables.sbs', 'daily join', 'daily'],
  ['of a download', 'tables.sbs', 'ads, ads_old', 'ads'],
  ['within a query', 'tables.sbs', 'clicks > 1', 'daily'],
  ['of a download, within its columns', 'ads/sources.sbs', 'm_cost', 'ads'],
  ['of a bundle', 'ads/sites.sbs', '"group"', 'owners'],
  ['of a bundle, before its tables', 'ads/sites.sbs', 'books', 'sites'],
  ['that an upload delivers', 'out.sbs', '"latest"', 'latest'],
  ['that an upload with another name delivers', 'out.sbs', 'newest', 'latest'],
])('finds the table %s', (_where, path, piece, name) => {
  expect(tableAt(project, path, offsetIn(project, path, piece, 1))).toBe(name);
});

test('finds none outside of declarations and in unknown files', () => {
  const workspace = workspaceOf({ 'a.sbs': '// daily\n\ntable daily is select site from nowhere;' });
  expect(tableAt(workspace, 'a.sbs', 3)).toBeNull();
  expect(tableAt(workspace, 'a.sbs', 18)).toBe('daily');
  expect(tableAt(workspace, 'b.sbs', 0)).toBeNull();
});
