import { expect, it } from 'vitest';
import { retryChips } from './retry-chips.ts';

it('shows whether an event retries, and the number of the retry', { tags: 'proof:retry-count-shown' }, () => {
  expect(retryChips({ will_retry: true, retry_count: 2, retry_limit: 5 })).toEqual({
    outlook: 'Will Retry',
    count: '2/4',
  });
  // The limit counts the first attempt, so the last retry of 5 attempts is the fourth.
  expect(retryChips({ will_retry: false, retry_count: 4, retry_limit: 5 })).toMatchObject({ count: '4/4' });
  expect(retryChips({ will_retry: false, retry_count: null, retry_limit: 5 })).toEqual({
    outlook: 'Will Not Retry',
    count: null,
  });
  expect(retryChips({ will_retry: null, retry_count: 0, retry_limit: 1 })).toEqual({ outlook: null, count: null });
});
