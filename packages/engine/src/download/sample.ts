import { LIMITS } from '@switchboard/model';
import type { CsvLayout } from '../formats/csv-layout.ts';
import { recordReader } from '../formats/csv-record.ts';
import { type DocumentLayout, documentSlices, linesOf } from '../formats/document-slices.ts';
import { type RowsLayout, rawText } from '../formats/record-scan.ts';
import type { ScanTask } from '../formats/scan.ts';

const RAW_LENGTH = 65_536;

/** The header and the first rows of a CSV file as they stand there. `head` are its first bytes. */
export function csvSample(head: Buffer, layout: CsvLayout): string {
  const read = recordReader(layout.dialect);
  let end = layout.dataStart;
  for (let rows = 0; rows < LIMITS.sampleRows && end < head.length; rows += 1) {
    const record = read(head, end, head.length, true);
    end = record.problem === null ? record.end : record.firstLineEnd;
  }
  return head.subarray(0, end).toString('utf8');
}

/** The first rows of a JSON or XML file, one a line, as they stand there but for line breaks inside a row. */
export function documentSample(task: ScanTask, layout: DocumentLayout): string {
  const rows: string[] = [];
  for (const slice of documentSlices(task, layout)) {
    const text = slice.bytes.toString('utf8', 0, Math.min(slice.bytes.length, RAW_LENGTH)).trim();
    if (text !== '') rows.push(`${text.replace(/\s*\r?\n\s*/g, ' ')}\n`);
    if (rows.length === LIMITS.sampleRows) break;
  }
  return rows.join('');
}

/** The names and the first rows of a file that is no text, as JSON lists. */
export function rowsSample(task: ScanTask, layout: RowsLayout): string {
  const rows: string[] = [`${JSON.stringify(layout.names)}\n`];
  for (const slice of linesOf(task)) {
    if (slice.bytes.length > 0) rows.push(`${rawText(slice.bytes, layout)}\n`);
    if (rows.length > LIMITS.sampleRows) break;
  }
  return rows.join('');
}
