/** Requests that one sender may make: so many at once, and so many a second on average. */
export type Rate = { readonly burst: number; readonly perSecond: number };

/** Buckets of tokens by sender. Each request takes one; they come back with time. */
export type TokenBuckets = {
  /** Takes a token. Returns 0, or the whole seconds after which there is one again. */
  take(sender: string): number;
};

type Bucket = { tokens: number; at: number };

/** Senders that are remembered before the full buckets among them are dropped. */
const KEPT = 10_000;

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

  return {
    take(sender) {
      const time = now();
      const known = buckets.get(sender);
      if (known === undefined && buckets.size >= KEPT) prune(time);
      const tokens = known === undefined ? burst : tokensOf(known, time);
      const isFree = tokens >= 1;
      buckets.set(sender, { tokens: isFree ? tokens - 1 : tokens, at: time });
      return isFree ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
