import { readLiteral } from '../../../functions/read-literal.ts';
import type { ValueType } from '../../../typed/typed.ts';
import { isNumeric, shown } from '../../../typed/types.ts';
import { bound } from '../bound.ts';
import { sqlType, text } from '../literals.ts';
import { hasText, readText, withoutNull } from './read-text.ts';
import { runError } from './run-error.ts';

/** The shortest digits that read back as the same float. */
function floatText(value: string): string {
  const digits = `regexp_replace(CAST(to_json((${value} + 0)) AS VARCHAR), '[.]0$', '')`;
  return `regexp_replace(${digits}, 'e([0-9])', 'e+\\1')`;
}

/** Whether a type has no digits before the point: DuckDB writes such a decimal as `.5`, which is not valid JSON either. */
function isBare(type: ValueType): boolean {
  return type.kind === 'decimal' && type.precision === type.scale;
}

function bareText(value: string): string {
  return `regexp_replace(CAST(${value} AS VARCHAR), '^(-?)[.]', '\\10.')`;
}

/** Whether a bare decimal stands anywhere in the values of a type. */
function containsBare(type: ValueType): boolean {
  if (type.kind === 'list') return containsBare(type.element);
  return type.kind === 'record' ? type.fields.some((field) => containsBare(field.type)) : isBare(type);
}

/** The strings, the numbers and the rest of a JSON text. */
const JSON_TOKENS = String.raw`"(?:[^"\\]|\\.)*"|-?[0-9.][0-9.eE+-]*|[^"0-9.-]+`;

/** A list or a record as JSON. */
function jsonText(value: string, type: ValueType): string {
  const json = `CAST(to_json(${value}) AS VARCHAR)`;
  if (!containsBare(type)) return json;
  return `array_to_string(list_transform(regexp_extract_all(${json}, '${JSON_TOKENS}'), lambda t: ${bareText('t')}), '')`;
}

/** The text of a value: that of a JSON string without its quotation marks, lists and records as JSON. */
export function textOf(value: string, type: ValueType): string {
  switch (type.kind) {
    case 'string':
      return value;
    case 'float':
      return floatText(value);
    case 'json': {
      const number = floatText('CAST(j AS DOUBLE)');
      // A number beyond the floats keeps its digits.
      const isFloat = `json_type(j) = 'DOUBLE' AND isfinite(TRY_CAST(j AS DOUBLE))`;
      return bound(value, 'j', `CASE WHEN ${isFloat} THEN ${number} ELSE json_extract_string(j, '$') END`);
    }
    case 'decimal':
      return isBare(type) ? bareText(value) : `CAST(${value} AS VARCHAR)`;
    case 'list':
    case 'record':
      return jsonText(value, type);
    default:
      return `CAST(${value} AS VARCHAR)`;
  }
}

/** The shortest digits of a float. DuckDB rounds digits far behind the point away from zero, where they are nothing. */
function digitsOf(value: string, scale: number): string {
  return bound(value, 'f', `CASE WHEN abs(f) < 5e-${scale + 1} THEN '0' ELSE CAST(f AS VARCHAR) END`);
}

function jsonOf(value: string, type: ValueType): string {
  if (isBare(type)) return `CAST(${bareText(value)} AS JSON)`;
  return containsBare(type) ? `CAST(${jsonText(value, type)} AS JSON)` : `to_json(${value})`;
}

/** Reads a text. Blanks alone are null; what cannot be read is null, or an error unless `lenient`. */
function fromText(value: string, to: ValueType, lenient: boolean): string {
  if (lenient) return readText(value, to);
  const failure = runError('cast', shown(to), 'v');
  const isNullJson = to.kind === 'json' ? ` AND NOT regexp_matches(v, '^\\s*null\\s*$')` : '';
  return bound(
    value,
    'v',
    `coalesce(${readText('v', to)}, CASE WHEN ${hasText('v')}${isNullJson} THEN ${failure} END)`,
  );
}

function toBoolean(value: string, lenient: boolean): string {
  if (lenient) return `CASE ${value} WHEN 1 THEN true WHEN 0 THEN false END`;
  const failure = runError('cast', 'boolean', 'v');
  return bound(value, 'v', `CASE WHEN v = 1 THEN true WHEN v = 0 THEN false WHEN v IS NOT NULL THEN ${failure} END`);
}

/** The elements of a list one by one, for DuckDB rounds halves to even. */
function listTo(value: string, from: ValueType, to: ValueType, lenient: boolean): string {
  return `list_transform(${value}, lambda e: ${convert('e', from, to, lenient)})`;
}

/** SQL of the conversion of a text of the script; null when it can only fail, or is not read. */
export function convertLiteral(value: string, to: ValueType, lenient: boolean): string | null {
  const type = sqlType(to);
  if (type === null || to.kind === 'null' || to.kind === 'list' || to.kind === 'record') return null;
  const reading = readLiteral(value, to);
  if (!reading.fits && !lenient) return null;
  const read = reading.fits ? reading.text : null;
  return to.kind === 'string' && read !== null ? text(read) : `CAST(${read === null ? 'NULL' : text(read)} AS ${type})`;
}

/**
 * SQL of a conversion as the table of conversions in the model has it.
 * @param lenient null for a value that cannot be converted, not an error
 */
export function convert(value: string, from: ValueType, to: ValueType, lenient: boolean): string {
  const type = sqlType(to);
  if (type === null || from.kind === 'null') return type === null ? value : `CAST(${value} AS ${type})`;
  if (to.kind === 'string') return textOf(value, from);
  if (to.kind === 'json') {
    if (from.kind === 'json') return withoutNull(value);
    return from.kind === 'string' || from.kind === 'unknown'
      ? fromText(textOf(value, from), to, lenient)
      : jsonOf(value, from);
  }
  const word = lenient ? 'TRY_CAST' : 'CAST';
  const isNested = to.kind === 'record' || to.kind === 'list';
  if (!isNested && (from.kind === 'string' || from.kind === 'unknown' || from.kind === 'json'))
    return fromText(textOf(value, from), to, lenient);
  if (to.kind === 'boolean' && isNumeric(from)) return toBoolean(value, lenient);
  if (to.kind === 'integer' && from.kind === 'float') return `${word}(round(${value}) AS BIGINT)`;
  if (to.kind === 'decimal' && from.kind === 'float') return `${word}(${digitsOf(value, to.scale)} AS ${type})`;
  if (to.kind === 'list' && from.kind === 'list' && isNumeric(to.element) && isNumeric(from.element))
    return listTo(value, from.element, to.element, lenient);
  return `${word}(${value} AS ${type})`;
}
