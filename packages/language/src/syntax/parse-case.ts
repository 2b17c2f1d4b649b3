import type { Fix } from '../diagnostics.ts';
import { WORD } from './codes.ts';
import type { Cursor } from './cursor.ts';
import type { Expression } from './expression-tree.ts';
import { measured } from './height.ts';
import type { Span } from './tokens.ts';

type Branch = { readonly test: Expression; readonly value: Expression; readonly height: number };

/**
 * Reads a SQL `case`, says how it is written here, and gives its meaning, so that the rest of the query is still checked.
 * The quick fix only replaces the words between the parts, which keeps the parts as they were written.
 */
export function parseCase(cursor: Cursor, parse: (cursor: Cursor) => Expression): Expression {
  const keyword = cursor.spanOf(cursor.index);
  cursor.expect(WORD.case);
  const edits: (Span & { text: string })[] = [];
  const branches: Branch[] = [];
  const subject = cursor.at(WORD.when) ? null : parse(cursor);
  const tall = subject ? cursor.height : 0;
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
    edits.push({ start: from, end: start, text: from === keyword.start ? '' : ' : ' });
    cursor.expect(WORD.then);
    const chosen = parse(cursor);
    edits.push({ start: end, end: chosen.start, text: ' ? ' });
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
  edits.push({ start: last, end, text: '' });
  const fix: Fix | undefined = subject ? undefined : { title: 'Write condition ? value : otherwise', edits };
  cursor.report('SBS1012', keyword, {}, fix);
  let result: Expression = written ?? { kind: 'word', value: null, start: last, end: last };
  cursor.height = rest;
  for (const { test, value, height } of branches.reverse()) {
    const parts = Math.max(height, cursor.height);
    result = measured(cursor, parts, { kind: 'condition', test, value, otherwise: result, start: keyword.start, end });
  }
  return result;
}
