import { expect, test } from 'vitest';
import { semanticTokens } from '../../src/editor/semantic-tokens.ts';
import { Workspace } from '../../src/workspace.ts';
import { samples } from '../scripts.ts';
import { workspaceOf } from './project.ts';

function coloured(text: string): string[] {
  const workspace = workspaceOf({ 'a.sbs': text });
  const lines = text.split('\n');
  return semanticTokens(workspace, 'a.sbs').map(({ line, character, length, type, modifiers }) =>
    [lines[line]?.slice(character, character + length), type, ...modifiers].join(' '),
  );
}

test('words are what they mean where they stand', () => {
  const source = `download ads from { type: "web"; url: "https://example.com"; } using { "table": date; sum: integer not null; };
table daily is select a."table", "sum", "sums" as text, upper('x') as y from ads as a; // end`;
  expect(coloured(source)).toEqual([
    'download keyword',
    'ads class declaration',
    'from keyword',
    'type parameter',
    '"web" enumMember',
    'url parameter',
    '"https://example.com" string',
    'using keyword',
    '"table" property declaration',
    'date type',
    'sum property declaration',
    'integer type',
    'not keyword',
    'null keyword',
    'table keyword',
    'daily class declaration',
    'is keyword',
    'select keyword',
    'a variable',
    '"table" property declaration',
    '"sum" property declaration',
    '"sums" string',
    'as keyword',
    'text property declaration',
    'upper function defaultLibrary',
    "'x' string",
    'as keyword',
    'y property declaration',
    'from keyword',
    'ads class',
    'as keyword',
    'a variable declaration',
    '// end comment',
  ]);
});

test('broken parts keep their keywords, comments over lines are cut', () => {
  expect(coloured('table x is selec sum(y) frm\n/* a\n\n b */')).toEqual([
    'table keyword',
    'is keyword',
    'sum function defaultLibrary',
    '/* a comment',
    ' b */ comment',
  ]);
});

test('a range gives what touches it', () => {
  const workspace = workspaceOf();
  const all = semanticTokens(workspace, 'tables.sbs');
  const within = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
  expect(semanticTokens(workspace, 'tables.sbs', within)).toEqual(all.filter(({ line }) => line === 1));
  expect(semanticTokens(workspace, 'nowhere.sbs')).toEqual([]);
});

test('pieces come in order, inside their lines and apart from each other', () => {
  for (const { files, catalog } of [...samples('good'), ...samples('bad')]) {
    const workspace = new Workspace(catalog);
    for (const { path, text } of files) workspace.set(path, text);
    for (const { path, text } of files) {
      const lines = text.split('\n');
      let [line, end] = [0, 0];
      for (const token of semanticTokens(workspace, path)) {
        expect(token.line > line || (token.line === line && token.character >= end)).toBe(true);
        [line, end] = [token.line, token.character + token.length];
        expect(end).toBeLessThanOrEqual(lines[line]?.length ?? 0);
        expect(token.length).toBeGreaterThan(0);
      }
    }
  }
});
