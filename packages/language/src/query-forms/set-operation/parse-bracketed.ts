import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseNested } from '../../syntax/parse/parse-nested.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { Span } from '../../text/span.ts';
import { CLAUSES } from '../select/select-words.ts';
import type { Operands } from './set-operation-node.ts';

const KINDS = ['union', 'except', 'intersect'] as const;
type Kind = (typeof KINDS)[number];

const SHAPE = 'Queries are combined as (select …) union (select …).';

function kindAt(cursor: Cursor): Kind | undefined {
  return KINDS.find((kind) => cursor.at(WORD[kind]));
}

function parseOperand(cursor: Cursor): QueryNode {
  const open = cursor.index;
  cursor.expect(SYMBOL.roundOpen, SHAPE);
  return parseNested(cursor, open);
}

/** `(select …) union (select …)`; the cursor is at the first bracket. */
export function parseBracketed(cursor: Cursor): QueryNode {
  const { start } = cursor;
  const queries = [parseOperand(cursor)];
  const operators: Span[] = [];
  const kind = kindAt(cursor);
  if (kind === undefined) return cursor.failWord(KINDS, SHAPE);
  for (let next: Kind | undefined = kind; next !== undefined; next = kindAt(cursor)) {
    const { end } = cursor;
    const operator = cursor.takeKeyword();
    operators.push(operator);
    if (next !== kind) {
      // In SQL, intersect is computed before the operator on its left.
      const edits = [
        { start, end: start, text: '(' },
        { start: end, end, text: ')' },
      ];
      const fix = next === 'intersect' ? undefined : { title: 'Put the first queries into brackets', edits };
      cursor.report('SBS3055', operator, { first: kind, second: next }, fix);
      cursor.stop();
    }
    if (!cursor.at(SYMBOL.roundOpen) && cursor.reportedHabit()) cursor.stop();
    queries.push(parseOperand(cursor));
  }
  const clause = CLAUSES.find((word) => cursor.at(WORD[word]));
  if (clause) {
    const written = clause === 'order' || clause === 'group' ? `${clause} by` : clause;
    const advice = `Write it in a query around it: select * from ((…) ${kind} (…)) as name, then ${written}.`;
    cursor.report('SBS3056', cursor.spanOf(cursor.index), { what: `A table of ${kind}`, clause: written, advice });
    cursor.stop();
  }
  const node: QueryNode & Operands = {
    kind,
    tables: exact([]),
    queries: exact(queries),
    operators: exact(operators),
    start,
    end: cursor.end,
  };
  return node;
}
