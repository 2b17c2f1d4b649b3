type Retrying = {
  readonly will_retry: boolean | null;
  readonly retry_count: number | null;
  readonly retry_limit: number | null;
};

/** What an event says about trying again; the count is n/(limit-1). Null where it says nothing. */
export function retryChips(event: Retrying): { readonly outlook: string | null; readonly count: string | null } {
  const { will_retry: will, retry_count: count, retry_limit: limit } = event;
  return {
    outlook: will === null ? null : will ? 'Will Retry' : 'Will Not Retry',
    count: count === null || limit === null || limit <= 1 ? null : `${count}/${limit - 1}`,
  };
}
