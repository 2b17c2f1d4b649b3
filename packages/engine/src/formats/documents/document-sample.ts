import { readBytes, withFile } from '../../files/byte-file.ts';
import type { ScanTask } from '../part-scan/scan-task.ts';
import { beginningOf, firstRows, RAW_BYTES } from '../sample-rows.ts';
import type { DocumentReader, RecordSlice } from './document-reader.ts';
import { type DocumentLayout, splitDocument } from './document-record.ts';
import { XmlEntities } from './xml-entities.ts';

const textOf = (bytes: Buffer): string => bytes.toString('utf8', 0, Math.min(bytes.length, RAW_BYTES)).trim();
const onOneLine = (text: string): string => `${text.replace(/\s*\r?\n\s*/g, ' ')}\n`;

/** Ends where the cut breaks the document. The scan of the whole file reports real faults. */
function* untilCut(slices: Iterable<RecordSlice>): Generator<RecordSlice> {
  try {
    yield* slices;
  } catch (error) {
    if (!(error instanceof SyntaxError) || error instanceof XmlEntities) throw error;
  }
}

/**
 * The first records of a document, one a line, with line breaks inside a record replaced by blanks. The file's first bytes
 * when no record ends within the sampled beginning.
 */
export function documentSample(task: ScanTask, layout: DocumentLayout, reader: DocumentReader): string {
  const { part, isCut } = beginningOf(task);
  const slices = splitDocument(part, layout, reader);
  const rows = firstRows(isCut ? untilCut(slices) : slices, textOf, isCut && reader.isLineBased);
  if (rows.length > 0 || !isCut) return rows.map(onOneLine).join('');
  const head = withFile(task.path, (file) => readBytes(file, task.start, Buffer.allocUnsafe(RAW_BYTES)));
  return onOneLine(textOf(head));
}
