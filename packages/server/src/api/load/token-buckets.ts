/** Requests that one sender may make: so many at once, and so many a second on average. */
export type Rate = { readonly burst: number; readonly perSecond: number };

/** Buckets of tokens by sender. Each request takes one; they come back with time. */
export type TokenBuckets = {
  /**
   * Takes a token. Returns 0, or the whole seconds after which to ask again, at most 30: those who are refused are given one
   * time after the other, so that they do not all come back at once.
   */
  take(sender: string): number;
  /** Refuses a request that took a token and found no room. Returns the seconds as `take` does. */
  defer(sender: string): number;
  /** Whether the sender was refused, and the time that it was given last is still to come. */
  isCrowded(sender: string): boolean;
};

/** @property promised when those who were refused are all asked to have come back, epoch milliseconds */
type Bucket = { readonly tokens: number; readonly at: number; readonly promised: number };

/** Senders that are remembered before the full buckets among them are dropped. */
const KEPT = 10_000;
/** Milliseconds. The console sends again by itself what may be sent within that time. */
const LONGEST_WAIT = 30_000;

/** @param now epoch milliseconds */
export function createTokenBuckets({ burst, perSecond }: Rate, now: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const tokensOf = ({ tokens, at }: Bucket, time: number): number =>
    Math.min(burst, tokens + (Math.max(0, time - at) / 1_000) * perSecond);

  /** A full bucket is as good as none. The oldest ones go when too few are full. */
  const prune = (time: number): void => {
    for (const [sender, bucket] of buckets) if (tokensOf(bucket, time) >= burst) buckets.delete(sender);
    for (const sender of buckets.keys()) {
      if (buckets.size < KEPT) return;
      buckets.delete(sender);
    }
  };

  const refuse = (sender: string, tokens: number, promised: number, time: number): number => {
    const next = Math.max(promised + 1_000 / perSecond, time + (Math.max(0, 1 - tokens) / perSecond) * 1_000);
    const given = Math.min(next, time + LONGEST_WAIT);
    buckets.set(sender, { tokens, at: time, promised: given });
    return Math.max(1, Math.ceil((given - time) / 1_000));
  };
  const stateOf = (sender: string): { readonly time: number; readonly tokens: number; readonly promised: number } => {
    const time = now();
    const known = buckets.get(sender);
    if (known === undefined && buckets.size >= KEPT) prune(time);
    return { time, tokens: known === undefined ? burst : tokensOf(known, time), promised: known?.promised ?? 0 };
  };

  return {
    take(sender) {
      const { time, tokens, promised } = stateOf(sender);
      if (tokens < 1) return refuse(sender, tokens, promised, time);
      buckets.set(sender, { tokens: tokens - 1, at: time, promised });
      return 0;
    },
    defer(sender) {
      const { time, tokens, promised } = stateOf(sender);
      return refuse(sender, tokens, promised, time);
    },
    isCrowded: (sender) => (buckets.get(sender)?.promised ?? 0) > now(),
  };
}
