import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { destination, type Level, type Logger, multistream, pino } from 'pino';

export type LogOptions = {
  readonly level: Level | 'silent';
  /** Absolute path; null: JSON lines on standard output, for a machine to collect. */
  readonly file: string | null;
  /** With a file: told of errors, one line each. */
  readonly onError?: (line: string) => void;
};

/** The program's log: JSON lines with level, time, message and what they are about. Secrets are left out. */
export function createLog(options: LogOptions): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', '*.password', '*.secrets', 'err.config.headers'],
  };
  if (options.file === null) return pino(settings, destination({ dest: 1, sync: true }));
  mkdirSync(dirname(options.file), { recursive: true });
  const file = destination({ dest: options.file, sync: true, mode: 0o600 });
  const terminal = { write: (line: string) => options.onError?.(shorten(line)) };
  const lowest = options.level === 'silent' ? 'fatal' : options.level;
  return pino(
    settings,
    multistream([
      { stream: file, level: lowest },
      { stream: terminal, level: 'error' },
    ]),
  );
}

/** A JSON line as a person reads it. */
function shorten(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: string; about?: string; err?: { message?: string } };
    return [entry.about, entry.msg, entry.err?.message].filter((part) => part !== undefined && part !== '').join(': ');
  } catch {
    return line.trim();
  }
}
