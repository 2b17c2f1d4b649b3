import type { ScanLayout } from '../part-scan/scan-task.ts';
import { RAW_BYTES } from '../sample-rows.ts';

/** The layout of rows that a binary file was converted into. */
export type RowsLayout = Extract<ScanLayout, { kind: 'rows' }>;

const showTime = (_whole: string, date: string, clock: string): string =>
  `"${[date, clock].filter(Boolean).join(' ')}"`;

/** The raw text of a record, cut to `RAW_BYTES`. Dates and decimals of converted rows are shown without their marks. */
export function rawText(slice: Buffer, layout: Exclude<ScanLayout, { kind: 'csv' }>): string {
  const text = slice.toString('utf8', 0, Math.min(slice.length, RAW_BYTES)).replace(/\r$/, '');
  if (layout.kind !== 'rows') return text;
  return text
    .replace(/"\\u0001([^"T]*)T?([^"]*)"/g, showTime)
    .replace(/"\\u0002([^"\\]*)(?:\\u0002[^"]*)?"/g, '$1')
    .replace(/"\\u0003((?:[^"\\]|\\(?!u0003).)*)\\u0003[^"]*"/g, '"$1"')
    .replace(/"\\u0004/g, '"');
}
