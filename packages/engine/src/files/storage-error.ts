import { NetworkError } from '@switchboard/connectors/network-error';
import { S3Failure, WriteUnknown } from '@switchboard/connectors/s3-failures';
import { ServiceFailure } from '@switchboard/connectors/service-failure';
import { PipelineError } from '@switchboard/model/errors/errors';
import { systemCode } from './system-code.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** True for a file or folder that is not there. */
export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}

/** True for a move between two file systems. */
export function isOtherDevice(error: unknown): boolean {
  return systemCode(error) === 'EXDEV';
}

/**
 * Translates a failed file operation of the store: STORAGE_FULL or STORAGE_FAILED.
 * The reason holds the system's code and call or the remote store's code, never a path of the machine.
 */
export function storageError(error: unknown): PipelineError {
  if (error instanceof PipelineError) return error;
  if (error instanceof WriteUnknown) return storageError(error.cause);
  const remote = remoteReason(error);
  if (remote !== null) return new PipelineError('STORAGE_FAILED', { reason: remote }, { cause: error });
  const code = systemCode(error);
  if (code !== null && FULL.has(code)) return new PipelineError('STORAGE_FULL', {}, { cause: error });
  const call = error instanceof Error && 'syscall' in error ? ` in ${String(error.syscall)}` : '';
  const reason = code === null ? (error instanceof Error ? error.message : String(error)) : `${code}${call}`;
  return new PipelineError('STORAGE_FAILED', { reason }, { cause: error });
}

/** Awaits a file operation and translates its failure by `storageError`. */
export async function stored<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw storageError(error);
  }
}

/** A failure of a remote store in plain words; null for any other. */
function remoteReason(error: unknown): string | null {
  const message =
    error instanceof S3Failure
      ? error.message
      : error instanceof ServiceFailure
        ? `${error.code}: ${error.message}`
        : null;
  if (message !== null && (error instanceof S3Failure || error instanceof ServiceFailure))
    return `object storage error ${message}${error.kind === 'login' ? '; check the account of STORAGE_URL' : ''}`;
  return error instanceof NetworkError ? `${error.host}: ${error.reason}` : null;
}

/** The failure of reading what is not there. */
export const missingObject = (): PipelineError =>
  new PipelineError('STORAGE_FAILED', { reason: 'there is no such object' });
