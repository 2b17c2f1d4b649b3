import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Level, type Logger, type LoggerOptions, multistream, pino } from 'pino';
import { type LogRotation, openLogStream } from './log-stream.ts';
import { maskLine } from './mask-line.ts';
import { currentScope } from './scope.ts';
import { traceId } from './trace.ts';

export type LogOptions = {
  readonly level: Level | 'silent';
  /** Absolute path; null: JSON lines on standard output, for a machine to collect. */
  readonly file: string | null;
  /** Without it the file grows without a limit. */
  readonly rotation?: LogRotation | null;
  /** Called when the log itself cannot be written; with a file also with each error, as one line. */
  readonly onError?: (line: string) => void;
  /** Values that no line may show, besides those that the work at hand knows of. */
  readonly secrets?: readonly string[];
};

/**
 * The program's log: JSON lines with level, time, message and what they are about. Lines of a request carry its Request-ID,
 * account and person; lines of an attempt account, unit, kind, attempt, phase and the request that caused it. No line shows a
 * secret: known values are masked in all their forms, and so is what looks like one.
 */
export function createLog(options: LogOptions): Logger {
  const known = options.secrets ?? [];
  const settings: LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', '*.password', '*.secrets', 'err.config.headers'],
    serializers: { err: describeError },
    mixin: (_entry, _level, logger) => scopeFields(String(Reflect.get(logger, pino.symbols.chindingsSym))),
    hooks: { streamWrite: (line) => maskLine(line, [...known, ...(currentScope()?.secrets ?? [])]) },
  };
  if (options.file !== null) mkdirSync(dirname(options.file), { recursive: true });
  const stream = openLogStream({
    to: options.file ?? 1,
    rotation: options.rotation ?? null,
    report: (line) => options.onError?.(line),
    onLost: (lost) => log.warn({ lost }, 'The log could not be written for a time.'),
  });
  const terminal = { write: (line: string) => options.onError?.(shorten(line)) };
  const lowest = options.level === 'silent' ? 'fatal' : options.level;
  const log = pino(
    settings,
    options.file === null
      ? stream
      : multistream([
          { stream, level: lowest },
          { stream: terminal, level: 'error' },
        ]),
  );
  return log;
}

/** @param bound what the logger itself says already */
function scopeFields(bound: string): Record<string, string | number> {
  const scope = currentScope();
  const trace = traceId();
  return {
    ...scope?.fields,
    ...(scope?.requestId == null || bound.includes('"requestId"') ? {} : { requestId: scope.requestId }),
    ...(trace === undefined ? {} : { trace }),
  };
}

const DEEPEST_CAUSE = 5;

/** An error by what it says, and nothing that was hung onto it: a database's errors quote rows, a client's its headers. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= DEEPEST_CAUSE ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
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
