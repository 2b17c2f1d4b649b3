import { findFunction } from '../../functions/registry.ts';
import { HOLDS, traitsOf } from '../../query-forms/select/grouping.ts';
import type { Span } from '../../text/span.ts';
import { type CheckedQuery, type CheckedSelect, partsOf, type Typed } from '../../typed/typed.ts';
import type { LostValues } from '../dialect.ts';
import { textOf } from './conversions/convert.ts';
import { hasText } from './conversions/read-text.ts';
import { expression } from './expressions.ts';
import { name } from './literals.ts';
import { tablesOf } from './select.ts';
import { statement } from './statement.ts';

/** A conversion with the conditions under which its value is taken. */
type Conversion = { readonly node: Typed; readonly value: Typed; readonly guards: readonly string[] };

const PARSERS: ReadonlySet<string> = new Set(['parse_date', 'parse_datetime', 'json']);
/** Types whose values may have no counterpart in another. */
const DOUBTFUL: ReadonlySet<string> = new Set(['string', 'unknown', 'json']);
const NARROW: ReadonlySet<string> = new Set(['integer', 'decimal', 'boolean']);

/** The value that a lenient conversion reads, where it may have no counterpart; null for other expressions. */
function convertedValue(node: Typed): Typed | null {
  let value: Typed | undefined;
  if (node.kind === 'cast' && node.lenient) value = node.operand;
  else if (node.kind === 'call' && (findFunction(node.function)?.converts || PARSERS.has(node.function)))
    value = node.arguments[0];
  if (!value || value.kind === 'constant') return null;
  const { kind } = value.type;
  if (DOUBTFUL.has(kind)) return kind === 'json' && node.type.kind === 'json' ? null : value;
  const narrowing = (kind === 'float' || kind === 'decimal' || kind === 'integer') && NARROW.has(node.type.kind);
  return narrowing && !(kind === 'integer' && node.type.kind === 'integer') ? value : null;
}

/** Whether a row of the tables alone decides a value. */
function isOfRow(node: Typed): boolean {
  if (node.kind === 'query' || node.kind === 'columns' || (node.kind === 'column' && node.outer)) return false;
  return partsOf(node).every(isOfRow);
}

const guardOf = (test: Typed): string => expression(test);
const otherwiseOf = (test: Typed): string => `(NOT coalesce(${expression(test)}, false))`;

/** The conversions in an expression, the outer ones first. A test for null asks for the null and is left out. */
function conversionsIn(node: Typed, guards: readonly string[], found: Conversion[]): void {
  if (node.kind === 'query') return;
  if (node.kind === 'operator' && (node.operator === 'is-null' || node.operator === 'is-not-null')) return;
  const value = convertedValue(node);
  if (value && isOfRow(value) && (traitsOf(value) & (HOLDS.aggregate | HOLDS.window | HOLDS.rows)) === 0)
    found.push({ node, value, guards });
  const branches =
    node.kind === 'condition'
      ? ([node.test, node.value, node.otherwise] as const)
      : node.kind === 'call' && node.function === 'if'
        ? ([node.arguments[0], node.arguments[1], node.arguments[2]] as const)
        : null;
  const [test, chosen, otherwise] = branches ?? [];
  if (!test || !chosen) {
    for (const part of partsOf(node)) conversionsIn(part, guards, found);
    return;
  }
  conversionsIn(test, guards, found);
  const guarded = isOfRow(test) && (traitsOf(test) & (HOLDS.aggregate | HOLDS.window)) === 0;
  conversionsIn(chosen, guarded ? [...guards, guardOf(test)] : guards, found);
  if (otherwise) conversionsIn(otherwise, guarded ? [...guards, otherwiseOf(test)] : guards, found);
}

/** Whether a value is given at all: blanks mean null, and so does the null of JSON. */
function isGiven({ node, value }: Conversion): string {
  const sql = expression(value);
  if (!DOUBTFUL.has(value.type.kind)) return `(${sql} IS NOT NULL)`;
  const text = textOf(sql, value.type);
  return node.type.kind === 'json' ? `(lower(trim(${text})) NOT IN ('', 'null'))` : `coalesce(${hasText(text)}, false)`;
}

function counting(conversions: readonly Conversion[], lines: readonly string[]): LostValues | null {
  // One expression that is written twice is counted once.
  const counted = new Map<string, { readonly given: string; readonly span: Span }>();
  for (const each of conversions) {
    const given = [...each.guards, isGiven(each)].join(' AND ');
    const lost = `${given} AND (${expression(each.node)} IS NULL)`;
    if (!counted.has(lost)) counted.set(lost, { given, span: each.node.span });
  }
  if (counted.size === 0) return null;
  const items = [...counted].flatMap(([lost, { given }]) => [given, lost]);
  const counts = items.map((condition, index) => `count(*) FILTER (WHERE ${condition}) AS ${name(`n${index}`)}`);
  return {
    sql: [`SELECT ${counts.join(', ')}`, ...lines].join('\n'),
    spans: [...counted.values()].map(({ span }) => span),
  };
}

function ofSelect(query: CheckedSelect, prefix: readonly string[]): readonly LostValues[] {
  const tables = tablesOf(query);
  const tested: Conversion[] = [];
  if (query.where) conversionsIn(query.where, [], tested);
  const made: Conversion[] = [];
  for (const each of query.items) {
    if (each.kind === 'value') conversionsIn(each.value, [], made);
    else if (each.kind === 'rest') for (const { value } of each.replace) conversionsIn(value, [], made);
  }
  for (const each of [query.having, query.qualify]) if (each) conversionsIn(each, [], made);
  for (const { by } of query.order) if (typeof by !== 'number') conversionsIn(by, [], made);
  const where = query.where ? [`WHERE ${expression(query.where)}`] : [];
  const counted = [counting(tested, tables), counting(made, [...tables, ...where])];
  const own = counted.flatMap((each) => (each ? [{ ...each, sql: [...prefix, each.sql].join('\n') }] : []));
  const inner = [query.from, ...query.joins.map(({ table }) => table)].flatMap(({ query: nested }) =>
    nested ? ofQuery(nested, prefix) : [],
  );
  return [...inner, ...own];
}

function ofQuery(query: CheckedQuery, prefix: readonly string[]): readonly LostValues[] {
  switch (query.kind) {
    case 'select':
      return ofSelect(query, prefix);
    case 'union':
      return query.parts.flatMap((part) => ofSelect(part, prefix));
    case 'with': {
      // A query inside another may have a with of its own: its parts cannot be written before those around it.
      if (prefix.length > 0) return [];
      const written: string[] = [];
      const found: LostValues[] = [];
      for (const part of query.parts) {
        found.push(...ofQuery(part.query, written.length > 0 ? [`WITH ${written.join(',\n')}`] : []));
        written.push(`${name(part.name)} AS (${statement(part.query)})`);
      }
      return [...found, ...ofQuery(query.body, [`WITH ${written.join(',\n')}`])];
    }
    default:
      return [];
  }
}

/** Statements that count how many values the conversions of a query make null. */
export const lostValues = (query: CheckedQuery): readonly LostValues[] => ofQuery(query, []);
