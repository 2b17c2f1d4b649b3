import { DOWNLOAD_STATUSES } from '@switchboard/model';
import { expect, test } from 'vitest';
import { decideSourcing } from './sourcing.ts';

test.each([
  ['start', ['completed', 'STOPPED']],
  ['wait', ['completed', 'queued']],
  ['wait', ['requested', 'downloading', 'unpacking', 'retrying']],
  ['fail', ['completed', 'failed', 'queued']],
  ['fail', ['skipped']],
  ['abandon', ['failed', 'abandoned']],
  ['abandon', ['completed', 'cancelled']],
] as const)('%s with %j', (expected, statuses) => {
  expect(decideSourcing(statuses)).toBe(expected);
  expect(decideSourcing([...statuses].reverse())).toBe(expected);
});

test('a flow starts only when every download has rows', { tags: 'proof:flow-needs-every-download' }, () => {
  for (const status of DOWNLOAD_STATUSES) {
    const loaded = status === 'completed' || status === 'STOPPED';
    expect(decideSourcing(['completed', status]) === 'start', status).toBe(loaded);
  }
});
