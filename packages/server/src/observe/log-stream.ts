import { type DestinationStream, destination } from 'pino';

export type LogStreamOptions = {
  /** Absolute path, or a file descriptor. */
  readonly to: string | number;
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
export function openLogStream({ to, report, onLost }: LogStreamOptions): DestinationStream {
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
  return stream;
}
