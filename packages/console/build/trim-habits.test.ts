import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { trimExamples } from './trim-habits.ts';

it('leaves out the examples of habits, and nothing else', () => {
  const code = `const a = f('X', { '@top': { advice: 'sql: no', write: 'b', sql: g('select top, here'), here: g('{') }, sql2: 1 });
const b = { sql: 'x' };
`;
  expect(
    trimExamples(code, parseAst(code)),
  ).toBe(`const a = f('X', { '@top': { advice: 'sql: no', write: 'b',   }, sql2: 1 });
const b = {  };
`);
});

it('leaves out the examples of functions, which are the end of their rows', () => {
  const code = `const A = [...rewritten(['a'].map((name) => [name, 'b', 'c', 'd'])), ...rewritten([['a(x)', 'b(x)', 'a(1)', 'b(1)'], ['a', 'b']])];
const B = [...advised([['a', NEVER, 'a()', 'b']])], C = absent([['a b', 'Write c.', '()', 'c']]), D = other([['a', 'b', 'c', 'd']]);
`;
  expect(
    trimExamples(code, parseAst(code)),
  ).toBe(`const A = [...rewritten(['a'].map((name) => [name, 'b', 'c', 'd'])), ...rewritten([['a(x)', 'b(x)', ], ['a', 'b']])];
const B = [...advised([['a', NEVER, ]])], C = absent([['a b', 'Write c.', ]]), D = other([['a', 'b', 'c', 'd']]);
`);
});

it('leaves out the properties that it is given', () => {
  const code = `const A = { B: { text: 'x {text}', title: 'text: b', advice: c }, D: { title: 'd', http: 400 } };\n`;
  expect(trimExamples(code, parseAst(code), new Set(['text', 'http']))).toBe(
    `const A = { B: {  title: 'text: b', advice: c }, D: { title: 'd',  } };\n`,
  );
});
