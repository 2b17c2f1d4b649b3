import { incomplete } from '../files/file-fault.ts';
import type { UnpackMeter } from '../files/unpack-limits.ts';
import { BrokenBzip, bunzip } from './bunzip.ts';

/** Unpacks a bzip2 file. Throws FileFault FILE_INCOMPLETE or ARCHIVE_LIMIT. */
export function convertBzip2(
  { from, to, filename }: { readonly from: string; readonly to: string; readonly filename: string },
  meter: UnpackMeter,
): null {
  try {
    bunzip(from, to, meter);
    return null;
  } catch (error) {
    throw error instanceof BrokenBzip ? incomplete(filename, 'bzip2', error.message) : error;
  }
}
