import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { parseNames } from '../../syntax/parse/parse-names.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';

type ColumnPattern = Span & { readonly pattern: string };

export type UnpivotNode = Span & {
  readonly kind: 'unpivot';
  readonly table: Name;
  readonly columns: readonly Name[] | ColumnPattern;
  readonly nameColumn: Name;
  readonly valueColumn: Name;
};

/** `columns("regex")`, or names. */
function parseColumns(cursor: Cursor): readonly Name[] | ColumnPattern {
  if (!cursor.at(WORD.columns) || !cursor.ahead(SYMBOL.roundOpen, 1)) return parseNames(cursor, 'a column');
  const parsed = parseExpression(cursor);
  if (parsed.kind !== 'columns') return cursor.fail('columns');
  return { pattern: parsed.pattern, start: parsed.patternSpan.start, end: parsed.patternSpan.end };
}

/** `wide on columns("^m_") into name, value` */
export function parseUnpivot(cursor: Cursor, start: number): UnpivotNode {
  const table = cursor.expectName('a table');
  cursor.expect(WORD.on, 'An unpivot is written unpivot table on columns("regex") into name, value.');
  const columns = parseColumns(cursor);
  cursor.expect(WORD.into, 'Name the two columns it makes: into name, value.');
  const nameColumn = cursor.expectName('a name');
  cursor.expect(SYMBOL.comma);
  const valueColumn = cursor.expectName('a name');
  return { kind: 'unpivot', table, columns, nameColumn, valueColumn, start, end: cursor.end };
}
