import { stat } from 'node:fs/promises';
import { BrokenBzip, bunzip } from '../archives/bunzip.ts';
import { rowsLimits, type UnpackLimits, UnpackMeter } from '../archives/unpack-limits.ts';
import { avroRows } from './avro/avro-file.ts';
import { incomplete, overLimit } from './file-fault.ts';
import type { RowsInfo } from './rows-writer.ts';
import { type SheetChoice, workbookRows } from './xlsx/xlsx-book.ts';

/** A file that is turned into another one, in a thread of its own because it may take long. Plain data. */
export type Conversion = {
  readonly from: string;
  readonly to: string;
  readonly filename: string;
  readonly limits: UnpackLimits;
} & (
  | { readonly kind: 'bzip2' }
  /** Into rows: one JSON list a line. */
  | { readonly kind: 'avro' }
  | { readonly kind: 'xlsx'; readonly choice: SheetChoice }
);

/** Does a conversion in this thread; the answer is about the rows, if it makes any. Throws FileFault. */
export async function convertHere(task: Conversion): Promise<RowsInfo | null> {
  try {
    return await convertFile(task);
  } catch (error) {
    // A text or list longer than any can be.
    if (!(error instanceof RangeError)) throw error;
    throw overLimit(task.filename, '1 GB of memory', error);
  }
}

async function convertFile(task: Conversion): Promise<RowsInfo | null> {
  const limits = task.kind === 'bzip2' ? task.limits : rowsLimits(task.limits);
  const meter = new UnpackMeter(task.filename, (await stat(task.from)).size, limits);
  switch (task.kind) {
    case 'avro':
      return avroRows(task, meter);
    case 'xlsx':
      return workbookRows(task, task.choice, meter);
    case 'bzip2':
      try {
        bunzip(task.from, task.to, meter);
        return null;
      } catch (error) {
        throw error instanceof BrokenBzip ? incomplete(task.filename, 'bzip2', error.message) : error;
      }
  }
}
