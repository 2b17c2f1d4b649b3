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
