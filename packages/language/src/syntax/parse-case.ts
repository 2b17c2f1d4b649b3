import type { Fix } from '../diagnostics.ts';
import type { Cursor } from './cursor.ts';
import type { Expression } from './expression-tree.ts';
import { measured } from './height.ts';
import type { Span } from './tokens.ts';

/**
 * Reads a SQL `case`, says how it is written here, and gives its meaning, so that the rest of the query is still checked.
 * The quick fix only replaces the words between the parts, which keeps the parts as they were written.
 */
export function parseCase(cursor: Cursor, parse: (cursor: Cursor) => Expression): Expression {
  const start = cursor.takeWord('case') ?? cursor.fail('case');
  const edits: (Span & { text: string })[] = [];
  const branches: { test: Expression; value: Expression }[] = [];
  const subject = cursor.atWord('when') ? null : parse(cursor);
  let from: number = start.start;
  while (cursor.takeWord('when')) {
    const value = parse(cursor);
    const test: Expression = subject
      ? measured(cursor, {
          kind: 'binary',
          operator: '==',
          left: subject,
          right: value,
          start: value.start,
          end: value.end,
        })
      : value;
    edits.push({ start: from, end: value.start, text: from === start.start ? '' : ' : ' });
    cursor.expectWord('then');
    const chosen = parse(cursor);
    edits.push({ start: value.end, end: chosen.start, text: ' ? ' });
    from = chosen.end;
    branches.push({ test, value: chosen });
  }
  if (branches.length === 0) cursor.fail('when');
  const written = cursor.takeWord('else') ? parse(cursor) : null;
  edits.push({ start: from, end: written?.start ?? from, text: written ? ' : ' : ' : null' });
  const last = written?.end ?? from;
  const { end } = cursor.expectWord('end');
  edits.push({ start: last, end, text: '' });
  const fix: Fix | undefined = subject ? undefined : { title: 'Write condition ? value : otherwise', edits };
  cursor.report('SBS1012', { start: start.start, end: start.end }, {}, fix);
  let result: Expression = written ?? { kind: 'word', value: null, start: last, end: last };
  for (const { test, value } of branches.reverse()) {
    result = measured(cursor, { kind: 'condition', test, value, otherwise: result, start: start.start, end });
  }
  return result;
}
