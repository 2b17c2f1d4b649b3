import { DOWNLOAD_STATUSES } from '@switchboard/model/status/status';
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
  const downloads = statuses.map((status) => ({ status, dirty: 'none' }) as const);
  expect(decideSourcing(downloads)).toBe(expected);
  expect(decideSourcing([...downloads].reverse())).toBe(expected);
});

test('a flow fails when every row of an input is dirty', () => {
  const good = { status: 'completed', dirty: 'some' } as const;
  expect(decideSourcing([good])).toBe('start');
  expect(decideSourcing([good, { status: 'completed', dirty: 'all' }])).toBe('fail');
  expect(decideSourcing([good, { status: 'queued', dirty: 'all' }])).toBe('wait');
});

test('a flow starts only when every download has rows', { tags: 'proof:flow-needs-every-download' }, () => {
  for (const status of DOWNLOAD_STATUSES) {
    const loaded = status === 'completed' || status === 'STOPPED';
    const downloads = (['completed', status] as const).map((each) => ({ status: each, dirty: 'none' }) as const);
    expect(decideSourcing(downloads) === 'start', status).toBe(loaded);
  }
});
