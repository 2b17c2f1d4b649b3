const LONGEST_SECONDS = 24 * 3600;

/** A Retry-After header, as seconds or as an HTTP date, in seconds from `now` (epoch milliseconds). At most a day. */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  // Some providers send fractions of seconds.
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Math.ceil(Number(text)) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_SECONDS) : undefined;
}
