import { expect, it } from 'vitest';
import { retryCountText, retryOutlook } from './retry-count.ts';

it('"Chips "Will Retry" or "Will Not Retry""', { tags: 'spec:events-retry-chips' }, () => {
  expect(retryOutlook(true)).toBe('Will Retry');
  expect(retryOutlook(false)).toBe('Will Not Retry');
});

it('"retry count shown as n/(limit-1)"', { tags: 'spec:events-retry-chips' }, () => {
  expect(retryCountText(2, 5)).toBe('2/4');
  // The limit counts the first attempt, so the last retry of 5 attempts is the fourth.
  expect(retryCountText(4, 5)).toBe('4/4');
  expect(retryCountText(0, 0)).toBe('0/0');
});
