import { stat } from 'node:fs/promises';
import { overLimit } from '../files/file-fault.ts';
import { rowsLimits, UnpackMeter } from '../files/unpack-limits.ts';
import type { Conversion, RowsInfo } from './conversion.ts';

/** Converts a file; the result describes the rows, if it makes any. Throws FileFault. */
export type Convert<T> = (conversion: T, meter: UnpackMeter) => RowsInfo | null | Promise<RowsInfo | null>;

/** Runs a conversion in this thread. Throws FileFault, also for values too large for the runtime. */
export async function runConversion<T extends Conversion>(
  conversion: T,
  convert: Convert<T>,
): Promise<RowsInfo | null> {
  const { from, filename, kind } = conversion;
  const limits = kind === 'rows' ? rowsLimits(conversion.limits) : conversion.limits;
  try {
    return await convert(conversion, new UnpackMeter(filename, (await stat(from)).size, limits));
  } catch (error) {
    // Thrown for strings and arrays beyond the runtime's maximum length.
    if (!(error instanceof RangeError)) throw error;
    throw overLimit(filename, '1 GB of memory', error);
  }
}
