/**
 * Retries made of retries allowed: "2/4".
 * @param retryLimit attempts in all, the first included
 */
export function retryCountText(retryCount: number, retryLimit: number): string {
  return `${retryCount}/${Math.max(0, retryLimit - 1)}`;
}

/** The chip that says whether a failure is retried. */
export function retryOutlook(willRetry: boolean): 'Will Retry' | 'Will Not Retry' {
  return willRetry ? 'Will Retry' : 'Will Not Retry';
}
