import type { Column, ColumnType, SourceColumn } from '@switchboard/model';
import { headerKey } from '@switchboard/model';
import type { Report } from '../diagnostics.ts';
import { readDateFormat } from '../functions/date-format.ts';
import type { ColumnNode, SchemaNode, TypeNode } from '../syntax/tree.ts';
import { reportFormat } from './formats.ts';
import type { DeclaredColumn } from './program.ts';
import { closest } from './suggest.ts';
import { scalarType, TYPE_NAMES, UNKNOWN } from './types.ts';

/** Names of types in other languages. */
const FOREIGN: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int: 'integer',
  bigint: 'integer',
  long: 'integer',
  text: 'string',
  varchar: 'string',
  char: 'string',
  double: 'float',
  real: 'float',
  number: 'float',
  numeric: 'decimal',
  timestamp: 'datetime',
  object: 'json',
  struct: 'json',
};

/** A header that is its own key. */
const PLAIN_HEADER = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

type Typing = { readonly type: ColumnType; readonly format?: string };

function decimalOf(node: Extract<TypeNode, { kind: 'named' }>, report: Report): ColumnType {
  const [precision = { value: 18 }, scale = { value: node.arguments.length === 0 ? 6 : 0 }] = node.arguments;
  const [p, s] = [Number(precision.value), Number(scale.value)];
  const sound =
    Number.isInteger(p) && Number.isInteger(s) && p >= 1 && p <= 38 && s >= 0 && s <= p && node.arguments.length <= 2;
  if (!sound) report('SBS3014', node, {});
  return sound ? { kind: 'decimal', precision: p, scale: s } : { kind: 'decimal', precision: 18, scale: 6 };
}

/** The type that a type expression means. `formats`: whether `date("…")` may give a format here. */
export function typeOf(node: TypeNode, report: Report, formats: boolean): Typing {
  if (node.kind === 'list') return { type: { kind: 'list', element: typeOf(node.element, report, false).type } };
  if (node.kind === 'record') {
    const fields = fieldsOf(node.fields, report);
    return { type: node.broken ? UNKNOWN : { kind: 'record', fields } };
  }
  if (node.name === 'decimal') return { type: decimalOf(node, report) };
  const type = scalarType(node.name);
  if (type === undefined) {
    const foreign = FOREIGN[node.name.toLowerCase()];
    const near = typeof foreign === 'string' ? foreign : closest(node.name, TYPE_NAMES);
    const at = { start: node.start, end: node.start + node.name.length };
    const fix = near === null ? undefined : { title: `Write ${near}`, edits: [{ ...at, text: near }] };
    report(
      'SBS3001',
      at,
      { name: node.name, advice: near === null ? `There are ${TYPE_NAMES.join(', ')}.` : `Did you mean ${near}?` },
      fix,
    );
    return { type: UNKNOWN };
  }
  const [argument, extra] = node.arguments;
  if (argument === undefined) return { type };
  const timed = type.kind === 'date' || type.kind === 'datetime';
  if (!timed || !formats || extra || typeof argument.value !== 'string') {
    report('SBS3005', extra ?? argument, { type: node.name });
    return { type };
  }
  const { mistake, tokens } = readDateFormat(argument.value);
  if (mistake !== null || tokens.length === 0)
    reportFormat(argument.value, mistake ?? argument.value, argument, report);
  return { type, format: argument.value };
}

function fieldsOf(nodes: readonly ColumnNode[], report: Report): Column[] {
  const fields: Column[] = [];
  const seen = new Set<string>();
  for (const node of nodes) {
    const name = (node.alias ?? node.header).text;
    if (seen.has(name.toLowerCase())) {
      report('SBS2002', node.alias ?? node.header, { name });
      continue;
    }
    seen.add(name.toLowerCase());
    fields.push({ name, type: typeOf(node.type, report, false).type, nullable: !node.notNull });
  }
  if (fields.length === 0) fields.push({ name: 'value', type: UNKNOWN, nullable: true });
  return fields;
}

/** What a text is already: the name of a column, or the key of a header. */
const NAME = 1;
const HEADER = 2;

/** The declared columns of a source. Two with the same name, or two that match the same header, are a mistake. */
export function columnsOf(schema: SchemaNode, report: Report): DeclaredColumn[] {
  const columns: DeclaredColumn[] = [];
  const taken = new Map<string, number>();
  for (const node of schema.columns) {
    const at = node.alias ?? node.header;
    const name = at.text;
    const { type, format } = typeOf(node.type, report, true);
    const header = node.header.text;
    const lower = name.toLowerCase();
    const key = PLAIN_HEADER.test(header) ? header : headerKey(header);
    const byName = taken.get(lower) ?? 0;
    const byHeader = key === lower ? byName : (taken.get(key) ?? 0);
    if ((byName & NAME) !== 0 || (byHeader & HEADER) !== 0) {
      const clash = (byName & NAME) !== 0 ? at : node.header;
      report('SBS2002', clash, { name: clash.text });
      continue;
    }
    if (key === lower) taken.set(key, NAME | HEADER);
    else {
      taken.set(lower, byName | NAME);
      taken.set(key, byHeader | HEADER);
    }
    const column: SourceColumn =
      format === undefined
        ? { name, header, type, nullable: !node.notNull }
        : { name, header, type, nullable: !node.notNull, format };
    columns.push({ column, span: at });
  }
  return columns;
}
