import { storageError, systemCode } from './storage-error.ts';

/** An error as plain data, because a message between threads drops an error's code. */
export type ThreadError = {
  readonly message: string;
  /** Of a failed system call, such as ENOSPC in write; null for any other error. */
  readonly system: { readonly code: string; readonly syscall: string } | null;
};

export function packError(error: unknown): ThreadError {
  const message = error instanceof Error ? error.message : String(error);
  const code = systemCode(error);
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : null;
  return { message, system: code !== null && typeof syscall === 'string' ? { code, syscall } : null };
}

/** Restores an error of another thread. A failed system call becomes STORAGE_FULL or STORAGE_FAILED. */
export function restoreError({ message, system }: ThreadError): Error {
  const error = new Error(message);
  return system === null ? error : storageError(Object.assign(error, system));
}
