import { describe, expect, it } from 'vitest';
import { lineageAt, lineageOfScript, writtenPlaces } from '../../src/editor/lineage-request.ts';
import { Workspace } from '../../src/workspace.ts';
import { CATALOG } from '../catalog.ts';
import { editorFile } from './editor-file.ts';
import { PROJECT } from './project.ts';

function project(more: Readonly<Record<string, string>> = {}): Workspace {
  const workspace = new Workspace(CATALOG);
  for (const [path, text] of Object.entries({ ...PROJECT, ...more })) workspace.set(path, text);
  return workspace;
}

describe('the lineage at a place of a script', () => {
  it.each([
    ['table t is select clicks + 1 as to|tal from ads;', 'table:t', 'total'],
    ['table t is select cli|cks + 1 as total from ads;', 'download:ads', 'clicks'],
    ['table t is select si|te from ads;', 'table:t', 'site'],
    ['table t is select site from a|ds;', 'download:ads', null],
    ['table |t is select site from ads;', 'table:t', null],
    ['table t is sel|ect site from ads;', 'table:t', null],
    ['table t is select site from ads;\nupload t as se|nt to { type: "disk"; path: "t.csv"; };', 'upload:sent', null],
    ['table t is select site from ads;\nupload t as sent to { ty|pe: "disk"; path: "t.csv"; };', 'upload:sent', null],
    ["table t is select site from ads;\nassert ok on t: si|te != 'x';", 'table:t', 'site'],
  ])('leads to that of %s', (marked, node, column) => {
    const { workspace, path, offset } = editorFile(marked);
    expect(lineageAt(workspace, path, offset)).toEqual({ node, column });
  });

  it('the lineage at a place of a script is that of the first table of a bundle, and nothing outside of declarations', () => {
    const { workspace, path, offset } = editorFile(
      'download bun|dle books from { type: "folder"; pattern: "*.zip"; } using { table pages from { member: "p"; } using { id: integer; }; };',
    );
    expect(lineageAt(workspace, path, offset)).toEqual({ node: 'download:pages', column: null });
    const outside = editorFile('// A com|ment.\ntable t is select site from ads;');
    expect(lineageAt(outside.workspace, outside.path, outside.offset)).toBeNull();
  });
});

describe('the lineage of a script', () => {
  it('the lineage of a script has its downloads, tables and uploads, and is null while there is an error', () => {
    const ids = lineageOfScript(project())?.nodes.map(({ id }) => id) ?? [];
    const tables = ['everything', 'daily', 'owned', 'latest', 'totals', 'long'].map((name) => `table:${name}`);
    expect(ids.toSorted()).toEqual(
      [
        ...['ads', 'ads_old', 'sites', 'owners'].map((name) => `download:${name}`),
        ...tables,
        ...['owned', 'newest', 'long', 'everything', 'owners'].map((name) => `upload:${name}`),
      ].toSorted(),
    );
    expect(lineageOfScript(project({ 'more.sbs': 'table broken is select gone from ads;' }))).toBeNull();
  });

  it('names the places where it is written', () => {
    const places = writtenPlaces(project(), [
      { kind: 'table', name: 'daily', column: 'clicks' },
      { kind: 'download', name: 'books', table: 'owners', column: 'group' },
      { kind: 'download', name: 'ads', table: 'ads', column: 'unit' },
      { kind: 'upload', name: 'newest' },
      { kind: 'table', name: 'gone' },
    ]);
    expect(places.map((place) => place && `${place.path}:${place.startLine} ${place.text}`)).toEqual([
      'tables.sbs:3 sum(m_clicks) as clicks',
      'ads/sites.sbs:3 "group": string;',
      'ads/sources.sbs:4 "Ad unit": string as unit;',
      'out.sbs:2 newest',
      null,
    ]);
  });
});
