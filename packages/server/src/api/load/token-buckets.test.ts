import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

it('a sender has a burst, then what comes back with time', () => {
  let time = 0;
  const buckets = createTokenBuckets({ burst: 2, perSecond: 0.5 }, () => time);
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 2]);
  expect(buckets.take('b')).toBe(0);
  time = 1_000;
  expect(buckets.take('a')).toBe(3);
  time = 2_000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 4]);
  time = 60_000;
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 2]);
});

it('a clock that is set back gives no tokens', () => {
  let time = 10_000;
  const buckets = createTokenBuckets({ burst: 1, perSecond: 1 }, () => time);
  buckets.take('a');
  time = 0;
  expect(buckets.take('a')).toBe(1);
});

it('thousands of other senders do not refill a bucket that is empty', () => {
  const buckets = createTokenBuckets({ burst: 2, perSecond: 1 }, () => 0);
  buckets.take('a');
  for (let sender = 0; sender < 9_000; sender += 1) buckets.take(`other ${sender}`);
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1]);
});

it('senders that are refused are given one time after the other, half a minute away at most', () => {
  let time = 0;
  const buckets = createTokenBuckets({ burst: 1, perSecond: 2 }, () => time);
  expect(Array.from({ length: 6 }, () => buckets.take('a'))).toEqual([0, 1, 1, 2, 2, 3]);
  expect(buckets.defer('a')).toBe(3);
  for (let at = 0; at < 200; at += 1) buckets.take('a');
  expect(buckets.take('a')).toBe(30);
  expect(buckets.isCrowded('a')).toBe(true);
  time = 30_000;
  expect([buckets.isCrowded('a'), buckets.isCrowded('b')]).toEqual([false, false]);
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1]);
});
