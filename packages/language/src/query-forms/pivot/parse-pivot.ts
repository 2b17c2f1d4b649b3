import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { PivotNode, PivotPart } from './pivot-node.ts';

const SHAPE = "A pivot is written pivot table on column in ('a', 'b') using sum(value).";

function parsePart(cursor: Cursor): PivotPart {
  const value = parseExpression(cursor);
  const alias = cursor.take(WORD.as) ? cursor.expectName('a name') : null;
  return { value, alias, start: value.start, end: cursor.end };
}

/** `long on channel in ('search', 'social' as soc) using sum(clicks) as clicks` */
export function parsePivot(cursor: Cursor, start: number): PivotNode {
  const table = cursor.expectName('a table');
  const on = cursor.spanOf(cursor.index);
  cursor.expect(WORD.on, SHAPE);
  const column = cursor.expectName('a column');
  cursor.expect(WORD.in, SHAPE);
  const open = cursor.index;
  cursor.expect(SYMBOL.roundOpen, SHAPE);
  if (cursor.at(WORD.select)) {
    cursor.report('SBS3052', cursor.spanOf(cursor.index), {});
    cursor.stop();
  }
  const values: PivotPart[] = [];
  do values.push(parsePart(cursor));
  while (cursor.take(SYMBOL.comma) && !cursor.at(SYMBOL.roundClose));
  cursor.expectClose(open, 'Separate the values by commas.');
  const using = cursor.spanOf(cursor.index);
  cursor.expect(WORD.using, SHAPE);
  const aggregates: PivotPart[] = [];
  do aggregates.push(parsePart(cursor));
  while (cursor.take(SYMBOL.comma));
  if (cursor.at(WORD.group)) {
    const advice = 'Select the key columns and those that it uses in a table before it.';
    cursor.report('SBS3056', cursor.spanOf(cursor.index), { what: 'A pivot', clause: 'group by', advice });
    cursor.stop();
  }
  const clauses = [on, using];
  return {
    kind: 'pivot',
    table,
    column,
    values: exact(values),
    aggregates: exact(aggregates),
    clauses,
    start,
    end: cursor.end,
  };
}
