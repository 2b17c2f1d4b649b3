import { expect, it } from 'vitest';
import { transferSteps } from './transfer-steps.ts';

const at = (time: string): string => `2026-11-21T${time}Z`;

it('lists the steps of a transfer in order, with the time between its steps', () => {
  const transfer = {
    status: 'completed',
    created: at('05:00:00'),
    started: at('05:02:00'),
    finished: at('05:10:30'),
  };
  const events = [
    { created: at('05:10:30'), message: 'orders: downloaded 7 rows.', will_retry: null },
    { created: at('05:03:00'), message: 'HTTP 503', will_retry: true },
  ];
  expect(transferSteps(transfer, events, 'Found').map(({ label, since, detail }) => [label, since, detail])).toEqual([
    ['Found', null, null],
    ['Started', '+2 min', null],
    ['Attempt 1 failed', '+1 min', 'HTTP 503'],
    ['Finished', '+7 min 30 s', null],
  ]);
});

it('names how a transfer ended, and leaves out what has not happened', () => {
  const waiting = { status: 'queued', created: at('05:00:00'), started: null, finished: null };
  expect(transferSteps(waiting, [], 'Ready').map(({ label }) => label)).toEqual(['Ready']);
  const failed = { ...waiting, status: 'failed', finished: at('05:01:00') };
  expect(transferSteps(failed, [], 'Ready').at(-1)).toMatchObject({ label: 'Failed', hasFailed: true });
});
