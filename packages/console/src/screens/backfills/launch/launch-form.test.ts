import { describe, expect, it } from 'vitest';
import {
  emptyForm,
  type LaunchForm,
  launchVariables,
  problemsOf,
  STEPS,
  stepAfter,
  stepBefore,
  titleOf,
  toggleUploads,
  withDates,
  withUpload,
} from './launch-form.ts';

const TODAY = '2026-11-20';
const KNOWN = new Set(['orders', 'costs', 'display']);
const build = (patch: Partial<LaunchForm> = {}): LaunchForm => ({
  ...withUpload(emptyForm(TODAY), 'orders'),
  ...patch,
});
const messages = (patch: Partial<LaunchForm>): string[] =>
  problemsOf(build(patch), KNOWN, TODAY).map(({ message }) => message);

describe('report dates', () => {
  it('start 7 days back', { tags: 'spec:backfill-default-start' }, () => {
    expect(emptyForm(TODAY)).toMatchObject({ start: '2026-11-13', end: '2026-11-19' });
  });

  it('become today when they are in the future, and the start when the end is before it', {
    tags: 'spec:backfill-dates-clamped',
  }, () => {
    expect(withDates(build(), { end: '2027-01-01' }, TODAY).end).toBe(TODAY);
    expect(withDates(build(), { start: '2027-01-01' }, TODAY)).toMatchObject({ start: TODAY, end: TODAY });
    expect(withDates(build(), { end: '2026-11-01' }, TODAY)).toMatchObject({ start: '2026-11-13', end: '2026-11-13' });
  });

  it('report dates can be 30 at most', { tags: 'spec:backfill-range-limit' }, () => {
    expect(messages({ start: '2026-10-22', end: TODAY })).toEqual([]);
    expect(messages({ start: '2026-10-21', end: TODAY })).toEqual(['Max Date Range is 30 days.']);
  });
});

describe('the name', () => {
  it('the name is that of the upload, and " and others" for more than one, until it is edited', {
    tags: 'spec:backfill-default-name',
  }, () => {
    expect(titleOf(build())).toBe('orders');
    const several = toggleUploads(build(), ['costs']);
    expect(titleOf(several)).toBe('orders and others');
    expect(titleOf({ ...several, editedTitle: 'October again' })).toBe('October again');
    expect(titleOf({ ...several, editedTitle: '' })).toBe('');
  });

  it('the name is required', { tags: 'spec:backfill-title-required' }, () => {
    expect(messages({ editedTitle: '   ' })).toEqual(['Backfill must have a name']);
  });
});

it('requires an upload', { tags: 'spec:backfill-import-required' }, () => {
  expect(messages({ chosen: [] })).toContain('Select an Import.');
});

it('limits the description to 4000 characters', { tags: 'spec:backfill-description-limit' }, () => {
  expect(messages({ description: 'x'.repeat(4000) })).toEqual([]);
  expect(messages({ description: 'x'.repeat(4001) })).toHaveLength(1);
});

describe('uploads', () => {
  it('uploads are added together, and removed when all of them are chosen', () => {
    const both = toggleUploads(build(), ['orders', 'costs']);
    expect(both.chosen).toEqual(['orders', 'costs']);
    expect(toggleUploads(both, ['orders', 'costs']).chosen).toEqual([]);
    expect(toggleUploads(toggleUploads(both, ['orders']), ['orders']).chosen).toEqual(['orders', 'costs']);
  });

  it('uploads are forgotten with another upload of the first step', () => {
    const several = toggleUploads(build(), ['costs']);
    expect(withUpload(several, 'orders').chosen).toEqual(['orders', 'costs']);
    expect(withUpload(several, 'display').chosen).toEqual(['display']);
    expect(withUpload(several, '').chosen).toEqual([]);
  });
});

it('the form has three steps, of which the second is skipped forth and back', {
  tags: ['spec:backfill-skip-rule', 'spec:backfill-wizard-steps'],
}, () => {
  expect(STEPS).toBe(3);
  expect([stepAfter(0, false), stepAfter(1, false), stepAfter(0, true)]).toEqual([1, 2, 2]);
  expect([stepBefore(2, false), stepBefore(1, false), stepBefore(2, true)]).toEqual([1, 0, 0]);
});

it('the request has the whole days in UTC', { tags: ['spec:call-launch-backfill', 'spec:backfill-window'] }, () => {
  expect(launchVariables(build({ description: 'Why', editedTitle: ' Again ' }))).toEqual({
    upload_names: ['orders'],
    title: 'Again',
    description: 'Why',
    start_datetime: '2026-11-13T00:00:00.000Z',
    end_datetime: '2026-11-19T23:59:59.000Z',
  });
});
