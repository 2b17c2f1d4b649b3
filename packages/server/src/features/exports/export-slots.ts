import { PipelineError } from '@switchboard/model/errors/errors';

/** Exports that one account may have running at once in this program. */
export const EXPORTS_PER_ACCOUNT = 2;

/**
 * Limits the exports of each account.
 * @returns takes a slot of the account and gives what releases it; releasing twice has no effect
 */
export function createExportSlots(limit: number): (accountId: string) => () => void {
  const running = new Map<string, number>();
  return (accountId) => {
    const count = running.get(accountId) ?? 0;
    if (count >= limit) throw new PipelineError('EXPORTS_BUSY', { limit });
    running.set(accountId, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (running.get(accountId) ?? 1) - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    };
  };
}
