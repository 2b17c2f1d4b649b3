import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECLARATIONS } from '../src/declarations/registry.ts';
import { compile, formatScript, type Message } from '../src/index.ts';
import { parseScript } from '../src/syntax/parse/parser.ts';
import { lex } from '../src/syntax/tokens/lexer.ts';
import { CATALOG } from './catalog.ts';
import { fuzzBatch } from './fuzz/batch.ts';
import { corpus } from './scripts.ts';
import { PIECES, spliced } from './splice.ts';

/** A run takes one of so many parts of the random cases. */
const SHARES = 5;

const SCRIPTS = [...corpus('good'), ...corpus('bad')].map((script) => script.text);

const mutated = fc
  .tuple(
    fc.constantFrom(...SCRIPTS),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(40),
        fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 6 })),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([script, edits]) => edits.reduce(spliced, script));

function checkPlace(message: Message, text: string): void {
  const lines = text.split(/\r\n|\n|\r/);
  const places = [message, ...(message.fix?.edits ?? [])];
  for (const { startLine, startColumn, endLine, endColumn } of places) {
    expect(startLine).toBeGreaterThanOrEqual(1);
    expect(endLine).toBeGreaterThanOrEqual(startLine);
    expect(endLine).toBeLessThanOrEqual(lines.length);
    expect(startColumn).toBeGreaterThanOrEqual(1);
    expect(startColumn).toBeLessThanOrEqual((lines[startLine - 1]?.length ?? 0) + 2);
    expect(endColumn).toBeLessThanOrEqual((lines[endLine - 1]?.length ?? 0) + 2);
    if (startLine === endLine) expect(endColumn).toBeGreaterThanOrEqual(startColumn);
  }
  expect(message.message).not.toMatch(/undefined|\[object|NaN/);
}

function compiles(text: string): void {
  const { messages, plan } = compile([{ path: 'a.sbs', text }], CATALOG);
  for (const message of messages) checkPlace(message, text);
  expect(plan === null).toBe(messages.some((message) => message.type === 'error'));
}

/** The tree and the comments of a script without positions. */
function meaning(text: string): string {
  const { declarations } = parseScript(text, DECLARATIONS, () => undefined);
  const { comments } = lex(text, () => undefined);
  const tree = JSON.stringify(declarations, (key, value: unknown) =>
    ['start', 'end', 'clauses'].includes(key) ? undefined : value,
  );
  return `${tree}\n${comments.map((comment) => comment.text.replace(/\s+/g, ' ')).join('\n')}`;
}

function formats(text: string): void {
  const formatted = formatScript(text);
  expect(formatScript(formatted)).toBe(formatted);
  expect(meaning(formatted)).toBe(meaning(text));
}

describe('any text', () => {
  test.each(sampleCells([0, 300, 600, 900, 1200], SHARES))(
    'some of the changed scripts of the long run, from %i',
    (from) => {
      expect(fuzzBatch({ from, to: from + 300 }, 20_261_121).failures).toEqual([]);
    },
  );

  test('compile never throws, and its messages stand inside the text', () => {
    fc.assert(fc.property(mutated, compiles), { numRuns: sampleRuns(1500, SHARES) });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), compiles), {
      numRuns: sampleRuns(500, SHARES),
    });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => compiles(pieces.join(' '))),
      { numRuns: sampleRuns(1000, SHARES) },
    );
  });

  test('formatting is idempotent and keeps tree and comments', () => {
    fc.assert(fc.property(mutated, formats), { numRuns: sampleRuns(800, SHARES) });
    const comment = fc.constantFrom(' // c\n', ' /* c */ ', '\n# c\n', ' /* a\n b */ ', '\n\n', '\n');
    const commented = fc
      .tuple(
        fc.constantFrom(...corpus('good').map((script) => script.text)),
        fc.array(fc.tuple(fc.nat(), comment), { maxLength: 5 }),
      )
      .map(([script, comments]) => {
        let text = script;
        for (const [at, piece] of comments) {
          const gaps = [...text.matchAll(/[ \n]+/g)].map((match) => match.index);
          const start = gaps[at % gaps.length] ?? 0;
          text = text.slice(0, start) + piece + text.slice(start);
        }
        return text;
      });
    fc.assert(fc.property(commented, formats), { numRuns: sampleRuns(800, SHARES) });
  });
});

test.each(sampleCells(['(', '[', '{', '-', 'not ', 'a ? ', 'a + ', 'f(', 'case when ', '1 ? 2 : '], SHARES))(
  'survives fifty thousand of %s',
  (piece) => {
    const expression = `table t is select ${piece.repeat(50_000)}1 as x from a;`;
    const { messages } = compile([{ path: 'a.sbs', text: expression }], CATALOG);
    expect(messages.some((message) => message.type === 'error')).toBe(true);
    expect(compile([{ path: 'a.sbs', text: `download d from { x: ${piece.repeat(50_000)}` }], CATALOG).plan).toBeNull();
    expect(
      compile([{ path: 'a.sbs', text: `download d from { } using { x: ${piece.repeat(50_000)}` }], CATALOG).plan,
    ).toBeNull();
    formatScript(expression);
  },
);

test('takes a chain of thousands of tables and thousands of declarations', () => {
  const source = 'download d from { type: "web"; url: "https://example.com"; } using { x: integer; };\n';
  const chain = Array.from(
    { length: 5000 },
    (_, index) => `table t${index} is select x from ${index === 0 ? 'd' : `t${index - 1}`};`,
  )
    .reverse()
    .join('\n');
  const { plan, messages } = compile(
    [{ path: 'a.sbs', text: `${source}${chain}\nupload t4999 to { type: "disk"; path: "x.csv"; };` }],
    CATALOG,
  );
  expect(messages).toEqual([]);
  expect(plan?.uploads[0]?.tables).toHaveLength(5000);
});
