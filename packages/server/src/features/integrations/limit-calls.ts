import { RequestError } from '../../graphql/request-error.ts';

/** Calls of one account at the same time. */
const AT_ONCE = 4;
const RETRY_SECONDS = 5;

/** Runs a call to the other side of an integration. @throws RequestError RATE_LIMITED when the account has too many running */
export type LimitedCalls = <T>(accountId: string, call: () => Promise<T>) => Promise<T>;

/** Keeps the calls of an account that a person waits for to a few at a time. */
export function limitCalls(): LimitedCalls {
  const running = new Map<string, number>();
  return async (accountId, call) => {
    const count = running.get(accountId) ?? 0;
    if (count >= AT_ONCE) throw new RequestError('RATE_LIMITED', { seconds: RETRY_SECONDS });
    running.set(accountId, count + 1);
    try {
      return await call();
    } finally {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    }
  };
}
