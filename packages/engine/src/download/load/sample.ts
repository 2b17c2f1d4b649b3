import { LIMITS } from '@switchboard/model';
import type { CsvLayout } from '../../formats/csv/csv-layout.ts';
import { recordReader } from '../../formats/csv/csv-record.ts';
import { type DocumentLayout, documentSlices, linesOf } from '../../formats/document-slices.ts';
import type { JsonSlice } from '../../formats/json/json-split.ts';
import { type RowsLayout, rawText } from '../../formats/record-scan.ts';
import { XmlEntities } from '../../formats/xml/xml-split.ts';
import { readBytes, withFile } from '../../scan/byte-file.ts';
import type { ScanTask } from '../../scan/scan-task.ts';

const RAW_LENGTH = 65_536;
/** Rows are looked for in the program's own thread, which has other things to do than to read a large file. */
const LOOK_BYTES = 4 << 20;

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

/** The text of a row's first bytes. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8', 0, Math.min(bytes.length, RAW_LENGTH)).trim();
const onOneLine = (text: string): string => `${text.replace(/\s*\r?\n\s*/g, ' ')}\n`;

/** The part of a file in which its first rows are looked for, and whether that is not all of it. */
function beginningOf(task: ScanTask): { readonly part: ScanTask; readonly isCut: boolean } {
  const end = Math.min(task.end, task.start + LOOK_BYTES);
  return { part: { ...task, end }, isCut: end < task.end };
}

/** Every text of the first rows. `lastIsPiece`: the last row there is may go on behind what is looked at. */
function firstTexts(
  slices: Iterable<JsonSlice>,
  read: (bytes: Buffer) => string,
  lastIsPiece: boolean,
): readonly string[] {
  const texts: string[] = [];
  let isPiece = false;
  for (const { bytes } of slices) {
    const text = read(bytes);
    if (text !== '') texts.push(text);
    if (texts.length === LIMITS.sampleRows) return texts;
    // Of a longer one the whole would not be shown either.
    isPiece = lastIsPiece && text !== '' && bytes.length < RAW_LENGTH;
  }
  return isPiece ? texts.slice(0, -1) : texts;
}

/** Rows up to the end, or to where the end of what is looked at breaks the document. */
function* untilCut(slices: Iterable<JsonSlice>): Generator<JsonSlice> {
  try {
    yield* slices;
  } catch (error) {
    // Faults of the file itself are found when all of it is read.
    if (!(error instanceof SyntaxError) || error instanceof XmlEntities) throw error;
  }
}

/**
 * The first rows of a JSON or XML file, one a line, as they stand there but for line breaks inside a row; the file's first
 * bytes when it begins with something so large that no row is in sight.
 */
export function documentSample(task: ScanTask, layout: DocumentLayout): string {
  const { part, isCut } = beginningOf(task);
  const slices = documentSlices(part, layout);
  const rows = firstTexts(isCut ? untilCut(slices) : slices, textOf, isCut && layout.kind === 'jsonl');
  if (rows.length > 0 || !isCut) return rows.map(onOneLine).join('');
  const head = withFile(task.path, (file) => readBytes(file, task.start, Buffer.allocUnsafe(RAW_LENGTH)));
  return onOneLine(textOf(head));
}

/** The names and the first rows of a file that is no text, as JSON lists. */
export function rowsSample(task: ScanTask, layout: RowsLayout): string {
  const { part, isCut } = beginningOf(task);
  const rows = firstTexts(linesOf(part), (bytes) => rawText(bytes, layout), isCut);
  return [JSON.stringify(layout.names), ...rows].map((row) => `${row}\n`).join('');
}
