import type { Column, ColumnType, SourceColumn } from '@switchboard/model/schema';
import { headerKey } from '@switchboard/model/schema';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { foreignType } from '../../diagnostics/habits/types.ts';
import { formatGap, readDateFormat } from '../../functions/date-format.ts';
import { closest } from '../../suggest/suggest.ts';
import { lowerCase } from '../../syntax/tokens/lower-case.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { ColumnNode, SchemaNode, TypeNode } from '../../syntax/tree/schema-tree.ts';
import { decimalType, scalarType, TYPE_NAMES, UNKNOWN } from '../../typed/types.ts';
import { reportFormat } from './formats.ts';
import { isPseudoColumn, reportPseudoColumn } from './pseudo-columns.ts';
import { separatedType } from './separated-type.ts';

const DIGITS = 'Write decimal(18, 2) with the digits that you need, or float.';
/** A header that is its own key. */
const PLAIN_HEADER = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

type Typing = Pick<SourceColumn, 'format' | 'separators'> & { readonly type: ColumnType };

function decimalOf(node: Extract<TypeNode, { kind: 'named' }>, report: Report): ColumnType {
  const named = node.arguments.some(({ name }) => name !== null);
  const given = named ? node.arguments.filter(({ name }) => name === null) : node.arguments;
  const [precision = { value: 18 }, scale = { value: given.length === 0 ? 6 : 0 }] = given;
  const [p, s] = [Number(precision.value), Number(scale.value)];
  const sound =
    Number.isInteger(p) && Number.isInteger(s) && p >= 1 && p <= 38 && s >= 0 && s <= p && given.length <= 2;
  if (!sound) report('SBS3014', node, {});
  return sound ? decimalType(p, s) : decimalType(18, 6);
}

const ALL_TYPES = `There are ${TYPE_NAMES.join(', ')}.`;
/** Dialects cut digits off, or round halves in their own ways. */
const ROUNDED =
  'Did you mean integer? It rounds halves away from zero: write floor(…) or ceil(…) inside for other ways.';

/**
 * The type that a type expression means. `formats`: whether `date("…")` may give a format here, and numbers their separators;
 * `rounds`: whether values that may have digits behind the point are converted to it.
 */
export function typeOf(node: TypeNode, report: Report, formats: boolean, rounds = false): Typing {
  if (node.kind === 'list') return { type: { kind: 'list', element: typeOf(node.element, report, false).type } };
  if (node.kind === 'record') {
    const fields = fieldsOf(node.fields, report);
    return { type: node.broken ? UNKNOWN : { kind: 'record', fields } };
  }
  if (node.name === 'decimal') return separatedType(node, decimalOf(node, report), report, formats);
  const type = scalarType(node.name);
  if (type === undefined) {
    const foreign = foreignType(node.name);
    const exactType = foreign === 'decimal' || node.name.toLowerCase() === 'number';
    const near = exactType && node.arguments.length > 0 ? 'decimal' : (foreign ?? closest(node.name, TYPE_NAMES));
    // The lengths of varchar(20) and int(11) have no counterpart.
    const sized = foreign !== undefined && !exactType && node.arguments.length > 0;
    const at = { start: node.start, end: sized ? node.end : node.start + node.name.length };
    // Without digits, dialects disagree on those of a decimal.
    const open = exactType && node.arguments.length === 0;
    const rounded = rounds && near === 'integer';
    const fix =
      near === null || open || rounded ? undefined : { title: `Write ${near}`, edits: [{ ...at, text: near }] };
    report(
      'SBS3001',
      at,
      {
        name: node.name,
        advice: open ? DIGITS : rounded ? ROUNDED : near === null ? ALL_TYPES : `Did you mean ${near}?`,
      },
      fix,
    );
    return { type: UNKNOWN };
  }
  const argument = node.arguments[0];
  if (argument === undefined) return { type };
  const extra = node.arguments[1];
  if (type.kind === 'integer' || type.kind === 'float') return separatedType(node, type, report, formats);
  const timed = type.kind === 'date' || type.kind === 'datetime';
  if (!timed || !formats || extra || argument.name || typeof argument.value !== 'string') {
    report('SBS3005', extra ?? argument, { type: node.name });
    return { type };
  }
  const { mistake, tokens } = readDateFormat(argument.value);
  const gap = formatGap(argument.value);
  if (mistake !== null || tokens.length === 0)
    reportFormat(argument.value, mistake ?? argument.value, argument, report);
  else if (gap !== null) report('SBS3032', argument, { format: argument.value, gap });
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

/** The columns of a source, and of one after the other where its name starts and ends. */
type Declared = { readonly columns: readonly SourceColumn[]; readonly places: readonly number[] };

/** Up to this many texts, pairwise comparison is faster than a set. */
const FEW = 16;

/** Texts of which none may come twice. */
class Distinct {
  readonly #few: string[] = [];
  #many: Set<string> | null = null;

  has(text: string): boolean {
    if (this.#many) return this.#many.has(text);
    for (const each of this.#few) if (each === text) return true;
    return false;
  }

  copy(): Distinct {
    const copy = new Distinct();
    for (const text of this.#many ?? this.#few) copy.add(text);
    return copy;
  }

  add(text: string): void {
    if (this.#many) this.#many.add(text);
    else this.#few.push(text);
    if (this.#few.length > FEW) this.#many ??= new Set(this.#few);
  }
}

/** The declared columns of a source. Two with the same name, or two that match the same header, are a mistake. */
export function columnsOf(schema: SchemaNode, report: Report): Declared {
  const columns: SourceColumn[] = [];
  const places: number[] = [];
  const names = new Distinct();
  // Nearly always each header is the name of its column, so that nothing more need be kept.
  let headers = names;
  for (const node of schema.columns) {
    const at = node.alias ?? node.header;
    const name = at.text;
    const { type, format, separators } = typeOf(node.type, report, true);
    const header = node.header.text;
    const lower = lowerCase(name);
    const key = PLAIN_HEADER.test(header) ? header : headerKey(header);
    if (key !== lower && headers === names) headers = names.copy();
    if (isPseudoColumn(lower)) reportPseudoColumn(at, node, report);
    const known = names.has(lower);
    if (known || (headers !== names && headers.has(key))) {
      const clash = known ? at : node.header;
      report('SBS2002', clash, { name: clash.text });
      continue;
    }
    names.add(lower);
    if (headers !== names) headers.add(key);
    const column: SourceColumn =
      format === undefined
        ? { name, header, type, nullable: !node.notNull }
        : { name, header, type, nullable: !node.notNull, format };
    columns.push(separators === undefined ? column : { ...column, separators });
    places.push(at.start, at.end);
  }
  return { columns: exact(columns), places: exact(places) };
}
