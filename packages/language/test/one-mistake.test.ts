import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { piecesOf } from './fuzz/mutate.ts';
import { samples } from './scripts.ts';

/** Each sample with one of its symbols left out; where a stray one may stand, nothing is missing without it. */
const SCRIPTS = samples('good').filter(({ name, files }) => files.length === 1 && name !== 'semicolons-stray');

/** How many of them may say more than one thing: where the rest can be read in several ways, a message may follow from another. */
test.each([
  [';', 0.001],
  ['}', 0.005],
  [')', 0.005],
  [']', 0],
  ['(', 0.005],
  ['[', 0],
  ['{', 0.05],
])('a missing %s is one mistake, and one message', (symbol, share) => {
  const unlike: string[] = [];
  let cases = 0;
  for (const { name, files, catalog } of SCRIPTS) {
    const pieces = piecesOf(files[0]?.text ?? '');
    for (const [at, piece] of pieces.entries()) {
      if (piece !== symbol) continue;
      cases += 1;
      const text = pieces.filter((_, other) => other !== at).join('');
      const { messages } = compile([{ path: 'a.sbs', text }], catalog);
      const errors = messages.filter((message) => message.type === 'error').map((message) => message.code);
      const optional = symbol === ';' && /\*\s*$/.test(pieces.slice(0, at).join(''));
      if (errors.length !== 1 && !(optional && errors.length === 0)) unlike.push(`${name}@${at}: ${errors.join(' ')}`);
    }
  }
  expect(cases).toBeGreaterThan(50);
  expect(unlike.length, unlike.slice(0, 5).join('\n')).toBeLessThanOrEqual(cases * share);
});
