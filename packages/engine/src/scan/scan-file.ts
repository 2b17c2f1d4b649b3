import { join } from 'node:path';
import { readBytes, withFile } from '../files/byte-file.ts';
import { LINE_FEED } from '../formats/csv-dialect.ts';
import type { FileScan, ScanResult, ScanTask } from '../formats/part-scan/scan-task.ts';

/** Runs one scan, in this thread or another. */
export type RunScan = (task: ScanTask) => Promise<ScanResult>;

/** The result of a part; its line 0 is the file's physical line `firstLine` (from 1). */
export type ScannedPart = ScanResult & { readonly task: ScanTask; readonly firstLine: number };

const SEARCH_BYTES = 65_536;

/** The offset behind the first line end at or after `from`. */
function lineStartAfter(path: string, from: number, end: number): number {
  return withFile(path, (file) => {
    for (let at = from; at < end; at += SEARCH_BYTES) {
      const found = readBytes(file, at, Buffer.allocUnsafeSlow(Math.min(SEARCH_BYTES, end - at))).indexOf(LINE_FEED);
      if (found >= 0) return at + found + 1;
    }
    return end;
  });
}

/** Offsets at line starts that cut a file into parts. One may lie inside a quoted field; the scan of the part before it finds out. */
function partStarts(scan: FileScan): readonly number[] {
  const starts: number[] = [scan.dataStart];
  if (scan.layout.kind === 'document' && !scan.layout.isLineBased) return starts;
  for (let at = scan.dataStart + scan.partBytes; at < scan.dataEnd; ) {
    const start = lineStartAfter(scan.path, at - 1, scan.dataEnd);
    if (start < scan.dataEnd) starts.push(start);
    at = Math.max(start, at) + scan.partBytes;
  }
  return starts;
}

/**
 * Scans a file in parts, several at once, and yields them in order. A part whose cut lies inside a quoted field or a skipped
 * record is scanned again from the end of the part before it.
 */
export async function* scanFile(scan: FileScan, run: RunScan): AsyncGenerator<ScannedPart> {
  const starts = partStarts(scan);
  let firstLine = scan.headerLines + 1;
  let next = scan.dataStart;
  let skipping = false;
  const taskOf = (index: number, start: number, skipping: boolean): ScanTask => ({
    path: scan.path,
    start,
    end: starts[index + 1] ?? scan.dataEnd,
    dataEnd: scan.dataEnd,
    skipping,
    layout: scan.layout,
    cleanPath: scan.isBuffered ? null : join(scan.scratch, `clean-${index}`),
    rejected: scan.rejected && {
      known: { at: next, line: firstLine },
      filename: scan.rejected.filename,
      path: join(scan.scratch, `rejected-${index}`),
    },
  });
  const running = new Map<number, Promise<{ readonly task: ScanTask; readonly result: ScanResult }>>();
  const begin = (index: number): void => {
    const start = starts[index];
    if (start === undefined || running.has(index)) return;
    const task = taskOf(index, start, false);
    const promise = run(task).then((result) => ({ task, result }));
    // Awaited in order below; a failure must not count as unhandled before.
    promise.catch(() => undefined);
    running.set(index, promise);
  };
  for (let index = 0; index < starts.length; index += 1) {
    for (let ahead = 0; ahead < scan.parallel; ahead += 1) begin(index + ahead);
    const begun = await running.get(index);
    running.delete(index);
    if (!begun) break;
    let { task, result } = begun;
    if (task.start !== next || (skipping && !result.startsAtRecord)) {
      task = taskOf(index, Math.min(next, task.end), skipping);
      result = await run(task);
    }
    yield { ...result, task, firstLine };
    firstLine += result.lines;
    ({ next, skipping } = result);
  }
}
