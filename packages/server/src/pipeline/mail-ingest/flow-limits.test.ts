import { describe, expect, it } from 'vitest';
import { clientNetwork, createOpenCount, createRateLimit } from './flow-limits.ts';

describe('a rate limit', () => {
  it('lets a burst through, then as many as the rate, for each key', () => {
    let now = 0;
    const limit = createRateLimit({ burst: 3, perMinute: 60 }, () => now);
    const taken = (key: string): number => [1, 2, 3, 4, 5].filter(() => limit.take(key)).length;
    expect(taken('a')).toBe(3);
    expect(taken('a')).toBe(0);
    expect(taken('b')).toBe(3);
    now += 2_000;
    expect(taken('a')).toBe(2);
    now += 3_600_000;
    expect(taken('a')).toBe(3);
    now -= 1_000_000;
    expect(taken('a')).toBe(0);
  });

  it('forgets the keys that were used least recently', () => {
    const limit = createRateLimit({ burst: 1, perMinute: 1 }, () => 0);
    expect(limit.take('first')).toBe(true);
    for (let key = 0; key < 50_000; key += 1) limit.take(String(key));
    expect(limit.take('first')).toBe(true);
    expect(limit.take('49999')).toBe(false);
  });
});

it('counts what is open', () => {
  const count = createOpenCount(2);
  expect([count.open('a'), count.open('a'), count.open('a'), count.open('b')]).toEqual([true, true, false, true]);
  count.close('a');
  expect(count.open('a')).toBe(true);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001::1', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('limits %s with the network %s', (address, network) => expect(clientNetwork(address)).toBe(network));
