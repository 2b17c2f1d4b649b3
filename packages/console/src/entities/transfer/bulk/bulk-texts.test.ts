import { expect, it } from 'vitest';
import { canBecomeCount, countText, doneText, isCountTyped, skippedText } from './bulk-texts.ts';

it('counts rows in words', () => {
  expect(countText(1, 'download')).toBe('1 download');
  expect(countText(1204, 'upload')).toBe('1,204 uploads');
  expect(doneText(2, 'download', 'retry')).toBe('2 downloads queued to try again.');
  expect(doneText(1, 'upload', 'abandon')).toBe('1 upload abandoned.');
});

it('names the statuses of the rows that are left out', () => {
  const skipped = [
    { status: 'completed', count: 9, has_more: false },
    { status: 'queued', count: 3, has_more: false },
  ];
  expect(skippedText(skipped, 'download')).toBe('12 are left out: 9 Completed, 3 Queued.');
  expect(skippedText([{ status: 'completed', count: 1, has_more: false }], 'upload')).toBe(
    '1 is left out: 1 Completed.',
  );
  expect(skippedText([{ status: 'completed', count: 5000, has_more: true }], 'upload')).toBe(
    '5,000 or more are left out: 5,000 Completed.',
  );
  expect(skippedText([], 'download')).toBeNull();
});

it('takes a number in any usual writing, and nothing else', () => {
  for (const typed of ['1204', ' 1204 ', '1,204', '1.204', '1 204'])
    expect(isCountTyped(typed, 1204), typed).toBe(true);
  for (const typed of ['12.04', '1,2,0,4', '12 04', '1204.0', '1204,000', '', '-1204'])
    expect(isCountTyped(typed, 1204), typed).toBe(false);
  expect(isCountTyped('1,234,567', 1_234_567)).toBe(true);
  expect(isCountTyped('1,234.567', 1_234_567)).toBe(false);
  expect(isCountTyped('13.0', 130)).toBe(false);
});

it('knows whether a text can still become the number', () => {
  for (const typed of ['', '1', '1,2', '1204']) expect(canBecomeCount(typed, 1204), typed).toBe(true);
  for (const typed of ['2', '1203', '12040', 'all', '１']) expect(canBecomeCount(typed, 1204), typed).toBe(false);
});
