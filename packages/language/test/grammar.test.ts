import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECLARATIONS } from '../src/declarations/registry.ts';
import { GRAMMAR } from '../src/grammar.ts';
import { DIAGNOSTICS } from '../src/index.ts';
import { KEYWORDS } from '../src/keywords.ts';
import { REFUSED_RULES } from '../src/syntax/grammar.ts';
import { parseScript } from '../src/syntax/parse/parser.ts';
import { lex } from '../src/syntax/tokens/lexer.ts';
import { RESERVED } from '../src/syntax/tokens/reserved-words.ts';
import { namesIn, type Rules, readEbnf } from './ebnf.ts';
import { type Fits, isSentence } from './recogniser.ts';
import { samples } from './scripts.ts';
import { type Piece, sentenceOf } from './sentence.ts';

const ALL = GRAMMAR.flatMap((section) => section.rules);
const RULES: Rules = new Map(ALL.map(({ name, ebnf }) => [name, readEbnf(ebnf)]));

/**
 * Where the parser takes more than the grammar shows: `not` before any operand, as it gives a meaning to few and an error
 * of types to most; `outer` in any join; and any number of arguments of `dates`. `fits` decides which words may be columns
 * or functions.
 */
const TAKEN = new Map(RULES);
for (const [name, ebnf] of [
  ['sign', '( "-" | "not" ) sign | part'],
  ['kind', '( "inner" | "left" | "right" | "full" | "semi" | "anti" ) [ "outer" ] | "asof" [ "left" ]'],
  [
    'join',
    '[ kind ] "join" reference ( "on" expression | "using" "(" names ")" ) | "cross" [ "outer" ] "join" reference',
  ],
  ['dates', '"dates" "(" [ arguments ] ")"'],
  [
    'value_or_name',
    'number | string | "true" | "false" | "null" | "literal" string | "literal" "(" word ")" | own_word | call | cast | record | columns | "[" [ arguments ] "]" | "(" expression ")" | "(" inner ")" | "exists" "(" inner ")"',
  ],
  [
    'call',
    'function_word call_open [ arguments [ ordering ] [ "ignore" "nulls" ] ] ")" [ filter ] [ window ] | "count" "(" "*" ")" [ filter ] [ window ]',
  ],
] as const)
  TAKEN.set(name, readEbnf(ebnf));

const isWord = (piece: Piece | undefined): boolean =>
  piece !== undefined && piece.kind !== 'string' && /^[\p{L}_]/u.test(piece.text);

/** Whether a piece is the first behind `assert name on table:`, where some words are keywords. */
const startsClaim = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at - 1]?.text === ':' && pieces[at - 3]?.text === 'on' && pieces[at - 5]?.text === 'assert';

const fits: Fits = (rule, pieces, at) => {
  const piece = pieces[at];
  const [before, next] = [pieces[at - 1]?.text, pieces[at + 1]?.text ?? ''];
  if (piece === undefined) return false;
  if (rule === 'string' || rule === 'number') return piece.kind === rule;
  // First in a call, `distinct` is a modifier unless nothing but a column can be meant.
  if (rule === 'call_open') {
    const behind = pieces[at + 2]?.text ?? '';
    return piece.kind !== 'string' && piece.text === '(' && (next !== 'distinct' || [',', ')'].includes(behind));
  }
  if (!isWord(piece)) return false;
  if (startsClaim(pieces, at) && (rule === 'function_word' ? 'unique' : 'row_count') === piece.text) {
    if (rule === 'function_word' || (rule === 'own_word' && next === 'between')) return false;
  }
  // Read as `not null (columns)`.
  if (rule === 'function_word' && piece.text === 'null' && before === 'not' && startsClaim(pieces, at - 1))
    return false;
  if (rule === 'function_word' && piece.text === 'distinct' && before === 'select') return false;
  if (rule === 'function_word') return !['cast', 'try_cast', 'record', 'columns', 'not', 'select'].includes(piece.text);
  if (piece.text === 'distinct' && before === 'select' && next === '.') return false;
  if (rule !== 'own_word') return true;
  // Read as the keyword wherever that could be meant.
  if (piece.text === 'distinct' && before === 'select') return [',', 'from'].includes(next);
  return piece.text !== 'not' && !RESERVED.has(piece.text);
};

/** The errors of a script's syntax. */
function errorsIn(text: string): string[] {
  const codes: string[] = [];
  parseScript(text, DECLARATIONS, (code) => {
    if (DIAGNOSTICS[code].severity === 'error') codes.push(code);
  });
  return codes;
}

const textOf = (pieces: readonly Piece[], between = ' '): string => pieces.map((piece) => piece.text).join(between);

const choices = fc.array(fc.nat(10_000), { maxLength: 150, size: 'max' });
const gap = fc.constantFrom(' ', '\n', '\t \r\n', ' /* x; } */ ', ' // table\n', ' # "\n');

describe('the grammar alone', () => {
  test('each rule stands once, and each that is named exists', () => {
    expect(RULES.size).toBe(ALL.length);
    const named = ALL.flatMap(({ ebnf }) => namesIn(readEbnf(ebnf), 'rule'));
    const tokens = ['word', 'string', 'number'];
    const known = new Set([...RULES.keys(), ...tokens]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => name !== 'script' && !named.includes(name))).toEqual([]);
  });

  test('every keyword stands in the grammar, and it holds no others', () => {
    const literals = new Set([...ALL, ...REFUSED_RULES].flatMap(({ ebnf }) => namesIn(readEbnf(ebnf), 'literal')));
    const keywords = KEYWORDS.map((keyword) => keyword.word);
    expect(keywords.filter((word) => !literals.has(word))).toEqual([]);
    const words = [...literals].filter((text) => /^[a-z]/.test(text) && text !== 'count');
    expect(words.filter((word) => !keywords.includes(word))).toEqual([]);
  });
});

describe('the grammar and the parser', () => {
  test('what the grammar makes, the parser takes', () => {
    fc.assert(
      fc.property(choices, gap, (numbers, between) => {
        const pieces = sentenceOf(RULES, 'script', numbers);
        expect(errorsIn(textOf(pieces, between))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test.each(['download', 'bundle', 'table', 'upload', 'assertion', 'query', 'expression'])(
    'the grammar and the parser agree on each %s',
    (name) => {
      const frame: Readonly<Record<string, (text: string) => string>> = {
        query: (text) => `table t is ${text};`,
        expression: (text) => `table t is select ${text} as x from a;`,
      };
      fc.assert(
        fc.property(choices, (numbers) => {
          const text = textOf(sentenceOf(RULES, name, numbers));
          expect(errorsIn(frame[name]?.(text) ?? text)).toEqual([]);
        }),
        { numRuns: 150 },
      );
    },
  );

  test('one wrong token, and both refuse it, or both take it', () => {
    const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
      fc
        .constantFrom(...new Set(ALL.flatMap(({ ebnf }) => namesIn(readEbnf(ebnf), 'literal'))))
        .map((text): Piece => ({ kind: 'literal', text })),
      fc.constantFrom<Piece>(
        { kind: 'word', text: 'a' },
        { kind: 'string', text: '"b"' },
        { kind: 'string', text: "'c'" },
        { kind: 'number', text: '3' },
      ),
    );
    const edit = fc.record({
      at: fc.nat(10_000),
      how: fc.constantFrom('drop', 'insert', 'replace', 'swap'),
      piece: anyPiece,
    });
    let refused = 0;
    fc.assert(
      fc.property(choices, edit, (numbers, { at, how, piece }) => {
        const pieces = [...sentenceOf(RULES, 'declaration', numbers)];
        const place = at % pieces.length;
        const [here, next] = [pieces[place], pieces[place + 1]];
        if (how === 'insert') pieces.splice(place, 0, piece);
        else if (how === 'drop') pieces.splice(place, 1);
        else if (how === 'replace') pieces.splice(place, 1, piece);
        else if (here && next) pieces.splice(place, 2, next, here);
        // Whether that is a bundle without a name, or a download called bundle, only the parser can decide.
        fc.pre(!/^(?:download|import) bundle from \{/.test(textOf(pieces)));
        // A word alone in brackets is taken for a quoted name of T-SQL, and refused with advice.
        fc.pre(!/\[ \w+ \] (?:,|\.|from\b)/.test(textOf(pieces)));
        const taken = errorsIn(textOf(pieces)).length === 0;
        if (!taken) refused += 1;
        expect([taken, textOf(pieces)]).toEqual([isSentence(TAKEN, 'script', pieces, fits), textOf(pieces)]);
      }),
      { numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

describe('scripts that compile', () => {
  const good = samples('good').flatMap((sample) =>
    sample.files.map((file) => [`${sample.name} ${file.path}`, file.text] as const),
  );

  test.each(good)('the grammar makes the sentences of %s', (_name, text) => {
    const pieces = lex(text, () => undefined)
      .tokens.filter((token) => token.kind !== 'end')
      .map((token): Piece => {
        const kind = token.kind === 'name' ? 'word' : token.kind;
        const own = kind === 'word' || kind === 'string' || kind === 'number' ? kind : 'literal';
        return { kind: own, text: own === 'word' ? token.text.toLowerCase() : token.text };
      });
    expect(isSentence(TAKEN, 'script', pieces, fits)).toBe(true);
  });
});
