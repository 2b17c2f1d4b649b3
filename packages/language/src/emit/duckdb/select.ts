import type { CheckedSelect, OutputItem, QueryTable } from '../../typed/typed.ts';
import { direction, expression, output, sortKey } from './expressions.ts';
import { name, text } from './literals.ts';
import { nestedQuery } from './nested-query.ts';

const JOINS = {
  inner: 'JOIN',
  left: 'LEFT JOIN',
  right: 'RIGHT JOIN',
  full: 'FULL JOIN',
  cross: 'CROSS JOIN',
  semi: 'SEMI JOIN',
  anti: 'ANTI JOIN',
  asof: 'ASOF JOIN',
  'asof left': 'ASOF LEFT JOIN',
} as const;

/** A table. Of an open source that is taken whole, the pseudo-columns that no expression names are removed before `*` sees them. */
export function table(each: QueryTable): string {
  if (each.query) return `${nestedQuery(each.query)} AS ${name(each.alias)}`;
  const hidden = each.expanded ? each.pseudo.hidden.filter((column) => !each.pseudo.named.includes(column)) : [];
  if (hidden.length === 0) return `${name(each.table)} AS ${name(each.alias)}`;
  const list = hidden.map(text).join(', ');
  return `(SELECT COLUMNS(lambda c: lower(c) NOT IN (${list})) FROM ${name(each.table)}) AS ${name(each.alias)}`;
}

function item(each: OutputItem, { from, joins }: CheckedSelect): string {
  if (each.kind === 'value') return `${output(each.value)} AS ${name(each.name)}`;
  if (each.kind === 'matching') return expression(each.value);
  const tables = [from, ...joins.map((join) => join.table)];
  const pseudo = tables.findLast(({ alias }) => alias === each.table)?.pseudo;
  const named = pseudo?.hidden.filter((column) => pseudo.named.includes(column)) ?? [];
  const except = [...new Set([...named, ...each.except])];
  const excluded = except.length > 0 ? ` EXCLUDE (${except.map(name).join(', ')})` : '';
  const replaced = each.replace.map((one) => `${output(one.value)} AS ${name(one.name)}`);
  return `${name(each.table)}.*${excluded}${replaced.length > 0 ? ` REPLACE (${replaced.join(', ')})` : ''}`;
}

/** The tables of a select with their joins, a line each. */
export function tablesOf({ from, joins }: CheckedSelect): readonly string[] {
  return [
    `FROM ${table(from)}`,
    ...joins.map((join) => `${JOINS[join.kind]} ${table(join.table)}${join.on ? ` ON ${expression(join.on)}` : ''}`),
  ];
}

export function select(query: CheckedSelect): string {
  const lines = [
    `SELECT ${query.distinct ? 'DISTINCT ' : ''}${query.items.map((each) => item(each, query)).join(', ')}`,
    ...tablesOf(query),
  ];
  if (query.where) lines.push(`WHERE ${expression(query.where)}`);
  const open = query.items.some((each) => each.kind !== 'value');
  if (query.keys.length > 0) lines.push(`GROUP BY ${open ? 'ALL' : query.keys.map((index) => index + 1).join(', ')}`);
  if (query.having) lines.push(`HAVING ${expression(query.having)}`);
  if (query.qualify) lines.push(`QUALIFY ${expression(query.qualify)}`);
  const order = query.order.map(
    (each) => `${typeof each.by === 'number' ? each.by + 1 : sortKey(each.by)}${direction(each)}`,
  );
  if (order.length > 0) lines.push(`ORDER BY ${order.join(', ')}`);
  if (query.limit !== null) lines.push(`LIMIT ${query.limit}${query.offset > 0 ? ` OFFSET ${query.offset}` : ''}`);
  return lines.join('\n');
}
