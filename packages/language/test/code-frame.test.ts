import { expect, test } from 'vitest';
import { codeFrame, compile, type Message } from '../src/index.ts';
import { CATALOG } from './catalog.ts';

const TEXT = 'download d from { type: "web"; url: "https://example.com"; } using {\n  x: integer;\n  y: sting;\n};\n';

type Place = Pick<Message, 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;

const messageAt = (place: Place): Message => ({
  type: 'error',
  code: 'SBS1007',
  path: 'a.sbs',
  line: place.startLine,
  ...place,
  message: 'Wrong.',
});

/** The message over the first place where the text holds a part. */
function messageOver(text: string, part: string): Message {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  const startColumn = (before.at(-1) ?? '').length + 1;
  const startLine = before.length;
  return messageAt({ startLine, startColumn, endLine: startLine, endColumn: startColumn + part.length });
}

const markedOf = (text: string, message: Message, width?: number): readonly string[] =>
  codeFrame(text, message, undefined, width).split('\n').slice(2);

test('a frame shows the line, carets under the place, the lines around it, and the quick fix', () => {
  const { messages } = compile([{ path: 'a.sbs', text: TEXT }], CATALOG);
  const message = messages.find((each) => each.type === 'error');
  if (!message) throw new Error('There is no message.');
  expect(codeFrame(TEXT, message)).toBe(
    [
      'error SBS3001 a.sbs:3:6',
      '  There is no type sting. Did you mean string?',
      '  1 | download d from { type: "web"; url: "https://example.com"; } using {',
      '  2 |   x: integer;',
      '> 3 |   y: sting;',
      '    |      ^^^^^',
      '  4 | };',
      '  5 |',
      '  fix: Write string',
    ].join('\n'),
  );
  expect(codeFrame(TEXT, message, (text, part) => `<${part}>${text}</>`)).toContain('<error>^^^^^</>');
});

test.each([
  ['tabs, up to the next stop', '\ta\tbad;', 'bad', ['> 1 |     a   bad;', '    |         ^^^']],
  ['a tab inside the mark', 'x a\tb;', 'a\tb', ['> 1 | x a b;', '    |   ^^^']],
  ['wide letters', '表 = 漢字;', '漢字', ['> 1 | 表 = 漢字;', '    |      ^^^^']],
  ['full width and half width', 'ＡＢ ｱｲ bad', 'bad', ['> 1 | ＡＢ ｱｲ bad', '    |         ^^^']],
  ['combining marks', 'e\u0301a\u0308 bad', 'bad', ['> 1 | e\u0301a\u0308 bad', '    |    ^^^']],
  ['pictures of several characters', '👩‍👩‍👧 ❤️ 🇫🇷 bad', 'bad', ['> 1 | 👩‍👩‍👧 ❤️ 🇫🇷 bad', '    |          ^^^']],
  ['a mark before any letter', '\u0301 bad', 'bad', ['> 1 | \ufffd bad', '    |   ^^^']],
])('carets stand under what they mean: %s', (_name, text, part, lines) => {
  expect(markedOf(text, messageOver(text, part))).toEqual(lines);
});

test('what would command a terminal or turn the text around is shown as a sign', () => {
  const text = '/* \u001b[2J \u202e \u0007\u2028 */ bad \ud800';
  const message = {
    ...messageOver(text, 'bad'),
    message: 'There is no \u001b]0;x\u0007\u202e.\nNone.',
    path: 'a\u001b.sbs',
  };
  const frame = codeFrame(text, message);
  expect(frame.split('\n')).toEqual([
    'error SBS1007 a\ufffd.sbs:1:17',
    '  There is no \ufffd]0;x\ufffd\ufffd. None.',
    '> 1 | /* \ufffd[2J \ufffd \ufffd\ufffd */ bad \ufffd',
    '    |                 ^^^',
  ]);
});

test('a long line is cut around the mark, and so are the lines beside it', () => {
  const long = `${'a '.repeat(400)}bad${' z'.repeat(400)}`;
  const text = `short\n${long}\n${'漢'.repeat(500)}`;
  const lines = markedOf(text, messageOver(text, 'bad'), 60);
  expect(lines[0]).toBe('  1 | …');
  expect(lines[1]).toMatch(/^> 2 \| …[a ]+bad[z ]+…$/);
  expect(lines[3]).toMatch(/^ {2}3 \| … ?漢+…$/);
  for (const line of [lines[1], lines[2]]) expect(line?.length).toBeLessThanOrEqual(60);
  expect(lines[2]?.indexOf('^^^')).toBe(lines[1]?.indexOf('bad'));
});

test('a mark longer than the line that is shown is cut with it', () => {
  const text = `x ${'b'.repeat(500)} y`;
  const lines = markedOf(text, messageOver(text, 'b'.repeat(500)), 60);
  expect(lines[0]).toMatch(/^> 1 \| … b{51}…$/);
  expect(lines[1]).toMatch(/^ {4}\| {3}\^{51}$/);
  expect(lines[1]?.length).toBeLessThanOrEqual(60);
});

test('a mark over several lines is drawn under each, and shortened when there are many', () => {
  const text = 'one\n  two (a,\n    b,\n  c) end\nlast';
  const place = { startLine: 2, startColumn: 7, endLine: 4, endColumn: 5 };
  expect(markedOf(text, messageAt(place))).toEqual([
    '  1 | one',
    '> 2 |   two (a,',
    '    |       ^^^',
    '> 3 |     b,',
    '    |     ^^',
    '> 4 |   c) end',
    '    |   ^^',
    '  5 | last',
  ]);
  const many = Array.from({ length: 30 }, (_, index) => `l${index + 1}`).join('\n');
  expect(markedOf(many, messageAt({ startLine: 1, startColumn: 1, endLine: 30, endColumn: 4 }))).toEqual([
    '>  1 | l1',
    '     | ^^',
    '>  2 | l2',
    '     | ^^',
    '>  3 | l3',
    '     | ^^',
    '     …',
    '> 30 | l30',
    '     | ^^^',
  ]);
});

test.each([
  ['an empty text', '', { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 }, ['> 1 |', '    | ^']],
  ['the end of a line', 'ab', { startLine: 1, startColumn: 3, endLine: 1, endColumn: 3 }, ['> 1 | ab', '    |   ^']],
  [
    'a place that is not there',
    'ab',
    { startLine: 1, startColumn: 90, endLine: 1, endColumn: 99 },
    ['> 1 | ab', '    |   ^'],
  ],
])('draws a caret for a mark of nothing: %s', (_name, text, place, lines) => {
  expect(markedOf(text, messageAt(place))).toEqual(lines);
});
