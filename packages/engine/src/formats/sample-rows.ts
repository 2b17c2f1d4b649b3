import { LIMITS } from '@switchboard/model/limits';
import type { RecordSlice } from './documents/document-reader.ts';
import type { ScanTask } from './part-scan/scan-task.ts';

/** Longer rows are cut in samples and among rejected records. */
export const RAW_BYTES = 65_536;
/** The main thread must not read a large file to find its first rows. */
const SAMPLE_BYTES = 4 << 20;

/** The beginning of a file in which its first rows are searched; `isCut` when the file goes on behind it. */
export function beginningOf(task: ScanTask): { readonly part: ScanTask; readonly isCut: boolean } {
  const end = Math.min(task.end, task.start + SAMPLE_BYTES);
  return { part: { ...task, end }, isCut: end < task.end };
}

/** The texts of the first rows. With `isLastCut` the last row is left out, because it may go on behind the cut. */
export function firstRows(
  slices: Iterable<RecordSlice>,
  textOf: (bytes: Buffer) => string,
  isLastCut: boolean,
): readonly string[] {
  const texts: string[] = [];
  let isPartial = false;
  for (const { bytes } of slices) {
    const text = textOf(bytes);
    if (text !== '') texts.push(text);
    if (texts.length === LIMITS.sampleRows) return texts;
    // A longer row is shown cut anyway.
    isPartial = isLastCut && text !== '' && bytes.length < RAW_BYTES;
  }
  return isPartial ? texts.slice(0, -1) : texts;
}
