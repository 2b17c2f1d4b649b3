import { PipelineError } from '@switchboard/model/errors/errors';
import type { SqlJob } from './executor.ts';
import { misfitReason } from './misfit.ts';
import { valueFailure } from './value-failure.ts';

/** 900000 -> "15 min", 5000 -> "5 s". */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** 3 GiB -> "3 GB": limits are binary sizes, shown with decimal units. */
export function memoryText(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 1024 ** 3],
    ['MB', 1024 ** 2],
    ['kB', 1024],
  ] as const) {
    if (bytes >= size) return `${Number((bytes / size).toFixed(1))} ${unit}`;
  }
  return `${bytes} B`;
}

export const memoryExceeded = (job: SqlJob, cause?: unknown): PipelineError =>
  new PipelineError('QUERY_MEMORY', { limit: memoryText(job.memoryBytes) }, { cause });

export const timeExceeded = (job: SqlJob): PipelineError =>
  new PipelineError('QUERY_TIME', { limit: durationText(job.timeoutMs) });

const OUT_OF_MEMORY =
  /out of memory|bad_alloc|cannot allocate memory|allocation fail|could not allocate|failed to allocate/i;
const DISK_FULL = /no space left|disk full|ENOSPC|file too large/i;
const FILE_MISSING = /^IO Error: (?:.*no such file or directory|no files found that match)/is;
/** A file of the job that the database cannot read. */
const UNREADABLE = /^IO Error:|^Invalid Input Error: .*(?:magic bytes|parquet)/is;
/** An assertion of the database itself failed. */
const DATABASE_DEFECT = /^INTERNAL Error:/;

/** Translates a database's error message. */
export function queryFailure(message: string, table: string, job: SqlJob): PipelineError {
  if (OUT_OF_MEMORY.test(message)) return memoryExceeded(job, message);
  if (DISK_FULL.test(message)) return new PipelineError('STORAGE_FULL', {}, { cause: message });
  // The engine names every file that a statement reads: one that is missing was removed while the attempt ran.
  if (FILE_MISSING.test(message))
    return new PipelineError('STORAGE_FAILED', { reason: 'a working file is missing' }, { cause: message });
  if (DATABASE_DEFECT.test(message)) return new PipelineError('QUERY_NOT_PLANNED', { table }, { cause: message });
  const unfit = valueFailure(message);
  if (unfit !== null) return new PipelineError('QUERY_FAILED', { table, reason: unfit }, { cause: message });
  if (UNREADABLE.test(message))
    return new PipelineError('STORAGE_FAILED', { reason: 'a working file cannot be read' }, { cause: message });
  const misfit = misfitReason(message);
  if (misfit !== null) return new PipelineError('QUERY_UNFIT', { table, reason: misfit }, { cause: message });
  // The database's own words quote generated SQL or advise on settings, neither of which the reader can change.
  const reason = 'the database could not calculate it from the rows of this report date.';
  return new PipelineError('QUERY_FAILED', { table, reason }, { cause: message });
}

/** How a process ended, and the end of its standard error output. */
export type ProcessEnd = { readonly code: number | null; readonly signal: string | null; readonly stderr: string };

/** Translates an unexpected end of the process. */
export function endFailure(end: ProcessEnd, job: SqlJob): PipelineError {
  if (OUT_OF_MEMORY.test(end.stderr)) return memoryExceeded(job, end.stderr);
  if (end.signal === 'SIGXCPU') return timeExceeded(job);
  const how = end.signal === null ? `exit code ${end.code ?? 'unknown'}` : `signal ${end.signal}`;
  return new PipelineError('PROCESS_STOPPED', { how }, { cause: end.stderr });
}
