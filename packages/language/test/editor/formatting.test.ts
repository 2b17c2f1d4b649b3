import { expect, test } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-types';
import { formatScript } from '../../src/editor/format/format.ts';
import { formattingEdits } from '../../src/editor/format/formatting.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { linesOf } from '../../src/text/lines.ts';
import { samples } from '../scripts.ts';

function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = linesOf(text);
  let result = text;
  for (const { range, newText } of edits.toReversed())
    result = result.slice(0, offsetOf(range.start, lines)) + newText + result.slice(offsetOf(range.end, lines));
  return result;
}

const CRAMPED = 'table a is select x,y from b;\r\n/* one\r\n  two */ table c is select  x from b ; // end\r\n\r\n\r\n';

test('the edits give what the formatter gives', () => {
  const texts = [...samples('good'), ...samples('bad')].flatMap(({ files }) => files.map(({ text }) => text));
  const squeezed = texts.map((text) => text.replace(/\n +/g, '\n').replace(/ \{/g, '{'));
  for (const text of [...texts, ...squeezed, CRAMPED])
    expect(applied(text, formattingEdits(text))).toBe(formatScript(text));
});

test('a range changes nothing outside it', () => {
  const within = { start: { line: 2, character: 0 }, end: { line: 4, character: 0 } };
  const text = applied(CRAMPED, formattingEdits(CRAMPED, within));
  expect(text).toContain('select x,y from b;\r\n');
  expect(text).toContain('table c is select x from b;');
});

test('a text with syntax errors or in good order has none', () => {
  expect(formattingEdits('table a is selec x from b;')).toEqual([]);
  expect(formattingEdits(formatScript(CRAMPED))).toEqual([]);
});
