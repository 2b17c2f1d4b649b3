import { expect, test } from 'vitest';
import { MarkupContent } from 'vscode-languageserver-types';
import { hoverAt } from '../../src/editor/hover/hover.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { renameAt } from '../../src/editor/rename/rename.ts';
import { definitionAt } from '../../src/editor/symbols/definition.ts';
import { documentSymbols } from '../../src/editor/symbols/document-symbols.ts';
import { formatScript } from '../../src/index.ts';
import { linesOf } from '../../src/text/lines.ts';
import { editorFile, labelsAt } from './editor-file.ts';

test.each([
  ['assert a |', ['on']],
  ['assert a on ads: row_count |', ['between']],
  ['assert a on ads: row_count between 1 and 2 |', ['percent of last 7 dates', 'else warn']],
  ['assert a on ads: row_count between 1 and 2 percent of last 7 |', ['dates']],
  ['assert a on ads: unique (site) |', ['else warn']],
  ['assert a on ads: site in sites.id |', ['else warn']],
  ['assert a on ads: site in sites.|', ['id', 'kind']],
  ['assert a on ads: (site, kind) in sites (id, |', ['kind']],
  ['assert a on ads: clicks > 0 else |', ['warn']],
] as const)('%s offers exactly these', (marked, expected) => {
  expect(labelsAt(marked).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ['asse|', ['assert', 'assert not null', 'assert reference', 'assert row_count', 'assert unique']],
  ['assert a on |', ['ads', 'sites']],
  ['assert a on ads: |', ['site', 'clicks', 'unique (', 'not null (', 'row_count between', 'length']],
  ['assert a on ads: clicks > 0 and |', ['site', 'clicks', 'length']],
  ['assert a on ads: unique (|', ['site', 'clicks']],
  ['assert a on ads: not null (site, |', ['clicks']],
] as const)('%s offers these', (marked, expected) => {
  expect(labelsAt(marked)).toEqual(expect.arrayContaining([...expected]));
});

function renamed(marked: string, name: string): string {
  const { workspace, path, offset, text } = editorFile(marked);
  const edits = renameAt(workspace, path, offset, name);
  if (edits === null || 'refused' in edits) return edits?.refused ?? 'nothing to rename';
  const lines = linesOf(text);
  let result = text;
  for (const edit of edits.filter((each) => each.path === path).toReversed())
    result = `${result.slice(0, offsetOf(edit.range.start, lines))}${edit.text}${result.slice(offsetOf(edit.range.end, lines))}`;
  return result;
}

test.each([
  [
    'table t is select site, clicks from ads; assert a on t|: unique (site);',
    'u',
    'table u is select site, clicks from ads; assert a on u: unique (site);',
  ],
  [
    'table t is select si|te, clicks from ads; assert a on t: unique (site); assert b on ads: site > "";',
    'page',
    'table t is select page as site, clicks from ads; assert a on t: unique (site); assert b on ads: page > "";',
  ],
  [
    'table t is select site as pa|ge from ads; assert a on t: page in sites.id; assert b on t: not null (page);',
    'name',
    'table t is select site as name from ads; assert a on t: name in sites.id; assert b on t: not null (name);',
  ],
  ['assert |a on ads: clicks > 0;', 'b', 'assert b on ads: clicks > 0;'],
] as const)('a rename follows names in %s', (marked, name, expected) => {
  expect(renamed(marked, name)).toBe(expected);
});

test('hover describes an assertion and its columns; a definition is found', () => {
  const shown = (marked: string): string => {
    const { workspace, path, offset } = editorFile(marked);
    const contents = hoverAt(workspace, path, offset)?.contents;
    return MarkupContent.is(contents) ? contents.value : '';
  };
  expect(shown('assert |a on ads: clicks > 0;')).toContain('the uploads of that report date are stopped');
  expect(shown('assert |a on ads: clicks > 0 else warn;')).toContain('the uploads go on');
  expect(shown('assert a on ads: cli|cks > 0;')).toContain('clicks: integer');
  expect(shown('assert a on ads: site in sites.i|d;')).toContain('id: string');
  expect(shown('as|sert a on ads: clicks > 0;')).toContain('before its rows are uploaded');
  const { workspace, path, offset } = editorFile('assert a on ads: site in sit|es.id;');
  expect(definitionAt(workspace, path, offset).map((place) => place.path)).toEqual(['prelude/sources.sbs']);
});

test('the outline shows assertions with their tables', () => {
  const { workspace, path } = editorFile('assert a on ads: clicks > 0;|');
  expect(documentSymbols(workspace, path)).toMatchObject([{ name: 'a', detail: 'assertion on ads' }]);
});

test('the formatter spaces every claim', () => {
  const script = `assert a on t:clicks>0   else
warn; assert b on t : unique(a,b);assert c on t: not null( a );
assert d on t: (a,b)in s(c ,d); assert e on t: a in s . c;assert f on t: row_count  between 1 and 2 percent of last 7 dates;`;
  expect(formatScript(script)).toBe(`assert a on t: clicks > 0 else warn;
assert b on t: unique (a, b);
assert c on t: not null (a);
assert d on t: (a, b) in s(c, d);
assert e on t: a in s.c;
assert f on t: row_count between 1 and 2 percent of last 7 dates;
`);
});
