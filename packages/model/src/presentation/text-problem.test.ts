import { expect, it } from 'vitest';
import { textProblem } from './text-problem.ts';

it.each([
  ['', null],
  ['x'.repeat(2000), null],
  [`  ${'x'.repeat(2000)}\n`, null],
  ['\u200fשלום 👩‍👩‍👧‍👦', null],
  [
    'invoice \u202egpj.exe',
    'A comment cannot contain hidden characters that change the direction of text. Type it instead of pasting it.',
  ],
  ['x'.repeat(2001), 'A comment has at most 2,000 characters, this one has 2,001.'],
  ['a\ud800b', 'A comment contains half of a character. Type it instead of pasting it.'],
  ['a\0b', 'A comment cannot contain the NUL character. Remove it.'],
])('finds the problem of %j', (text, problem) => {
  expect(textProblem('A comment', text, 2000)).toBe(problem);
});
