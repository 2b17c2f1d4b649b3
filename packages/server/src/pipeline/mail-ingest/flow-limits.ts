/** A limit of a key's events: so many at once, and this rate in the long run. */
export type Rate = { readonly burst: number; readonly perMinute: number };

/** Keys that are remembered; those that were used least recently are forgotten beyond it. */
const MAX_KEYS = 50_000;

/** Token buckets by key. A key that is forgotten starts full. */
export function createRateLimit({ burst, perMinute }: Rate, now: () => number): { take(key: string): boolean } {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(key) {
      const at = now();
      const known = buckets.get(key);
      buckets.delete(key);
      const tokens = known ? Math.min(burst, known.tokens + (Math.max(0, at - known.at) / 60_000) * perMinute) : burst;
      const isFree = tokens >= 1;
      buckets.set(key, { tokens: isFree ? tokens - 1 : tokens, at });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_KEYS && oldest !== undefined) buckets.delete(oldest);
      return isFree;
    },
  };
}

/** How many of a key are open at once. */
export function createOpenCount(max: number): { open(key: string): boolean; close(key: string): void } {
  const counts = new Map<string, number>();
  return {
    open(key) {
      const count = counts.get(key) ?? 0;
      if (count >= max) return false;
      counts.set(key, count + 1);
      return true;
    },
    close(key) {
      const count = (counts.get(key) ?? 0) - 1;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}

/** The network that a client's limits are for: an IPv4 address, or the 64 bits of an IPv6 address that one site has. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter((group) => group !== '');
  const back = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
