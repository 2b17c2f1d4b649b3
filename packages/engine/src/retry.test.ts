import { PipelineError } from '@switchboard/model/errors/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asPipelineError, decideRetry, LONGEST_RETRY_AFTER, RETRY_CAP, retryDelay } from './retry.ts';

const least = (): number => 0;
const most = (): number => 1 - Number.EPSILON;
const chance = { random: most, reference: () => 'ab12' };

describe('retryDelay', () => {
  test('doubles from half a minute to half an hour', { tags: 'proof:retry-backoff-doubles' }, () => {
    expect([0, 1, 2, 3].map((count) => retryDelay(count, most))).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(retryDelay(0, least)).toBe(15_000);
    expect(retryDelay(20, most)).toBe(RETRY_CAP);
    expect(retryDelay(5000, most)).toBe(RETRY_CAP);
  });

  test('waits at least as long as the other side asked, within reason', { tags: 'proof:retry-after-respected' }, () => {
    expect(retryDelay(0, least, 90)).toBe(90_000);
    expect(retryDelay(0, most, 90)).toBe(99_000);
    expect(retryDelay(3, most, 1)).toBe(240_000);
    expect(retryDelay(0, least, 1e12)).toBe(LONGEST_RETRY_AFTER * 1000);
  });

  test('a short base makes short waits', () => {
    expect(retryDelay(1, most, undefined, 10)).toBe(20);
  });

  test('retryDelay is never negative and, unasked, never above the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 5000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (count, random) => {
          const delay = retryDelay(count, () => random);
          return delay >= 15_000 && delay <= RETRY_CAP;
        },
      ),
    );
  });
});

describe('decideRetry', () => {
  test('transient and internal failures are tried again', { tags: 'proof:retry-transient' }, () => {
    const slow = new PipelineError('SOURCE_RATE_LIMITED', { name: 'ads', host: 'h' }, { retryAfter: 120 });
    expect(decideRetry(slow, 0, 5, chance)).toMatchObject({ retry: true, delayMs: 132_000, failure: slow });
    expect(decideRetry(new PipelineError('RECORDS_NOT_CONSERVED'), 2, 5, chance)).toMatchObject({
      retry: true,
      delayMs: 120_000,
    });
  });

  test('permanent and authentication failures are not', { tags: 'proof:retry-not-permanent' }, () => {
    expect(decideRetry(new PipelineError('SOURCE_BAD_REQUEST'), 0, 5, chance)).toMatchObject({
      retry: false,
      reason: 'permanent',
    });
    expect(decideRetry(new PipelineError('SOURCE_AUTH_FAILED'), 0, 5, chance)).toMatchObject({
      retry: false,
      reason: 'authentication',
    });
  });

  test('the last retry used up says so, and no longer promises one', { tags: 'proof:retry-last-attempt' }, () => {
    const error = new PipelineError('SOURCE_ENDED_EARLY', { file: 'a.csv', got: 1, expected: 2 });
    expect(decideRetry(error, 3, 5, chance)).toMatchObject({ retry: true });
    const decision = decideRetry(error, 4, 5, chance);
    expect(decision).toMatchObject({ retry: false, reason: 'exhausted', failure: { code: 'ATTEMPTS_EXHAUSTED' } });
    expect(decision.failure.message).toBe('Stopped after 5 attempts. Source file a.csv ended early (1 of 2 bytes).');
  });

  test('reports an unknown error as internal, with a reference', () => {
    const error = new TypeError('x is not a function');
    const decision = decideRetry(error, 0, 5, chance);
    expect(decision).toMatchObject({ retry: true, failure: { code: 'INTERNAL', cause: error } });
    expect(decision.failure.message).toBe('Something went wrong on our side (ab12). Will retry.');
    expect(asPipelineError('a thrown text', () => 'x').code).toBe('INTERNAL');
  });
});
