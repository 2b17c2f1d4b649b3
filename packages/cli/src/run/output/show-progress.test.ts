import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { progressBar, progressShown, progressText } from './show-progress.ts';

test('the bar fills with what is done, by bytes or else by rows', () => {
  expect(progressBar({ bytes: 50, estimatedBytes: 100, rows: 1, estimatedRows: 1 })).toBe(
    '█'.repeat(12) + '░'.repeat(12),
  );
  expect(progressBar({ rows: 3, estimatedRows: 4 })).toBe('█'.repeat(18) + '░'.repeat(6));
  expect(progressBar({ bytes: 500, estimatedBytes: 100 })).toBe('█'.repeat(24));
  expect(progressBar({ bytes: 500 })).toBe('░'.repeat(24));
  expect(progressText({ rows: 12_000, bytes: 1_500_000 })).toBe('12.0k rows · 1.5 MB');
  expect(progressText({ rows: 1 })).toBe('1 row');
});

test('work has a moving line until it ends, and a line that stays after', () => {
  const moving = new Map<string, string>();
  const kept: string[] = [];
  const show = progressShown(
    {
      set: (name, text) => void (text === '' ? moving.delete(name) : moving.set(name, text)),
      log: (text) => void kept.push(text),
      close: () => undefined,
    },
    picocolors.createColors(false),
  );
  const work = { kind: 'download', name: 'ads' } as const;
  show({ kind: 'working', work, doing: 'fetching', progress: { bytes: 1000, estimatedBytes: 1000 } });
  show({ kind: 'working', work, doing: 'loading', progress: { rows: 7 } });
  show({ kind: 'working', work: { kind: 'flow', name: 'a, b' }, doing: 'processing', progress: {} });
  expect([...moving.values()]).toEqual([
    `${'░'.repeat(24)}  ads  loading  7 rows · 1.0 kB`,
    `${'░'.repeat(24)}  a, b  processing`,
  ]);
  show({ kind: 'retrying', work, message: 'It broke.\u001b[2J', delayMs: 1234, retry: 2 });
  show({ kind: 'processed', work: { kind: 'flow', name: 'a, b' } });
  show({
    kind: 'ended',
    outcome: {
      ...work,
      status: 'failed',
      files: 0,
      bytes: 0,
      tables: [],
      code: null,
      reportDate: null,
      message: 'It broke permanently.',
    },
  });
  expect(moving.size).toBe(0);
  expect(kept).toEqual(['! download ads: It broke.[2J (retry 2 in 1.3 s)', '✗ download ads: It broke permanently.']);
});
