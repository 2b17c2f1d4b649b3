import { expect, test } from 'vitest';
import { MarkupContent } from 'vscode-languageserver-types';
import { completionListAt } from '../../src/editor/completion/completion.ts';
import { hoverAt } from '../../src/editor/hover/hover.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { renameAt } from '../../src/editor/rename/rename.ts';
import { semanticTokens } from '../../src/editor/semantic-tokens.ts';
import { definitionAt } from '../../src/editor/symbols/definition.ts';
import { documentSymbols } from '../../src/editor/symbols/document-symbols.ts';
import { referencesAt } from '../../src/editor/symbols/references.ts';
import { formatScript } from '../../src/index.ts';
import { linesOf } from '../../src/text/lines.ts';
import { editorFile, labelsAt } from './editor-file.ts';

const LET = 'let vat is 0.19; let gross is 1 + vat; ';

test.each([
  ['le|', ['let']],
  ['let a |', ['is']],
  [`${LET}let a is |`, ['vat', 'gross', 'greatest', 'true']],
  [`${LET}table t is select site from ads where price > |`, ['vat', 'gross', 'price']],
  [`${LET}assert a on ads: price > |`, ['vat', 'gross', 'price']],
] as const)('%s offers these', (marked, expected) => {
  expect(labelsAt(marked)).toEqual(expect.arrayContaining([...expected]));
});

test('a constant is offered with its type, and alone where nothing else may stand', () => {
  const { workspace, path, offset } = editorFile(`${LET}table t is select site from ads where price > literal(|`);
  const { items } = completionListAt(workspace, path, offset);
  expect(items.map(({ label, detail }) => [label, detail])).toEqual([
    ['gross', 'constant: decimal(22, 2)'],
    ['vat', 'constant: decimal(3, 2)'],
  ]);
  expect(labelsAt(`${LET}let a is |`)).not.toContain('price');
});

test('hover shows the expression and the type', () => {
  const { workspace, path, offset } = editorFile(`${LET}table t is select price * gro|ss as paid from ads;`);
  const contents = hoverAt(workspace, path, offset)?.contents;
  expect(MarkupContent.is(contents) ? contents.value : '').toBe(
    '```sbs\nlet gross is 1 + vat;\n```\n\nIts type is `decimal(22, 2)`.\n\nConstant in `a.sbs`',
  );
});

test('definition and references are found in all files', () => {
  const { workspace, path, offset } = editorFile(`${LET}table t is select price * va|t as paid from ads;`);
  workspace.set('b.sbs', 'assert a on ads: price > literal(vat);');
  expect(definitionAt(workspace, path, offset).map(({ range }) => range.start.character)).toEqual([4]);
  const found = referencesAt(workspace, path, offset, { declaration: true });
  expect(found.map((each) => `${each.path} ${each.range.start.character}`)).toEqual([
    'a.sbs 4',
    'a.sbs 34',
    'a.sbs 65',
    'b.sbs 33',
  ]);
});

function renamed(marked: string, name: string): string {
  const { workspace, path, offset, text } = editorFile(marked);
  const edits = renameAt(workspace, path, offset, name);
  if (edits === null || 'refused' in edits) return edits?.refused ?? 'nothing to rename';
  const lines = linesOf(text);
  let result = text;
  for (const edit of edits.toReversed())
    result = `${result.slice(0, offsetOf(edit.range.start, lines))}${edit.text}${result.slice(offsetOf(edit.range.end, lines))}`;
  return result;
}

test('a rename changes the declaration and all uses', () => {
  expect(renamed('let v|at is 0.19; table t is select vat, price * literal(vat) as p from ads;', 'tax')).toBe(
    'let tax is 0.19; table t is select tax as vat, price * literal(tax) as p from ads;',
  );
});

test.each([
  ['from', 'from'],
  ['net price', 'plain name'],
  ['ads', 'taken'],
  ['price', 'price'],
])('a constant is not renamed to %s', (name, reason) => {
  expect(renamed('let v|at is 0.19; table t is select price * vat as p from ads;', name)).toContain(reason);
});

test('a constant is in the outline and has the colour of a variable', () => {
  const { workspace, path } = editorFile('let vat is 0.19; table t is select price * vat as p from ads;|');
  expect(documentSymbols(workspace, path).map(({ name, detail, kind }) => [name, detail, kind])).toContainEqual([
    'vat',
    'constant',
    14,
  ]);
  const variables = semanticTokens(workspace, path).filter(({ type }) => type === 'variable');
  expect(variables.map(({ character, modifiers }) => [character, modifiers])).toEqual([
    [4, ['declaration']],
    [43, []],
  ]);
});

test('a constant is formatted on a line of its own', () => {
  expect(formatScript("let  a is 1+2 ;let b\nis ['x','y'];")).toBe("let a is 1 + 2;\nlet b is ['x', 'y'];\n");
});
