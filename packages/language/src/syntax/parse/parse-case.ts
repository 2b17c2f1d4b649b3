import type { Fix } from '../../diagnostics/diagnostics.ts';
import type { Span } from '../../text/span.ts';
import { SYMBOL, WORD } from '../tokens/codes.generated.ts';
import { codeSet, codesOf } from '../tokens/codes.ts';
import type { Expression } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';
import { measured } from './height.ts';

type Branch = { readonly test: Expression; readonly value: Expression; readonly height: number };

/** Tokens around a condition that needs no brackets. */
const BEFORE = codeSet([
  SYMBOL.comma,
  SYMBOL.roundOpen,
  SYMBOL.squareOpen,
  ...codesOf(['select', 'distinct', 'by', 'where', 'having', 'on', 'then', 'else']),
]);
const BEHIND = codeSet([
  SYMBOL.comma,
  SYMBOL.roundClose,
  SYMBOL.squareClose,
  SYMBOL.semicolon,
  ...codesOf([
    'as',
    'from',
    'where',
    'having',
    'order',
    'limit',
    'asc',
    'desc',
    'nulls',
    'when',
    'then',
    'else',
    'end',
  ]),
]);

/** Expressions that bind tighter than a comparison. */
const SIMPLE: ReadonlySet<Expression['kind']> = new Set([
  'string',
  'quoted',
  'number',
  'word',
  'name',
  'field',
  'call',
]);

/** A subject that can be written again before each of its values; null when it cannot. */
function repeated(subject: Expression): string | null {
  if (subject.kind === 'quoted') return JSON.stringify(subject.value);
  if (subject.kind !== 'name') return null;
  return subject.name.text;
}

/**
 * Parses a SQL `case`, reports it with a quick fix, and returns its meaning, so that the rest of the query is checked.
 * The quick fix only replaces the words between the parts, which keeps the parts as they were written.
 */
export function parseCase(cursor: Cursor, parse: (cursor: Cursor) => Expression): Expression {
  const keyword = cursor.spanOf(cursor.index);
  const bare = BEFORE[cursor.codeAhead(-1)] === 1;
  cursor.expect(WORD.case);
  const edits: (Span & { text: string })[] = [];
  const branches: Branch[] = [];
  const subject = cursor.at(WORD.when) ? null : parse(cursor);
  const tall = subject ? cursor.height : 0;
  const again = subject ? repeated(subject) : '';
  let from: number = keyword.start;
  while (cursor.take(WORD.when)) {
    const value = parse(cursor);
    const { start, end } = value;
    const test: Expression = subject
      ? measured(cursor, Math.max(tall, cursor.height), {
          kind: 'binary',
          operator: '==',
          left: subject,
          right: value,
          start,
          end,
        })
      : value;
    const { height } = cursor;
    const loose = subject ? !SIMPLE.has(value.kind) : value.kind === 'condition';
    const around = loose ? ['(', ')'] : ['', ''];
    const compared = subject ? `${again} == ` : '';
    edits.push({ start: from, end: start, text: `${from === keyword.start ? '' : ' : '}${compared}${around[0]}` });
    cursor.expect(WORD.then);
    const chosen = parse(cursor);
    edits.push({ start: end, end: chosen.start, text: `${around[1]} ? ` });
    from = chosen.end;
    branches.push({ test, value: chosen, height: Math.max(height, cursor.height) });
  }
  if (branches.length === 0) cursor.fail('when');
  const written = cursor.take(WORD.else) ? parse(cursor) : null;
  const rest = written ? cursor.height : 0;
  edits.push({ start: from, end: written?.start ?? from, text: written ? ' : ' : ' : null' });
  const last = written?.end ?? from;
  cursor.expect(WORD.end);
  const { end } = cursor;
  const wrapped = !bare || BEHIND[cursor.code] !== 1;
  edits.push({ start: last, end, text: wrapped ? ')' : '' });
  const [first] = edits;
  if (wrapped && first) edits[0] = { ...first, text: `(${first.text}` };
  const fix: Fix | undefined = again === null ? undefined : { title: 'Write condition ? value : otherwise', edits };
  cursor.report('SBS1012', keyword, {}, fix);
  let result: Expression = written ?? { kind: 'word', value: null, start: last, end: last };
  cursor.height = rest;
  for (const { test, value, height } of branches.reverse()) {
    const parts = Math.max(height, cursor.height);
    result = measured(cursor, parts, { kind: 'condition', test, value, otherwise: result, start: keyword.start, end });
  }
  return result;
}
