import { expect, it } from 'vitest';
import { describeReports, recordStep, reportError } from './error-report.ts';

it('describes the last 20 reports for support, newest first', () => {
  for (let number = 1; number <= 21; number += 1) {
    reportError({ source: 'Uploads', error: new TypeError(`failure ${number}`), requestId: `r-${number}` });
  }
  const [reports = ''] = describeReports().split('\n\n');
  const lines = reports.split('\n');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z · Uploads · TypeError: failure 21 · Request-ID r-21$/);
  expect(lines.at(-1)).toContain('failure 2 ');
});

it('"replay on error 1, session replay 0": each report replays the last steps, which are kept nowhere else', {
  tags: 'spec:trace-sampling',
}, () => {
  const before = describeReports();
  for (let number = 1; number <= 31; number += 1) recordStep(`step ${number}`);
  expect(describeReports()).toBe(before);
  reportError({ source: 'Uploads', error: new Error('no answer') });
  recordStep('after the error');
  const [, replay = ''] = describeReports().split('Steps before the newest, in order:\n');
  expect(replay.split('\n').map((line) => line.split(' · ')[1])).toEqual(
    Array.from({ length: 30 }, (_, index) => `step ${index + 2}`),
  );
});
