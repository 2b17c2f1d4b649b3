import { describe, expect, it } from 'vitest';
import { type BackfillRequest, backfillProblems } from './backfill.ts';

const REQUEST: BackfillRequest = {
  title: 'Clicks again',
  description: '',
  start: '2026-10-22',
  end: '2026-11-20',
  uploadNames: ['daily'],
};
const problems = (changes: Partial<BackfillRequest>): string[] =>
  backfillProblems({ ...REQUEST, ...changes }, new Set(['daily', 'spend']), '2026-11-20').map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('what may be backfilled', () => {
  it('what may be backfilled is thirty report dates up to today', { tags: 'proof:backfill-thirty-days' }, () => {
    expect(problems({})).toEqual([]);
    expect(problems({ start: '2026-11-20' })).toEqual([]);
  });

  it.each([
    [{ start: '2026-10-21' }, 'end_datetime: Max Date Range is 30 days.'],
    [{ end: '2026-11-21', start: '2026-11-01' }, 'end_datetime: Report dates in the future cannot be backfilled.'],
    [{ end: '2026-10-21' }, 'end_datetime: The last report date must not be before the first.'],
    [{ title: ' \n ' }, 'title: Backfill must have a name'],
    [{ uploadNames: [] }, 'upload_names: Select an Import.'],
    [{ uploadNames: ['daily', 'x'] }, 'upload_names: There is no published upload x.'],
    [{ uploadNames: ['a', 'b', 'c', 'd'] }, 'upload_names: There is no published upload a, b, c and 1 more.'],
  ])('%j is refused', { tags: 'proof:backfill-rules' }, (changes, expected) => {
    expect(problems(changes)).toEqual([expected]);
  });

  it('a long title is refused', { tags: 'proof:backfill-title-limit' }, () => {
    expect(problems({ title: 'x'.repeat(500) })).toEqual([]);
    expect(problems({ title: 'x'.repeat(501) })).toEqual(['title: The name can have 500 characters at most.']);
  });

  it('a long description is refused', { tags: 'proof:backfill-description-limit' }, () => {
    expect(problems({ description: 'x'.repeat(4000) })).toEqual([]);
    expect(problems({ description: 'x'.repeat(4001) })).toEqual([
      'description: The description can have 4000 characters at most.',
    ]);
  });

  it('too many uploads are refused', { tags: 'proof:backfill-upload-limit' }, () => {
    const many = Array.from({ length: 1001 }, (_, index) => `u${index}`);
    expect(problems({ uploadNames: many })).toEqual(['upload_names: Select 1000 uploads at most.']);
  });

  it('names everything that is wrong at once', { tags: 'proof:backfill-all-problems' }, () => {
    expect(problems({ title: '', uploadNames: [], end: '2027-01-01' })).toHaveLength(4);
  });
});
