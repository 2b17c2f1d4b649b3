import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { expect, test } from 'vitest';
import { DECLARATIONS } from '../../declarations/registry.ts';
import { lex } from '../tokens/lexer.ts';
import { parseScript } from './parser.ts';

const PIECES = [
  ...['(', '[', '{', '}', ';', '"', "'", '/*', '&', '\u0001', 'é', '"\u0001" ', 'a;', '{};', 'x: [{', 'x:1 '],
  ...['table t ', 'table t is ', 'table t is select a from b ', 'download d from { } using { ', 'cast(a as {b:'],
  ...['not ', 'a ? ', 'case when ', 'f() over (partition by ', '* except (', 'a join b on ', 'x in (1, '],
];
const FRAMES: readonly ((body: string) => string)[] = [
  (body) => body,
  (body) => `table t is select ${body}`,
  (body) => `download d from { ${body}`,
  (body) => `download d from { } using { ${body}`,
];

test.each(sampleCells(PIECES, 5))('reads forty thousand of %j in a time that grows with the text', (piece) => {
  for (const frame of FRAMES) {
    const text = frame(piece.repeat(40_000));
    const processorTime = startProcessorTime();
    parseScript(text, DECLARATIONS, () => undefined);
    // A tenth of it and less is usual; going back over the text for each piece would take minutes.
    expect(processorTime()).toBeLessThan(5000);
  }
});

test('equal names are one string, whatever was read in between', () => {
  const names = Array.from({ length: 40_000 }, (_, index) => `a_rather_long_name_${index}`);
  const { tokens } = lex([...names, ...names].join(' '), () => undefined);
  const read = tokens.slice(0, -1).map((token) => token.text);
  expect(read).toHaveLength(2 * names.length);
  expect(read.findIndex((text, index) => text !== names[index % names.length])).toBe(-1);
  const long = 'x'.repeat(1000);
  expect(lex(`${long} ${long}é`, () => undefined).tokens.map((token) => token.text)).toEqual([long, `${long}é`, '']);
});

test('a keyword has its meaning in every case; a name next to it has not', () => {
  const said: string[] = [];
  const { declarations } = parseScript(
    'TABLE t IS Select selected as AS_IT from FROM_HERE;',
    DECLARATIONS,
    (code, span) => {
      said.push(`${code} ${span.start}`);
    },
  );
  expect(said).toEqual(['SBS5004 0', 'SBS5004 8', 'SBS5004 11']);
  expect(declarations).toMatchObject([
    { kind: 'table', name: { text: 't' }, query: { from: { table: { text: 'FROM_HERE' } } } },
  ]);
});

test.each([
  ['b in (a) * 0', '*'],
  ['- literal in (a) * 0', '*'],
  ["b in (1) || 'c'", '||'],
  ['c or b is null + 1', '+'],
  ["b like 'a' escape '!' - 1", '-'],
  ['a * not b in (c) % 2', '%'],
])('a tighter operator refuses a comparison that has ended as its operand: %s', (expression, operator) => {
  const said: unknown[] = [];
  parseScript(`table t is select ${expression} as x from a;`, DECLARATIONS, (code, { start }, values) => {
    said.push([code, start, values]);
  });
  const expected = 'and, or or the end of the expression';
  const advice = `Write the comparison before ${operator} in brackets.`;
  const place = 'table t is select '.length + expression.lastIndexOf(operator);
  expect(said).toEqual([['SBS1007', place, { expected, found: operator, advice }]]);
});

test.each(['(b in (a)) * 0', 'b in (a or c) == d * 3 + 1', 'b == 3 is null', 'a * not b == c and d * 3'])(
  'operators as loose as the comparison before them go on: %s',
  (expression) => {
    const said: string[] = [];
    parseScript(`table t is select ${expression} as x from a;`, DECLARATIONS, (code) => said.push(code));
    expect(said).toEqual([]);
  },
);

test.each([
  ["select ['b'] from a", []],
  ["select c, ['b'], d from a", []],
  ['select [b] from a', ['SBS1048']],
])('a word alone in brackets is a quoted name of another dialect, a quoted text is a list: %s', (query, expected) => {
  const said: string[] = [];
  parseScript(`table t is ${query};`, DECLARATIONS, (code) => said.push(code));
  expect(said).toEqual(expected);
});
