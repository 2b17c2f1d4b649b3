import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { piecesOf } from './fuzz/mutate.ts';
import { samples } from './scripts.ts';

/** Each sample with one of its symbols left out; where a stray one may stand, nothing is missing without it. */
const SCRIPTS = samples('good').filter(({ name, files }) => files.length === 1 && name !== 'semicolons-stray');

/** Pieces on either side that make two semicolons differ: samples repeat the same declarations, of which one is enough. */
const CONTEXT = 3;

/** The places of a symbol among the pieces of a script, each semicolon with what stands around it. */
function placesOf(
  symbol: string,
  pieces: readonly string[],
): { readonly at: number; readonly context: string | null }[] {
  const words = [...pieces.entries()].filter(([, piece]) => /\S/.test(piece) && !/^(\/\/|#|\/\*)/.test(piece));
  return words.flatMap(([at, piece], index) => {
    if (piece !== symbol) return [];
    const around = words.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1);
    return [{ at, context: symbol === ';' ? around.map(([, text]) => text).join(' ') : null }];
  });
}

/**
 * The numbers are the allowed shares of cases with more than one message: where the rest of a script can be read in
 * several ways, one message may follow from another.
 */
test.each(
  sampleCells(
    [
      [';', 0.001],
      ['}', 0.005],
      [')', 0.005],
      [']', 0],
      ['(', 0.005],
      ['[', 0],
      ['{', 0.05],
    ] as const,
    7,
  ),
)('a missing %s is one mistake, and one message', (symbol, share) => {
  const unlike: string[] = [];
  const tried = new Set<string>();
  for (const { name, files, catalog } of SCRIPTS) {
    const pieces = piecesOf(files[0]?.text ?? '');
    for (const { at, context } of placesOf(symbol, pieces)) {
      const place = context ?? `${name}@${at}`;
      if (tried.has(place)) continue;
      tried.add(place);
      const text = pieces.filter((_, other) => other !== at).join('');
      const { messages } = compile([{ path: 'a.sbs', text }], catalog);
      const errors = messages.filter((message) => message.type === 'error').map((message) => message.code);
      const optional = symbol === ';' && /\*\s*$/.test(pieces.slice(0, at).join(''));
      if (errors.length !== 1 && !(optional && errors.length === 0)) unlike.push(`${name}@${at}: ${errors.join(' ')}`);
    }
  }
  expect(tried.size).toBeGreaterThan(50);
  expect(unlike.length, unlike.slice(0, 5).join('\n')).toBeLessThanOrEqual(tried.size * share);
});
