import { SessionRefused } from '../identity/session.ts';
import type { GraphqlContext } from './context.ts';

const CHECK_MS = 60_000;
/** Longer delays overflow timers. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Supervises a long-running operation: calls `end` once, when the token expires or when a check finds that the person has lost
 * access or a permission. It checks when the access of the person or the account changes, and each minute, should that signal be lost. An
 * unavailable database does not end the operation.
 * @returns stops the supervision
 */
export function superviseSession(
  context: Pick<GraphqlContext, 'confirm' | 'tokenEnds'> & {
    readonly session: Pick<GraphqlContext['session'], 'person' | 'accountId'>;
    readonly changes: Pick<GraphqlContext['changes'], 'onAccessChange'>;
  },
  end: () => void,
  options: { readonly checkMs?: number; readonly now?: () => number } = {},
): () => void {
  const { checkMs = CHECK_MS, now = Date.now } = options;
  let watching = true;
  const stop = (): void => {
    watching = false;
    stopListening();
    clearInterval(check);
    clearTimeout(expiry);
  };
  const finish = (): void => {
    if (!watching) return;
    stop();
    end();
  };
  const confirm = async (): Promise<void> => {
    try {
      await context.confirm();
    } catch (error) {
      if (error instanceof SessionRefused) finish();
    }
  };
  const { person, accountId } = context.session;
  const ids = accountId === null ? [person.id] : [person.id, accountId];
  const stopListening = context.changes.onAccessChange(ids, () => void confirm());
  const check = setInterval(() => void confirm(), checkMs);
  const expiry =
    context.tokenEnds === null
      ? undefined
      : setTimeout(finish, Math.min(Math.max(context.tokenEnds - now(), 0), MAX_DELAY));
  check.unref();
  expiry?.unref();
  return stop;
}
