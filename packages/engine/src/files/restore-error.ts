import { storageError } from './storage-error.ts';
import type { ThreadError } from './thread-error.ts';

/** Restores an error of another thread. A failed system call becomes STORAGE_FULL or STORAGE_FAILED. */
export function restoreError({ message, system }: ThreadError): Error {
  const error = new Error(message);
  return system === null ? error : storageError(Object.assign(error, system));
}
