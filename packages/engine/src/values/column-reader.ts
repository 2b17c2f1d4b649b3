import type { DecimalDigits } from '@switchboard/connectors';
import { type Column, type ColumnType, headerKey, typeName } from '@switchboard/model/schema';
import { readBoolean } from '@switchboard/model/values/boolean-text';
import { type NumberSeparators, separatedReader, separatorText } from '@switchboard/model/values/number-separators';
import { fits, type Reading, readDecimal, readFloat, readInteger, unfit } from '@switchboard/model/values/number-text';
import { dateReader, datetimeReader, readTime } from '@switchboard/model/values/time-text';
import { type JsonValue, jsonText, LongNumber, parseJson } from './json-value.ts';
import { fastJsonText, isCanonicalText } from './value-fast-path.ts';

/** A column that a file's records must fit. `format` is a declared date or datetime format. */
export type Target = Column & {
  readonly format?: string | undefined;
  readonly separators?: NumberSeparators | undefined;
  /** The digits of a decimal of unknown type that a database wrote as text; null: by its values. */
  readonly exact?: DecimalDigits | undefined;
  /** The type that the file declares for a column of unknown type. */
  readonly stored?: ColumnType | undefined;
};

/** How the texts of a column are written. */
type Writing = Pick<Target, 'format' | 'separators'>;

/** Reads a value of a column both ways: the lenient reading decides, the strict one may object. */
export type ColumnReader = {
  /** A field of a CSV record. */
  text(text: string, quoted: boolean): Reading;
  /** A value of a JSON record; undefined when the record does not have it. */
  json(value: JsonValue | undefined): Reading;
};

const parsed = (text: string): JsonValue | undefined => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

function readJson(text: string): Reading {
  const value = parsed(text);
  if (value === undefined) return unfit('not JSON');
  return value === null ? fits(null, 'null is not written as an empty field') : fits(text.trim());
}

/** The reader of a type's texts. Nested types are written as JSON. */
function textReader(type: ColumnType, writing: Writing): (text: string) => Reading {
  const { format, separators } = writing;
  switch (type.kind) {
    case 'integer':
      return separatedReader(readInteger, separators, true);
    case 'float':
      return separatedReader(readFloat, separators, false);
    case 'decimal':
      return separatedReader((text) => readDecimal(text, type.precision, type.scale), separators, false);
    case 'boolean':
      return readBoolean;
    case 'date':
      return dateReader(format);
    case 'datetime':
      return datetimeReader(format);
    case 'time':
      return readTime;
    case 'json':
      return readJson;
    case 'record':
    case 'list': {
      const nested = nestedReader(type, { separators });
      return (text) => {
        const value = parsed(text);
        return value === undefined ? unfit('not JSON') : nested(value);
      };
    }
    default:
      return (text) => fits(text);
  }
}

/** The text of a JSON value that is not a string. */
const scalarText = (value: JsonValue): string =>
  value instanceof LongNumber ? value.source : typeof value === 'object' ? jsonText(value) : String(value);

/** The digits of a number that JavaScript writes with an exponent; any other text as it is. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = whole + fraction;
  return shift < 0 ? `${sign}0.${'0'.repeat(-shift - 1)}${digits}` : sign + digits.padEnd(shift + 1, '0');
}

/** Whether the JSON value has the native form of the type, or that of declared separators, to which the strict reading does not object. */
function isNative(type: ColumnType, value: JsonValue, { separators }: Writing): boolean {
  switch (type.kind) {
    case 'integer':
    case 'float':
    case 'decimal':
      return typeof value === 'number' || value instanceof LongNumber || separators !== undefined;
    case 'boolean':
      return typeof value === 'boolean';
    case 'unknown':
      return true;
    default:
      return typeof value === 'string';
  }
}

/** The reader of a type's JSON values; its canonical text is what `textReader` would give. */
function jsonReader(type: ColumnType, writing: Writing): (value: JsonValue) => Reading {
  if (type.kind === 'json') return (value) => fits(jsonText(value));
  if (type.kind === 'record' || type.kind === 'list') return nestedReader(type, writing);
  const read = textReader(type, writing);
  const readPlain = writing.separators === undefined ? read : textReader(type, {});
  return (value) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      !(value instanceof LongNumber) &&
      type.kind !== 'string' &&
      type.kind !== 'unknown'
    )
      return unfit(`not ${article(type)}`);
    const given = scalarText(value);
    const reading =
      typeof value === 'string'
        ? read(given)
        : readPlain(type.kind === 'decimal' && typeof value === 'number' ? withoutExponent(given) : given);
    if (!reading.fits || isNative(type, value, writing)) return reading;
    return fits(reading.text, reading.complaint ?? `not given as ${article(type)}`);
  };
}

const article = (type: ColumnType): string => `${/^[aeiou]/.test(type.kind) ? 'an' : 'a'} ${type.kind}`;

/** JSON text of a canonical text, inside a record or list. Digits stay digits; everything else is a string. */
const asJson = (type: ColumnType, text: string): string =>
  type.kind === 'record' || type.kind === 'list'
    ? text
    : type.kind === 'integer' || type.kind === 'boolean'
      ? text
      : JSON.stringify(text);

const isTwice = (entries: readonly (readonly [string, JsonValue])[], key: string): boolean =>
  entries.filter(([name]) => headerKey(name) === key).length > 1;

function nestedReader(type: ColumnType, writing: Writing): (value: JsonValue) => Reading {
  if (type.kind === 'list') {
    const read = nestedReader(type.element, writing);
    return (value) => {
      if (value === null) return fits(null);
      if (!Array.isArray(value)) return unfit('not a list');
      let complaint: string | null = null;
      const texts: string[] = [];
      for (const [index, element] of (value as readonly JsonValue[]).entries()) {
        const reading = read(element);
        if (!reading.fits) return unfit(`[${index}]: ${reading.reason}`);
        if (reading.complaint !== null) complaint ??= `[${index}]: ${reading.complaint}`;
        texts.push(reading.text === null ? 'null' : asJson(type.element, reading.text));
      }
      return fits(`[${texts.join(',')}]`, complaint);
    };
  }
  if (type.kind === 'record') {
    const fields = type.fields.map((field) => ({
      field,
      key: headerKey(field.name),
      read: nestedReader(field.type, writing),
    }));
    return (value) => {
      if (value === null) return fits(null);
      if (typeof value !== 'object' || Array.isArray(value) || value instanceof LongNumber)
        return unfit('not a record');
      const entries = Object.entries(value);
      const given = new Map(entries.map(([name, inner]) => [headerKey(name), inner]));
      const twice = given.size === entries.length ? undefined : fields.find(({ key }) => isTwice(entries, key));
      if (twice !== undefined) return unfit(`two of its fields are named ${twice.field.name}`);
      let complaint: string | null = null;
      const texts: string[] = [];
      for (const { field, key, read } of fields) {
        const inner = given.get(key) ?? null;
        const reading = inner === null ? fits(null) : read(inner);
        if (!reading.fits) return unfit(`${field.name}: ${reading.reason}`);
        if (reading.text === null && !field.nullable) return unfit(`${field.name}: must not be null`);
        if (reading.complaint !== null) complaint ??= `${field.name}: ${reading.complaint}`;
        texts.push(
          `${JSON.stringify(field.name)}:${reading.text === null ? 'null' : asJson(field.type, reading.text)}`,
        );
      }
      return fits(`{${texts.join(',')}}`, complaint);
    };
  }
  const read = jsonReader(type, { separators: writing.separators });
  return (value) => (value === null ? fits(null) : read(value));
}

/**
 * The reader of a column. `nullValues` are the texts that mean null besides the empty one: as they stand for the strict
 * reading, and with blanks around them or in quotes (columns other than strings) for the lenient one.
 */
export function columnReader(target: Target, nullValues: readonly string[]): ColumnReader {
  const { type, nullable } = target;
  const nulls = new Set(nullValues);
  const isText = type.kind === 'string' || type.kind === 'unknown';
  const readText = textReader(type, target);
  const readJsonValue = jsonReader(type, target);
  const quick = fastJsonText(type, target.format);
  const isPlain = isCanonicalText(type, target);
  const missing = (complaint: string | null): Reading => (nullable ? fits(null, complaint) : unfit('must not be null'));
  return {
    text(text, quoted) {
      if (!quoted && (text === '' || nulls.has(text))) return missing(null);
      if (!isText) {
        if (isPlain(text) && !nulls.has(text)) return fits(text);
        const trimmed = text.trim();
        if (trimmed === '' || nulls.has(trimmed)) return missing('null is not written as an empty field');
      }
      const reading = readText(text);
      return reading.fits && reading.text === null ? missing(reading.complaint) : reading;
    },
    json(value) {
      if (value === null || value === undefined) return missing(null);
      if (typeof value === 'string' && nulls.has(value)) return missing(null);
      const plain = quick(value);
      if (plain !== null) return fits(plain);
      if (typeof value === 'string' && !isText && value.trim() === '') return missing('null is not written as null');
      return readJsonValue(value);
    },
  };
}

/** The expected type of a value, for messages. */
export function expectedText({ type, format, separators, nullable }: Target): string {
  const isNumber = type.kind === 'integer' || type.kind === 'float' || type.kind === 'decimal';
  const written =
    format !== undefined ? `("${format}")` : isNumber && separators ? ` with ${separatorText(separators)}` : '';
  return `${typeName(type)}${written}${nullable ? '' : ' not null'}`;
}
