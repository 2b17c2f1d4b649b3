import type { ColumnType } from '@switchboard/model';

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
