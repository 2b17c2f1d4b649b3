import type { Cursor } from './cursor.ts';
import { SyntaxStop } from './cursor.ts';
import type { Expression, OrderNode } from './expression-tree.ts';
import { CLAUSES, JOIN_KINDS } from './keywords.ts';
import { parseExpression, parseOrder } from './parse-expression.ts';
import type { ItemNode, JoinKind, JoinNode, ReplaceNode, SelectNode, TableReference } from './query-tree.ts';
import type { Span, Token } from './tokens.ts';
import type { Name } from './tree.ts';

function parseStar(cursor: Cursor, table: Name | null, start: Span): ItemNode {
  cursor.next();
  const except: Name[] = [];
  const replace: ReplaceNode[] = [];
  if (cursor.takeWord('except')) {
    const open = cursor.expectSymbol('(', 'Write except (column, column).');
    do except.push(cursor.expectName('a column'));
    while (cursor.takeSymbol(','));
    cursor.expectClose(open);
  }
  if (cursor.takeWord('replace')) {
    const open = cursor.expectSymbol('(', 'Write replace (value as column).');
    do {
      const value = parseExpression(cursor);
      cursor.expectWord('as', 'Write replace (value as column).');
      const name = cursor.expectName('a column');
      replace.push({ value, name, ...cursor.spanFrom(value) });
    } while (cursor.takeSymbol(','));
    cursor.expectClose(open);
  }
  return { kind: 'star', table, except, replace, ...cursor.spanFrom(start) };
}

function parseItem(cursor: Cursor): ItemNode {
  const start = cursor.peek();
  if (cursor.atSymbol('*')) return parseStar(cursor, null, start);
  if ((start.kind === 'name' || start.kind === 'string') && cursor.atSymbol('.', 1) && cursor.atSymbol('*', 2)) {
    const table = cursor.expectName('a table');
    cursor.next();
    return parseStar(cursor, table, start);
  }
  const value = parseExpression(cursor);
  const alias = cursor.takeWord('as') ? cursor.expectName('a name for the column') : null;
  return { kind: 'value', value, alias, ...cursor.spanFrom(start) };
}

function parseReference(cursor: Cursor): TableReference {
  if (cursor.atSymbol('(')) {
    cursor.report('SBS1014', cursor.peek(), {});
    throw new SyntaxStop();
  }
  const table = cursor.expectName('a table');
  const alias = cursor.takeWord('as') ? cursor.expectName('an alias') : null;
  return { table, alias, ...cursor.spanFrom(table) };
}

function joinKind(cursor: Cursor): JoinKind | null {
  if (cursor.takeWord('join')) return 'inner';
  const kind = JOIN_KINDS.find((each) => cursor.atWord(each));
  if (kind === undefined || !(cursor.atWord('join', 1) || (cursor.atWord('outer', 1) && cursor.atWord('join', 2))))
    return null;
  cursor.takeWord(kind);
  cursor.takeWord('outer');
  cursor.takeWord('join');
  return kind;
}

function parseJoin(cursor: Cursor, kind: JoinKind, start: Token): JoinNode {
  const reference = parseReference(cursor);
  let on: Expression | null = null;
  let using: Name[] | null = null;
  const condition = cursor.peek();
  if (cursor.takeWord('on')) on = parseExpression(cursor);
  else if (cursor.takeWord('using')) {
    const open = cursor.expectSymbol('(', 'Write using (column, column).');
    using = [];
    do using.push(cursor.expectName('a column'));
    while (cursor.takeSymbol(','));
    cursor.expectClose(open);
  }
  const bare = on === null && using === null;
  if (kind === 'cross' && !bare) cursor.report('SBS1020', cursor.spanFrom(condition), {});
  if (kind !== 'cross' && bare) cursor.report('SBS1019', reference, { join: kind });
  return { kind, reference, on, using, ...cursor.spanFrom(start) };
}

type Clauses = { where: Expression | null; having: Expression | null; order: OrderNode[]; limit: number | null };

function parseLimit(cursor: Cursor): number {
  cursor.takeWord('limit');
  const token = cursor.peek();
  if (token.kind !== 'number' || !/^\d+$/.test(token.text)) return cursor.fail('a whole number');
  cursor.next();
  if (!Number.isSafeInteger(Number(token.text))) cursor.report('SBS1004', token, { text: token.text });
  return Number(token.text);
}

function parseClause(cursor: Cursor, clause: (typeof CLAUSES)[number], into: Clauses): void {
  const start = cursor.peek();
  if (clause === 'where' || clause === 'having') {
    cursor.takeWord(clause);
    into[clause] = parseExpression(cursor);
  } else if (clause === 'order') into.order = parseOrder(cursor);
  else if (clause === 'limit') into.limit = parseLimit(cursor);
  else {
    cursor.takeWord('group');
    cursor.expectWord('by');
    do if (!cursor.takeWord('all')) parseExpression(cursor);
    while (cursor.takeSymbol(','));
    const span = cursor.spanFrom(start);
    cursor.report('SBS1013', span, {}, { title: 'Remove group by', edits: [{ ...span, text: '' }] });
  }
}

/** `select … from …` with its clauses. */
export function parseSelect(cursor: Cursor): SelectNode {
  const start = cursor.expectWord('select');
  const distinct =
    cursor.atWord('distinct') &&
    !cursor.atSymbol(',', 1) &&
    !cursor.atWord('from', 1) &&
    cursor.takeWord('distinct') !== null;
  const items: ItemNode[] = [];
  const clauses: Span[] = [];
  do {
    items.push(parseItem(cursor));
  } while (cursor.takeSymbol(','));
  clauses.push(cursor.peek());
  cursor.expectWord('from', 'A column gets another name with as.');
  const from = parseReference(cursor);
  const joins: JoinNode[] = [];
  for (;;) {
    const at = cursor.peek();
    if (cursor.atSymbol(',')) {
      const table = cursor.peek(1);
      cursor.report('SBS1015', at, { table: table.kind === 'name' ? table.text : 'table' });
      throw new SyntaxStop();
    }
    const kind = joinKind(cursor);
    if (kind === null) break;
    clauses.push(at);
    joins.push(parseJoin(cursor, kind, at));
  }
  const parts: Clauses = { where: null, having: null, order: [], limit: null };
  let reached = -1;
  for (;;) {
    const index = CLAUSES.findIndex((each) => cursor.atWord(each));
    const clause = CLAUSES[index];
    if (clause === undefined) break;
    clauses.push(cursor.peek());
    if (index <= reached) cursor.report('SBS1017', cursor.peek(), { clause });
    reached = Math.max(reached, index);
    parseClause(cursor, clause, parts);
  }
  return { kind: 'select', distinct, items, from, joins, ...parts, clauses, ...cursor.spanFrom(start) };
}
