/** The exit code of the command: all went well; something failed; the call, or for `run` the script, is wrong. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A wrong call. The message is for the person who made it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
