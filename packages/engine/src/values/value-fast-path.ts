import type { ColumnType } from '@switchboard/model/schema';
import type { NumberSeparators } from '@switchboard/model/values/number-separators';
import type { JsonValue } from './json-value.ts';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The number that two digits at a place are; -1 when they are none. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 0x30, text.charCodeAt(at + 1) - 0x30];
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

/** Whether a text begins with a day that exists, as YYYY-MM-DD. */
function beginsWithDay(text: string): boolean {
  const [century, year] = [twoDigits(text, 0), twoDigits(text, 2)];
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  if (century < 0 || year < 0 || century + year === 0 || text[4] !== '-' || text[7] !== '-') return false;
  const isLeap = month === 2 && year % 4 === 0 && (year !== 0 || century % 4 === 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= (DAYS[month - 1] ?? 0) + (isLeap ? 1 : 0);
}

/** Whether a text has a time of day from place 11 on, as HH:MM:SS. */
function hasClock(text: string): boolean {
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  const inRange = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  return inRange && text[13] === ':' && text[16] === ':';
}

/**
 * Returns the text of a JSON value that has its column's canonical form, so that neither reading objects; null when the
 * value needs full parsing. Most values of most files are canonical.
 */
export function fastJsonText(type: ColumnType, format: string | undefined): (value: JsonValue) => string | null {
  switch (type.kind) {
    case 'integer':
      return (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null);
    case 'float':
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : null);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : null);
    case 'decimal': {
      const { precision, scale } = type;
      return (value) => {
        // JSON has no infinity, but 1e400 is read as one.
        if (typeof value !== 'number' || !Number.isFinite(value)) return null;
        const text = String(value);
        const point = text.indexOf('.');
        const whole = (point < 0 ? text.length : point) - (value < 0 ? 1 : 0);
        const places = point < 0 ? 0 : text.length - point - 1;
        return whole <= precision - scale && places <= scale && !text.includes('e') ? text : null;
      };
    }
    case 'string':
    case 'unknown':
      return (value) => (typeof value === 'string' ? value : null);
    case 'date':
      return (value) =>
        format === undefined && typeof value === 'string' && value.length === 10 && beginsWithDay(value) ? value : null;
    case 'datetime':
      return (value) => {
        if (format !== undefined || typeof value !== 'string' || value.length !== 19 || value[10] !== ' ') return null;
        return beginsWithDay(value) && hasClock(value) ? value : null;
      };
    default:
      return () => null;
  }
}

/** How many digits a text has from a place on. */
function digitsFrom(text: string, at: number): number {
  let count = 0;
  for (let code = text.charCodeAt(at); code >= 0x30 && code <= 0x39; code = text.charCodeAt(at + count)) count += 1;
  return count;
}

/** Whether a text is a number with at most so many digits before its point, and so many behind it. */
function isPlainNumber(text: string, whole: number, places: number): boolean {
  const start = text.charCodeAt(0) === 0x2d ? 1 : 0;
  const before = digitsFrom(text, start);
  if (before < 1 || before > whole) return false;
  const point = start + before;
  if (point === text.length) return true;
  if (text.charCodeAt(point) !== 0x2e) return false;
  const behind = digitsFrom(text, point + 1);
  return behind >= 1 && behind <= places && point + 1 + behind === text.length;
}

/** Whether a text has its column's canonical form, so that neither reading objects. Of numbers with separators of their own: digits. */
export function isCanonicalText(
  type: ColumnType,
  { format, separators }: { readonly format?: string | undefined; readonly separators?: NumberSeparators | undefined },
): (text: string) => boolean {
  const places = (most: number): number => (separators === undefined ? most : 0);
  switch (type.kind) {
    case 'integer':
      return (text) => isPlainNumber(text, 18, 0);
    case 'float':
      return (text) => isPlainNumber(text, 18, places(18));
    case 'decimal':
      return (text) => isPlainNumber(text, type.precision - type.scale, places(type.scale));
    case 'boolean':
      return (text) => text === 'true' || text === 'false';
    case 'date':
    case 'datetime': {
      const quick = fastJsonText(type, format);
      return (text) => quick(text) !== null;
    }
    default:
      return () => false;
  }
}
