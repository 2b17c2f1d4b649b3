import { FALSE_TEXTS, TRUE_TEXTS } from '@switchboard/model/values/boolean-text';
import type { ValueType } from '../../../typed/typed.ts';
import { bound } from '../bound.ts';
import { sqlType, text } from '../literals.ts';

/** Pattern of the white space that `trim()` removes in the file readers. */
export const BLANK = '[\\s\\v\\pZ\\x{feff}]*';
const NUMERAL = '[+-]?(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]{1,4})?';
/** A whole number with any fraction of zeros, but not 25.000, which may be 25,000. */
const WHOLE = '[+-]?(?:[0-9]+(?:[.](?:0{0,2}|0{4,}))?|(?:0[0-9]*|[0-9]{4,})[.]000)';
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const SECONDS = ':[0-5][0-9](?:[.][0-9]{1,9})?';
const YEAR = '(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])';
const OFFSET = '[+-](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?';

/** The part of a text between blanks that has the form of a pattern; an empty text when it has another form. */
function trimmedMatch(value: string, pattern: string): string {
  return `regexp_extract(${value}, ${text(`^${BLANK}(${pattern})${BLANK}$`)}, 1)`;
}

/** The ISO forms become one: without seconds left out, with dashes. Other texts stay as they are. */
function isoForm(value: string): string {
  const withSeconds = text(`^(${BLANK}[0-9]{4}[-/0-9]*[ Tt][0-9]{2}:[0-9]{2})([^:.0-9][^:]*(?::[0-9]*${BLANK})?)?$`);
  const dashes =
    '^([0-9]{4})(?:-([0-9]{1,2})-([0-9]{1,2})|/([0-9]{1,2})/([0-9]{1,2})|([0-9]{2})([0-9]{2}))((?s:[ Tt].*)?)$';
  const point = `regexp_replace(replace(${value}, ',', '.'), ${withSeconds}, '\\1:00\\2')`;
  const start = `regexp_replace(${point}, ${text(`^${BLANK}`)}, '')`;
  return `regexp_replace(regexp_replace(${start}, ${text(`${BLANK}$`)}, ''), ${text(dashes)}, '\\1-\\2\\4\\6-\\3\\5\\7\\8')`;
}

/** A datetime in UTC from any ISO form. DuckDB's own cast drops offsets, and reads more than ISO forms. */
function datetimeOf(value: string): string {
  const whole = `(${YEAR}-[0-9]{1,2}-[0-9]{1,2})(?:[ Tt](${CLOCK}${SECONDS}) ?(?:[Zz]|UTC|(${OFFSET}))?)?`;
  const canonical = `regexp_replace(${isoForm(value)}, ${text(`^(?:${whole}|(?s:.*))$`)}, '\\1 \\2\\3')`;
  return `timezone('UTC', TRY_CAST(trim(${canonical}) AS TIMESTAMPTZ))`;
}

/** Whether the datetime t is of a year that the language has. */
export const IN_CALENDAR = `t BETWEEN TIMESTAMP '0001-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59.999999'`;

/** A datetime, or null where it leaves the years that the language has. */
export function inCalendar(moment: string): string {
  return bound(moment, 't', `CASE WHEN ${IN_CALENDAR} THEN t END`);
}

function booleanOf(value: string): string {
  const words = [...TRUE_TEXTS, ...FALSE_TEXTS].map(text).join(', ');
  return `(list_position([${words}], ${trimmedMatch(`lower(${value})`, '[a-z01]+')}) <= ${TRUE_TEXTS.length})`;
}

/** Decimal places beyond the scale must be zeros: nothing is rounded. */
function decimalOf(value: string, scale: number, type: string): string {
  const bare = scale === 0 ? '' : `|[.][0-9]{1,${scale}}`;
  const pattern = `[+-]?(?:[0-9]+(?:[.][0-9]{0,${scale}})?${bare})`;
  return `TRY_CAST(regexp_extract(${value}, ${text(`^${BLANK}(${pattern})0*${BLANK}$`)}, 1) AS ${type})`;
}

/** DuckDB takes a comma before a closing bracket for valid JSON. */
function jsonOf(value: string): string {
  const bare = `regexp_replace(v, ${text('"(?:[^"\\\\]|\\\\.)*"')}, '""', 'g')`;
  const isStrict = `NOT regexp_matches(${bare}, ${text(',\\s*[\\]}]|[INi]|nan')})`;
  return bound(
    value,
    'v',
    `CASE WHEN ${isStrict} THEN TRY_CAST(regexp_replace(v, ${text('^\\s+|\\s+$')}, '', 'g') AS JSON) END`,
  );
}

/** Whether a text has more than blanks: blanks alone mean null. */
export function hasText(value: string): string {
  return `regexp_matches(${value}, ${text('[^\\s\\v\\pZ\\x{feff}]')})`;
}

/** A JSON null is null. */
export const withoutNull = (json: string): string => `nullif(${json}, CAST('null' AS JSON))`;

/** SQL that reads a text as the columns of files are read; null when the text does not have the type's form. */
export function readText(value: string, type: ValueType): string {
  switch (type.kind) {
    case 'integer':
      return `TRY_CAST(${trimmedMatch(value, WHOLE)} AS BIGINT)`;
    case 'float': {
      const number = `TRY_CAST(${trimmedMatch(value, NUMERAL)} AS DOUBLE)`;
      return `nullif(nullif(${number}, CAST('inf' AS DOUBLE)), CAST('-inf' AS DOUBLE))`;
    }
    case 'decimal':
      return decimalOf(value, type.scale, sqlType(type) ?? '');
    case 'boolean':
      return booleanOf(value);
    case 'date':
      return bound(datetimeOf(value), 't', `CASE WHEN ${IN_CALENDAR} AND t = CAST(t AS DATE) THEN CAST(t AS DATE) END`);
    case 'datetime':
      return inCalendar(datetimeOf(value));
    case 'time':
      return `TRY_CAST(${trimmedMatch(value, `(?:[0-9]|[01][0-9]|2[0-3]):[0-5][0-9](?:${SECONDS})?`)} AS TIME)`;
    case 'json':
      return withoutNull(jsonOf(value));
    default:
      return value;
  }
}
