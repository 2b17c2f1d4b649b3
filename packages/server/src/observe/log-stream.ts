import { renameSync, statSync } from 'node:fs';
import { type DestinationStream, destination } from 'pino';

/** How much of a log is kept in files. */
export type LogRotation = {
  /** Bytes of a file, at most; one line may be longer. */
  readonly maxBytes: number;
  /** Former files that are kept: `NAME.1` is the newest of them. */
  readonly files: number;
};

export type LogStreamOptions = {
  /** Absolute path, or a file descriptor. */
  readonly to: string | number;
  /** Null, or a file descriptor: it grows without a limit. */
  readonly rotation?: LogRotation | null;
  /** Called with a line for the person at the terminal when writing begins to fail, and when it works again. */
  readonly report: (line: string) => void;
  /** Called when writing works again after lines were lost. */
  readonly onLost: (lines: number) => void;
};

/** Bytes that wait for room; lines beyond them are lost. */
const MAX_WAITING = 1024 ** 2;

/**
 * Where lines of the log are written, each at once. A disk without room does not end the program: lines wait in memory and are
 * written with the first one that can be.
 */
export function openLogStream({ to, rotation = null, report, onLost }: LogStreamOptions): DestinationStream {
  const stream = destination({ dest: to, sync: true, mode: 0o600, maxLength: MAX_WAITING });
  let failed = false;
  let lost = 0;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (failed) return;
    failed = true;
    report(
      `The log cannot be written (${error.code ?? error.message}). Its lines are kept in memory, up to 1 MB. Free some space.`,
    );
  });
  stream.on('drop', () => {
    lost += 1;
  });
  stream.on('write', () => {
    if (!failed) return;
    failed = false;
    const lines = lost;
    lost = 0;
    report(`The log is written again. ${lines} lines were lost.`);
    // Not within the write, which is not over.
    if (lines > 0) queueMicrotask(() => onLost(lines));
  });
  if (rotation === null || typeof to === 'number') return stream;
  let bytes = statSync(to, { throwIfNoEntry: false })?.size ?? 0;
  return {
    write(line) {
      const more = Buffer.byteLength(line);
      // Lines that wait for room belong to the file that they were written to.
      if (bytes > 0 && bytes + more > rotation.maxBytes && !failed) {
        try {
          shiftFiles(to, rotation.files);
          stream.reopen();
          bytes = 0;
        } catch (error) {
          report(`The log file could not be rotated: ${error instanceof Error ? error.message : String(error)}`);
          // Tried again once as much has been written.
          bytes = 0;
        }
      }
      bytes += more;
      stream.write(line);
    },
  };
}

/** Renames `NAME` to `NAME.1`, `NAME.1` to `NAME.2` and so on. The last one is replaced. */
function shiftFiles(path: string, files: number): void {
  for (let number = files; number > 0; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${path}.${number}`);
  }
}
