import type { ColumnType } from '@switchboard/model/schema';
import { type ColumnTypes, type Family, INT64_MAX, type StoredType } from './stored-type.ts';

/** The largest fraction of a second that results have. */
const MICROSECONDS = 6;

function familyOf({ kind }: ColumnType): Family {
  switch (kind) {
    case 'string':
    case 'unknown':
      return 'text';
    case 'record':
    case 'list':
      return 'json';
    default:
      return kind;
  }
}

/**
 * A value of a type that a column of the table would silently change; null where the column keeps every value, or refuses those that it
 * does not keep. Types of different families count as changing: what a server makes of them depends on how a value is spelled.
 */
export function alteredValue(
  type: ColumnType,
  stored: StoredType,
  { isLeftToServer }: Pick<ColumnTypes, 'isLeftToServer'>,
): string | null {
  const family = familyOf(type);
  if (stored.kind === 'text' || stored.kind === 'other' || isLeftToServer.has(`${family} ${stored.kind}`)) return null;
  if (stored.kind === 'cut') return family === 'text' || family === 'json' ? 'x'.repeat(stored.characters + 1) : null;
  if (stored.kind === 'choices') return isInteger(type) ? '1' : null;
  switch (family) {
    case 'json':
      return stored.kind === 'json' ? alteredJson(type, stored) : '{"a":1}';
    case 'text':
      return stored.kind === 'json' ? null : textFor(stored);
    case 'integer':
      return alteredInteger(stored, '9223372036854775807');
    case 'decimal':
      return type.kind === 'decimal' ? alteredDecimal(type.precision, type.scale, stored) : null;
    case 'float':
      return alteredFloat(stored);
    case 'boolean':
      return stored.kind === 'boolean' || stored.kind === 'json' ? null : 'true';
    case 'date':
      return stored.kind === 'date' || stored.kind === 'datetime' ? null : '2026-11-26';
    case 'datetime':
      return stored.kind === 'datetime' ? alteredFraction('2026-11-26 10:00:00', stored.digits) : '2026-11-26 23:59:59';
    case 'time':
      return stored.kind === 'time' || stored.kind === 'interval'
        ? alteredFraction('10:00:00', stored.digits)
        : '23:59:59';
  }
}

const isInteger = (type: ColumnType): boolean =>
  type.kind === 'integer' || (type.kind === 'decimal' && type.scale === 0);

const textFor = ({ kind }: StoredType): string =>
  kind === 'integer' || kind === 'decimal' || kind === 'float' ? '007' : kind === 'boolean' ? 'yes' : '2026-1-5';

/** JSON with a number that a column changes; null where the numbers of the type keep all their digits. */
function alteredJson(type: ColumnType, stored: Extract<StoredType, { kind: 'json' }>): string | null {
  if (stored.digits === undefined) return null;
  switch (type.kind) {
    case 'json':
      return '0.12345678901234567';
    case 'decimal':
      return alteredDecimal(type.precision, type.scale, stored);
    case 'list': {
      const element = alteredJson(type.element, stored);
      return element === null ? null : `[${element}]`;
    }
    case 'record':
      for (const { name, type: inner } of type.fields) {
        const value = alteredJson(inner, stored);
        if (value !== null) return `{${JSON.stringify(name)}:${value}}`;
      }
      return null;
    default:
      return null;
  }
}

/** @param largest a number of the type with all its digits */
function alteredInteger(stored: StoredType, largest: string): string | null {
  switch (stored.kind) {
    case 'integer':
      return null;
    case 'json':
      return stored.digits === undefined || BigInt(largest) <= INT64_MAX ? null : largest;
    case 'decimal':
      if (stored.scale !== null && stored.scale < 0) return '1';
      return stored.digits === undefined ? null : inexact(largest, stored.digits);
    case 'float':
      return inexact(largest, stored.digits);
    case 'boolean':
      return '5';
    default:
      return largest.length >= 8 ? '20261126' : '1';
  }
}

/** The beginning of a number that has more digits than are kept. */
const inexact = (number: string, digits: number): string | null =>
  number.length > digits ? number.slice(0, digits + 3) : null;

function alteredDecimal(precision: number, scale: number, stored: StoredType): string | null {
  if (scale === 0) return alteredInteger(stored, '9'.repeat(precision));
  const smallest = `1.${'5'.padStart(scale, '0')}`;
  const longest = `${'9'.repeat(precision - scale) || '0'}.${'9'.repeat(scale)}`;
  switch (stored.kind) {
    case 'json':
      return stored.digits !== undefined && precision > stored.digits ? longest : null;
    case 'decimal':
      if (stored.scale !== null && stored.scale < scale) return smallest;
      return stored.digits !== undefined && precision > stored.digits ? longest : null;
    case 'float':
      return precision > stored.digits ? longest : null;
    default:
      return smallest;
  }
}

function alteredFloat(stored: StoredType): string | null {
  switch (stored.kind) {
    case 'json':
      return null;
    case 'decimal':
      return stored.scale === null ? null : '0.1234567890123456';
    case 'float':
      return stored.digits === 15 ? null : '0.1234567890123456';
    default:
      return '1.5';
  }
}

const alteredFraction = (second: string, digits: number): string | null =>
  digits >= MICROSECONDS ? null : `${second}.${digits <= 0 ? '6' : '123456'}`;
