import { expect, test } from 'vitest';
import { fixAll, quickFixes } from '../../src/editor/code-actions.ts';
import { workspaceOf } from './project.ts';

const TEXT = `table a is SELECT site, sum(m_clicks) as clicks FROM ads group by site;
table b is select sites from ads;
`;
const workspace = workspaceOf({
  'a.sbs': TEXT,
  'b.sbs': 'download ads from { type: "web"; url: "https://example.com"; } using { site: string; m_clicks: integer; };',
});

test('a message under the cursor offers its fix', () => {
  const cursor = { line: 1, character: 20 };
  const [fix, ...rest] = quickFixes(workspace, 'a.sbs', { start: cursor, end: cursor });
  expect(rest).toEqual([]);
  expect(fix?.title).toBe('Write site');
  expect(fix?.edits).toEqual([
    { range: { start: { line: 1, character: 18 }, end: { line: 1, character: 23 } }, newText: 'site' },
  ]);
  expect(fix?.message?.code).toBe('SBS2004');
});

test('elsewhere there is none', () => {
  const cursor = { line: 1, character: 1 };
  expect(quickFixes(workspace, 'a.sbs', { start: cursor, end: cursor })).toEqual([]);
  expect(quickFixes(workspace, 'nowhere.sbs', { start: cursor, end: cursor })).toEqual([]);
});

test('all that leaves no choice is fixed at once, guesses are not', () => {
  expect(fixAll(workspace, 'a.sbs')?.edits.map(({ newText }) => newText)).toEqual(['select', 'from', '']);
  expect(fixAll(workspace, 'b.sbs')).toBeNull();
  expect(fixAll(workspace, 'nowhere.sbs')).toBeNull();
});

test('fixes that others uncover are made in the same step, and the file stays as it is', () => {
  const text = "table a is select j -> 'a' -> 'b' as v from d;\n";
  const source = 'download d from { type: "web"; url: "https://example.com"; } using { j: json; };';
  const files = workspaceOf({ 'a.sbs': text, 'b.sbs': source });
  const [edit, ...others] = fixAll(files, 'a.sbs')?.edits ?? [];
  expect(others).toEqual([]);
  const { start, end } = edit?.range ?? { start: { character: 0 }, end: { character: 0 } };
  expect(text.slice(0, start.character) + edit?.newText + text.slice(end.character)).toBe(
    "table a is select j ['a'] ['b'] as v from d;\n",
  );
  expect(files.text('a.sbs')).toBe(text);
});
