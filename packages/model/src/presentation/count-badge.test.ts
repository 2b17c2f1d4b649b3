import { expect, it } from 'vitest';
import { countBadge } from './count-badge.ts';

it('"nav badge caps at 9 then "+""', { tags: 'spec:badge-cap' }, () => {
  expect([0, 1, 9, 10, 250].map(countBadge)).toEqual([null, '1', '9', '9+', '9+']);
});
