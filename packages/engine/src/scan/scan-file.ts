import { join } from 'node:path';
import { LINE_FEED } from '../formats/csv/csv-dialect.ts';
import { readBytes, withFile } from './byte-file.ts';
import type { ScanAnswer, ScanLayout, ScanTask } from './scan-task.ts';

/** Runs one scan, in this thread or another. */
export type RunScan = (task: ScanTask) => Promise<ScanAnswer>;

/** A scanned part of a file, its line 0 being the file's line `firstLine` (from 1). */
export type ScannedPart = ScanAnswer & { readonly task: ScanTask; readonly firstLine: number };

export type FileScan = {
  readonly path: string;
  readonly dataStart: number;
  readonly dataEnd: number;
  /** Physical lines before `dataStart`. */
  readonly headerLines: number;
  readonly layout: ScanLayout;
  readonly scratch: string;
  /** Whether good records are given as pieces instead of being written to a file for each part. CSV only. */
  readonly asPieces: boolean;
  /** How to pack refused records; null: they are listed. */
  readonly refused: { readonly filename: string | null } | null;
  readonly partBytes: number;
  /** Scans asked for at once. */
  readonly parallel: number;
};

const LOOK_AHEAD = 65_536;

/** The offset behind the first line end at or after `from`. */
function lineStartAfter(path: string, from: number, end: number): number {
  return withFile(path, (file) => {
    for (let at = from; at < end; at += LOOK_AHEAD) {
      const found = readBytes(file, at, Buffer.allocUnsafeSlow(Math.min(LOOK_AHEAD, end - at))).indexOf(LINE_FEED);
      if (found >= 0) return at + found + 1;
    }
    return end;
  });
}

/** Where to cut a file so that parts begin at line starts. A line start may lie inside a quoted field: the scan of the part before tells. */
function cuts(scan: FileScan): readonly number[] {
  const starts: number[] = [scan.dataStart];
  if (scan.layout.kind === 'json' || scan.layout.kind === 'xml') return starts;
  for (let at = scan.dataStart + scan.partBytes; at < scan.dataEnd; ) {
    const start = lineStartAfter(scan.path, at - 1, scan.dataEnd);
    if (start < scan.dataEnd) starts.push(start);
    at = Math.max(start, at) + scan.partBytes;
  }
  return starts;
}

/**
 * Scans a file in parts, several at once, and gives them in order. A part that turns out to begin elsewhere than it was
 * cut (inside a quoted field, or in a record given up) is scanned again from where the part before it ended.
 */
export async function* scanFile(scan: FileScan, run: RunScan): AsyncGenerator<ScannedPart> {
  const starts = cuts(scan);
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
    cleanPath: scan.asPieces ? null : join(scan.scratch, `clean-${index}`),
    refused: scan.refused && {
      known: { at: next, line: firstLine },
      filename: scan.refused.filename,
      path: join(scan.scratch, `refused-${index}`),
    },
  });
  const running = new Map<number, Promise<{ readonly task: ScanTask; readonly answer: ScanAnswer }>>();
  const begin = (index: number): void => {
    const start = starts[index];
    if (start === undefined || running.has(index)) return;
    const task = taskOf(index, start, false);
    const promise = run(task).then((answer) => ({ task, answer }));
    // Awaited in order below; until then a failure must not count as unhandled.
    promise.catch(() => undefined);
    running.set(index, promise);
  };
  for (let index = 0; index < starts.length; index += 1) {
    for (let ahead = 0; ahead < scan.parallel; ahead += 1) begin(index + ahead);
    const begun = await running.get(index);
    running.delete(index);
    if (!begun) break;
    let { task, answer } = begun;
    if (task.start !== next || (skipping && !answer.startsSound)) {
      task = taskOf(index, Math.min(next, task.end), skipping);
      answer = await run(task);
    }
    yield { ...answer, task, firstLine };
    firstLine += answer.lines;
    ({ next, skipping } = answer);
  }
}
