import { systemCode } from './system-code.ts';

/**
 * An error as plain data, because a message between threads drops an error's code. A thread imports only this side: what
 * restores an error knows the stores, and with them a network library.
 */
export type ThreadError = {
  readonly message: string;
  /** The failed system call, such as ENOSPC in write; null for any other error. */
  readonly system: { readonly code: string; readonly syscall: string } | null;
};

export function packError(error: unknown): ThreadError {
  const message = error instanceof Error ? error.message : String(error);
  const code = systemCode(error);
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : null;
  return { message, system: code !== null && typeof syscall === 'string' ? { code, syscall } : null };
}
