import type { ColumnType } from '@switchboard/model';
import { NATIVE_TIME } from '../formats/rows-writer.ts';

/** The text of a date or time that a file keeps as one (`NATIVE_TIME` before it), as a column's type writes it. */
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
