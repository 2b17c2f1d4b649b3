import type { ColumnType } from '@switchboard/model/schema';
import { type JsonValue, LongNumber } from './json-value.ts';

/** Marks a date or time that a binary file stores as such: `2025-01-02T`, `2025-01-02T10:00:00` or `T10:00:00` follows. */
export const NATIVE_TIME = '\u0001';

/** The text of a value marked with `NATIVE_TIME`, in the form of a column's type. */
export function nativeText(marked: string, type: ColumnType): string {
  const [date = '', clock = ''] = marked.slice(NATIVE_TIME.length).split('T');
  switch (type.kind) {
    case 'date':
      return clock === '' || /^00:00:00(?:\.0+)?$/.test(clock)
        ? date || clock
        : [date, clock].filter(Boolean).join(' ');
    case 'datetime':
      return date === '' ? clock : `${date} ${clock === '' ? '00:00:00' : clock}`;
    default:
      return [date, clock].filter(Boolean).join(' ');
  }
}

/** Marks a decimal of a binary file, so that it keeps its decimal places: `1.50` follows. */
export const NATIVE_NUMBER = '\u0002';

/** The value marked with `NATIVE_NUMBER`: its digits for a text column, a number for all others. */
export function nativeNumber(marked: string, type: ColumnType): JsonValue {
  const digits = marked.slice(NATIVE_NUMBER.length);
  if (type.kind === 'string') return digits;
  return new LongNumber(digits.replace(/\.?0+$/, ''));
}
