import { expect, test } from 'vitest';
import { DIAGNOSTICS, EXPLANATIONS, FAMILIES, formatScript, syntaxErrors } from '../src/index.ts';
import { corpus } from './scripts.ts';

test.each(Object.entries(EXPLANATIONS))('%s is explained in whole sentences', (_code, text) => {
  expect(text).toMatch(/^[A-Za-z].*\.$/s);
  expect(text.length).toBeGreaterThan(30);
});

test('every code is explained and belongs to a family', () => {
  expect(Object.keys(EXPLANATIONS).sort()).toEqual(Object.keys(DIAGNOSTICS).sort());
  for (const code of Object.keys(DIAGNOSTICS)) expect(Object.keys(FAMILIES)).toContain(code.charAt(3));
});

test.each(corpus('bad'))('the formatter changes $name just when it has no syntax errors', ({ text }) => {
  const shuffled = `\n\n${text}`;
  expect(formatScript(shuffled) === shuffled).toBe(syntaxErrors({ path: 'a.sbs', text: shuffled }).length > 0);
});
