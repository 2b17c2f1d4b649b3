import { retryCountText, retryOutlook } from '@switchboard/model/presentation/retry-count';

type Retrying = {
  readonly will_retry: boolean | null;
  readonly retry_count: number | null;
  readonly retry_limit: number | null;
};

/** The retry chips of an event; the count is n/(limit-1). Null where the event has no retry. */
export function retryChips(event: Retrying): { readonly outlook: string | null; readonly count: string | null } {
  const { will_retry: will, retry_count: count, retry_limit: limit } = event;
  return {
    outlook: will === null ? null : retryOutlook(will),
    count: count === null || limit === null || limit <= 1 ? null : retryCountText(count, limit),
  };
}
