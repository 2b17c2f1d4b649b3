import type { Message } from '@switchboard/language';

/** The person who changes a draft. */
export type Actor = { readonly id: string; readonly name: string };

export type DraftRef = { readonly accountId: string; readonly changelistId: string };

/** Why a draft was not changed. */
export type DraftRefusal =
  | { readonly kind: 'not_found' }
  /** The request is invalid, or the changelist is read-only. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The draft was saved since the version that the request names. */
  | { readonly kind: 'stale'; readonly version: number; readonly by: string | null; readonly on: Date };

/** Why a draft was not published or tested. */
export type PublishRefusal =
  | DraftRefusal
  | { readonly kind: 'errors'; readonly messages: readonly Message[] }
  | { readonly kind: 'needs_merge' };

/** Ends a transaction without its changes, with a reason. */
class Undo<Reason> extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super('The transaction is undone.');
    this.reason = reason;
  }
}

/** Ends the transaction of `undoable` without its changes. */
export function undo<Reason>(reason: Reason): never {
  throw new Undo(reason);
}

/**
 * Runs a transaction that `undo` may end. Its changes are committed when it returns.
 * @returns what the transaction returns, or the reason why it was undone
 */
export async function undoable<Result, Reason>(transaction: () => Promise<Result>): Promise<Result | Reason> {
  try {
    return await transaction();
  } catch (error) {
    // Only `undo` throws this class, with a reason of the caller.
    if (error instanceof Undo) return error.reason as Reason;
    throw error;
  }
}
