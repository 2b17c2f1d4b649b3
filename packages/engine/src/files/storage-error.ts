import { PipelineError } from '@switchboard/model';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** True for a file or folder that is not there. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** True for a move between two file systems. */
export function isOtherDevice(error: unknown): boolean {
  return codeOf(error) === 'EXDEV';
}

/**
 * What a failed file operation of the store means: STORAGE_FULL or STORAGE_FAILED.
 * The reason holds the system's code and call, never a path of the machine.
 */
export function storageError(error: unknown): PipelineError {
  if (error instanceof PipelineError) return error;
  const code = codeOf(error);
  if (code !== null && FULL.has(code)) return new PipelineError('STORAGE_FULL', {}, { cause: error });
  const call = error instanceof Error && 'syscall' in error ? ` in ${String(error.syscall)}` : '';
  const reason = code === null ? (error instanceof Error ? error.message : String(error)) : `${code}${call}`;
  return new PipelineError('STORAGE_FAILED', { reason }, { cause: error });
}
