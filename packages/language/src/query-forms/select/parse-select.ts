import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { parseNested, refuseQuery } from '../../syntax/parse/parse-nested.ts';
import { parseOrder } from '../../syntax/parse/parse-order.ts';
import { SYMBOL, TOKEN, WORD } from '../../syntax/tokens/codes.generated.ts';
import { TOO_LARGE } from '../../syntax/tokens/too-large.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { Expression, OrderNode } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';
import { bareAlias, refuseAfterTable } from './bare-alias.ts';
import { parseGroup } from './parse-group.ts';
import type { ItemNode, JoinNode, ReplaceNode, SelectNode, TableReference } from './select-node.ts';
import { CLAUSES, JOIN_KINDS, type JoinKind } from './select-words.ts';

const JOIN_CODES = JOIN_KINDS.map((word): number => WORD[word]);
const CLAUSE_CODES = CLAUSES.map((word): number => WORD[word]);

function parseColumnList(cursor: Cursor, advice: string): readonly Name[] {
  const open = cursor.index;
  cursor.expect(SYMBOL.roundOpen, advice);
  const names: Name[] = [];
  do names.push(cursor.expectName('a column'));
  while (cursor.take(SYMBOL.comma));
  cursor.expectClose(open);
  return exact(names);
}

function parseReplacements(cursor: Cursor): readonly ReplaceNode[] {
  const open = cursor.index;
  const replace: ReplaceNode[] = [];
  cursor.expect(SYMBOL.roundOpen, 'Write replace (value as column).');
  do {
    const value = parseExpression(cursor);
    cursor.expect(WORD.as, 'Write replace (value as column).');
    const name = cursor.expectName('a column');
    replace.push({ value, name, start: value.start, end: cursor.end });
  } while (cursor.take(SYMBOL.comma));
  cursor.expectClose(open);
  return exact(replace);
}

function parseStar(cursor: Cursor, table: Name | null, start: number): ItemNode {
  cursor.next();
  const except = cursor.take(WORD.except) ? parseColumnList(cursor, 'Write except (column, column).') : exact([]);
  const replace = cursor.take(WORD.replace) ? parseReplacements(cursor) : exact([]);
  return { kind: 'star', table, except, replace, start, end: cursor.end };
}

function parseItem(cursor: Cursor): ItemNode {
  const { start } = cursor;
  if (cursor.at(SYMBOL.star)) return parseStar(cursor, null, start);
  refuseBrackets(cursor, true);
  if (cursor.ahead(SYMBOL.dot, 1) && cursor.ahead(SYMBOL.star, 2) && cursor.nameAhead(0)) {
    const table = cursor.expectName('a table');
    cursor.next();
    return parseStar(cursor, table, start);
  }
  const { patterns } = cursor;
  const value = parseExpression(cursor);
  const patterned = cursor.patterns > patterns;
  const alias = cursor.take(WORD.as) ? cursor.expectName('a name for the column') : bareAlias(cursor, value);
  return { kind: 'value', value, alias, patterned, start, end: cursor.end };
}

/** `(select …) as name` */
function parseDerived(cursor: Cursor): TableReference {
  const { start, index } = cursor;
  cursor.next();
  const query = parseNested(cursor, index);
  if (!cursor.take(WORD.as)) {
    // One of the brackets around the combined queries is missing.
    if ((cursor.at(WORD.union) || cursor.at(WORD.except) || cursor.at(WORD.intersect)) && cursor.reportedHabit())
      cursor.stop();
    const alias = cursor.at(TOKEN.name);
    const { end } = cursor;
    const edits = [{ start: end, end, text: alias ? ' as' : ' as part' }];
    cursor.report('SBS1022', { start, end: start + 1 }, {}, { title: alias ? 'Write as' : 'Add as part', edits });
    if (!alias) return { table: { text: '', quoted: false, start, end: start }, alias: null, query, start, end };
  }
  const table = cursor.expectName('an alias');
  return { table, alias: null, query, start, end: cursor.end };
}

/** `dates('2026-01-01', today()) as name`: a query that needs no brackets, and has a name without `as`. */
function parseDates(cursor: Cursor): TableReference {
  const { start, index } = cursor;
  if (!cursor.parseQuery) return refuseQuery(cursor);
  cursor.queries += 1;
  const query = cursor.parseQuery(cursor);
  if (cursor.at(TOKEN.name)) {
    refuseAfterTable(cursor);
    cursor.reportMissing('as', 'An alias is written with as.');
    return { table: cursor.expectName('an alias'), alias: null, query, start, end: cursor.end };
  }
  const own = { ...cursor.spanOf(index), text: 'dates', quoted: false };
  const table = cursor.take(WORD.as) ? cursor.expectName('an alias') : own;
  return { table, alias: null, query, start, end: cursor.end };
}

/** Refuses a function in place of a table. */
function refuseFunction(cursor: Cursor, { text, start, end }: Name): never {
  if (cursor.reportedHabit()) cursor.stop();
  const advice = 'Files are read by a download: download name from { … } using { … }; and lists by explode(list).';
  cursor.report('SBS1040', { start, end }, { written: `${text}(…) as a table`, advice });
  return cursor.stop();
}

/** Refuses a name in square brackets, as T-SQL writes it; a list has no place here, or no name. Quoted texts are lists of one. */
function refuseBrackets(cursor: Cursor, item = false): void {
  const isWord = cursor.codeAhead(1) >= TOKEN.name;
  if (!cursor.at(SYMBOL.squareOpen) || !isWord || !cursor.ahead(SYMBOL.squareClose, 2)) return;
  const ends = cursor.ahead(SYMBOL.comma, 3) || cursor.ahead(WORD.from, 3) || cursor.ahead(SYMBOL.dot, 3);
  if (item && !ends) return;
  const { index } = cursor;
  const span = { start: cursor.start, end: cursor.spanOf(index + 2).end };
  const plain = !cursor.ahead(SYMBOL.dot, 3);
  const text = cursor.textOf(index + 1);
  const fix = { title: `Write ${text}`, edits: [{ ...span, text: writtenName(text) }] };
  const others = cursor.bracketedNames();
  cursor.report('SBS1048', span, { char: '[', mark: '"' }, plain && others < 2 ? fix : undefined);
  cursor.stop();
}

function parseReference(cursor: Cursor): TableReference {
  if (cursor.at(SYMBOL.roundOpen)) return parseDerived(cursor);
  if (cursor.at(WORD.dates) && cursor.ahead(SYMBOL.roundOpen, 1)) return parseDates(cursor);
  const ordinary = cursor.at(TOKEN.name) || cursor.atText;
  refuseBrackets(cursor);
  const table = cursor.expectName('a table');
  if (cursor.at(SYMBOL.roundOpen)) refuseFunction(cursor, table);
  // A name after a name, neither of them a keyword, can only be an alias.
  if (ordinary && cursor.at(TOKEN.name)) {
    refuseAfterTable(cursor);
    cursor.reportMissing('as', 'An alias is written with as.');
    return { table, alias: cursor.expectName('an alias'), query: null, start: table.start, end: cursor.end };
  }
  const alias = cursor.take(WORD.as) ? cursor.expectName('an alias') : null;
  return { table, alias, query: null, start: table.start, end: cursor.end };
}

function joinKind(cursor: Cursor): JoinKind | null {
  if (cursor.take(WORD.join)) return 'inner';
  if (cursor.at(WORD.asof)) {
    const left = cursor.ahead(WORD.left, 1);
    if (!cursor.ahead(WORD.join, left ? 2 : 1)) return null;
    cursor.take(WORD.asof);
    cursor.take(WORD.left);
    cursor.take(WORD.join);
    return left ? 'asof left' : 'asof';
  }
  const { code } = cursor;
  const kind = JOIN_KINDS[JOIN_CODES.indexOf(code)];
  if (kind === undefined) return null;
  if (!cursor.ahead(WORD.join, 1) && !(cursor.ahead(WORD.outer, 1) && cursor.ahead(WORD.join, 2))) return null;
  cursor.take(code);
  cursor.take(WORD.outer);
  cursor.take(WORD.join);
  return kind;
}

function parseJoin(cursor: Cursor, kind: JoinKind, start: number): JoinNode {
  const reference = parseReference(cursor);
  let on: Expression | null = null;
  let using: readonly Name[] | null = null;
  const condition = cursor.start;
  if (cursor.take(WORD.on)) on = parseExpression(cursor);
  else if (cursor.take(WORD.using)) using = parseColumnList(cursor, 'Write using (column, column).');
  const bare = on === null && using === null;
  if (bare && cursor.at(TOKEN.name)) cursor.failTypo(['using']);
  if (kind === 'cross' && !bare) cursor.report('SBS1020', { start: condition, end: cursor.end }, {});
  if (kind !== 'cross' && bare) {
    const isAsof = kind === 'asof' || kind === 'asof left';
    const advice = isAsof ? 'Write on a.key == b.key and a.at >= b.at.' : 'Write on a == b, or using (column).';
    cursor.report('SBS1019', reference, { join: `${kind} join`, advice });
    cursor.stopAtOperand();
  }
  return { kind, reference, on, using, start, end: cursor.end };
}

/** A whole number, behind `limit` or `offset`. */
function parseCount(cursor: Cursor): number {
  const { index } = cursor;
  const text = cursor.at(TOKEN.number) ? cursor.textOf(index) : '';
  if (!/^\d+$/.test(text)) return cursor.fail('a whole number');
  cursor.next();
  if (!Number.isSafeInteger(Number(text))) cursor.report('SBS1004', cursor.spanOf(index), { text, ...TOO_LARGE });
  return Number(text);
}

/** Reports `top 10` and goes on behind it, so that the rest of the query is checked. */
function passTop(cursor: Cursor): void {
  if (cursor.textOf(cursor.index).toLowerCase() !== 'top' || cursor.codeAhead(0) < TOKEN.name) return;
  const bracketed =
    cursor.ahead(SYMBOL.roundOpen, 1) && cursor.ahead(TOKEN.number, 2) && cursor.ahead(SYMBOL.roundClose, 3);
  if (!bracketed && !cursor.ahead(TOKEN.number, 1)) return;
  for (let count = bracketed ? 4 : 1; count > 0; count -= 1) cursor.next();
  cursor.reportedHabit();
  if (!bracketed) cursor.next();
  const { index } = cursor;
  const next = cursor.codeAhead(1);
  if (cursor.textOf(index).toLowerCase() === 'percent' && next !== SYMBOL.comma && next !== WORD.from) cursor.next();
  if (cursor.at(WORD.with) && cursor.textOf(cursor.index + 1).toLowerCase() === 'ties') {
    cursor.next();
    cursor.next();
  }
}

/** Items, tables and clauses of a select; its keyword has been taken. */
export function parseSelect(cursor: Cursor, start: number): SelectNode {
  const { queries } = cursor;
  const distinct =
    cursor.at(WORD.distinct) &&
    !cursor.ahead(SYMBOL.comma, 1) &&
    !cursor.ahead(WORD.from, 1) &&
    cursor.take(WORD.distinct);
  passTop(cursor);
  const items: ItemNode[] = [];
  do items.push(parseItem(cursor));
  while (cursor.take(SYMBOL.comma));
  const clauses: Span[] = [cursor.spanOf(cursor.index)];
  cursor.expect(WORD.from, 'Every select reads a table.');
  const from = parseReference(cursor);
  const joins = parseJoins(cursor, clauses);
  let where: Expression | null = null;
  let having: Expression | null = null;
  let qualify: Expression | null = null;
  let order: readonly OrderNode[] = exact([]);
  let limit: number | null = null;
  let offset = 0;
  let reached = -1;
  for (;;) {
    const { code, index } = cursor;
    if (code === WORD.offset && limit === null && cursor.ahead(TOKEN.number, 1)) {
      if (cursor.codeAhead(2) >= TOKEN.name && cursor.reportedHabit()) cursor.stop();
      cursor.report('SBS1021', cursor.spanOf(index), {});
      cursor.next();
      parseCount(cursor);
      continue;
    }
    const at = CLAUSE_CODES.indexOf(code);
    const clause = CLAUSES[at];
    if (clause === undefined) break;
    const span = cursor.spanOf(index);
    clauses.push(span);
    if (at <= reached && code !== WORD.group) cursor.report('SBS1017', span, { clause });
    reached = Math.max(reached, at);
    if (code === WORD.order) order = parseOrder(cursor, parseExpression);
    else if (code === WORD.limit) {
      cursor.take(code);
      limit = parseCount(cursor);
      if (cursor.take(WORD.offset)) offset = parseCount(cursor);
    } else if (code === WORD.group) parseGroup(cursor, items);
    else {
      cursor.take(code);
      if (code === WORD.where) where = parseExpression(cursor);
      else if (code === WORD.qualify) qualify = parseExpression(cursor);
      else having = parseExpression(cursor);
    }
  }
  const { end } = cursor;
  return {
    kind: 'select',
    distinct,
    items: exact(items),
    from,
    joins,
    where,
    having,
    qualify,
    order,
    nests: cursor.queries > queries,
    limit,
    offset,
    clauses: exact(clauses),
    start,
    end,
  };
}

function parseJoins(cursor: Cursor, clauses: Span[]): readonly JoinNode[] {
  const joins: JoinNode[] = [];
  for (;;) {
    const { index } = cursor;
    const span = cursor.spanOf(index);
    if (cursor.at(SYMBOL.comma)) {
      if (cursor.reportedHabit()) cursor.stop();
      const table = cursor.codeAhead(1) >= TOKEN.name ? cursor.textOf(index + 1) : 'table';
      cursor.report('SBS1015', span, { table });
      cursor.stop();
    }
    const kind = joinKind(cursor);
    if (kind === null) return exact(joins);
    clauses.push(span);
    joins.push(parseJoin(cursor, kind, span.start));
  }
}
