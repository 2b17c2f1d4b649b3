import type { FoundFile } from '@switchboard/connectors';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { decideProbe, type KnownFile, nextProbe, versionOf } from './decide-probe.ts';

const NOW = Date.parse('2026-11-21T06:00:00Z');
const MINUTE = 60_000;
const DUE = '2026-11-21T06:00:00.000Z';

const found = (path: string, more: Partial<FoundFile> = {}): FoundFile => ({
  path,
  size: 10,
  modified: NOW - 60 * MINUTE,
  checksum: null,
  reportDate: '2026-11-20',
  ...more,
});
const known = (file: FoundFile, more: Partial<KnownFile> = {}): KnownFile => ({
  path: file.path,
  version: versionOf(file, DUE),
  seen: NOW - 30 * MINUTE,
  reportDate: file.reportDate,
  download: 'kept',
  ...more,
});
const decide = (
  files: readonly FoundFile[],
  notes: readonly KnownFile[] = [],
  waiting: readonly (string | null)[] = [],
) => {
  const input = {
    found: files,
    leftOut: [],
    known: notes,
    waiting: new Set(waiting),
    now: NOW,
    settle: MINUTE,
    due: DUE,
    earliest: '2026-11-13',
  };
  const decision = decideProbe(input);
  return {
    takes: decision.takes.map((take) => ({
      date: take.reportDate,
      files: take.files.map((file) => file.path),
      fresh: take.fresh.map((file) => file.path),
      gone: take.gone,
    })),
    growing: decision.growing.map((file) => file.path),
    forget: decision.forget,
  };
};
const nothing = { takes: [], growing: [], forget: [] };
const take = (files: string[], fresh = files, gone: string[] = [], date: string | null = '2026-11-20') => ({
  date,
  files,
  fresh,
  gone,
});

describe('the decision of a probe', () => {
  const a = found('a');
  const b = found('b');
  const fresh = found('new', { modified: NOW - 10_000 });
  it.each<[string, readonly FoundFile[], readonly KnownFile[], Partial<ReturnType<typeof decide>>]>([
    ['nothing, nothing known', [], [], {}],
    ['a new file', [a], [], { takes: [take(['a'])] }],
    ['a file that is known', [a], [known(a)], {}],
    ['a file whose download failed, unchanged', [a], [known(a, { download: 'lost' })], {}],
    ['a file of another size', [a], [known(found('a', { size: 9 }))], { takes: [take(['a'])] }],
    ['a file of another time', [a], [known(found('a', { modified: 5 }))], { takes: [take(['a'])] }],
    [
      'another tag at the same size and time',
      [found('a', { checksum: 'x' })],
      [known(found('a', { checksum: 'y' }))],
      { takes: [take(['a'])] },
    ],
    [
      'the same tag at another time',
      [found('a', { checksum: 'x' })],
      [known(found('a', { checksum: 'x', modified: 1 }))],
      {},
    ],
    ['a second file of the date: one new version of both', [a, b], [known(a)], { takes: [take(['a', 'b'], ['b'])] }],
    [
      'files of two dates',
      [a, found('c', { reportDate: '2026-11-19' })],
      [],
      { takes: [take(['c'], ['c'], [], '2026-11-19'), take(['a'])] },
    ],
    [
      'files without dates',
      [found('a', { reportDate: null }), found('b', { reportDate: null })],
      [],
      { takes: [take(['a', 'b'], ['a', 'b'], [], null)] },
    ],
    ['a file that changed ten seconds ago', [fresh], [], { growing: ['new'] }],
    ['a whole file beside one that grows: both wait', [a, fresh], [], { growing: ['a', 'new'] }],
    ['one that grows beside known ones', [a, fresh], [known(a)], { growing: ['new'] }],
    [
      'one that grows on another date',
      [a, found('c', { reportDate: '2026-11-19', modified: NOW })],
      [],
      { takes: [take(['a'])], growing: ['c'] },
    ],
    ['one that had grown and stands still', [a], [known(a, { download: 'none' })], { takes: [take(['a'])] }],
    ['no time, seen just now', [found('a', { modified: null })], [], { growing: ['a'] }],
    [
      'no time, the same for long enough',
      [found('a', { modified: null })],
      [known(found('a', { modified: null }), { download: 'none' })],
      { takes: [take(['a'])] },
    ],
    [
      'no time, seen again too soon',
      [found('a', { modified: null })],
      [known(found('a', { modified: null }), { download: 'none', seen: NOW - 5_000 })],
      { growing: ['a'] },
    ],
    ['a clock ahead of ours', [found('a', { modified: NOW + 60 * MINUTE })], [], { growing: ['a'] }],
    [
      'a clock ahead of ours, the same for long enough',
      [found('a', { modified: NOW + 60 * MINUTE })],
      [known(found('a', { modified: NOW + 60 * MINUTE }), { download: 'none' })],
      { takes: [take(['a'])] },
    ],
    ['vouched for, however new', [found('a', { checksum: 'x', modified: NOW })], [], { takes: [take(['a'])] }],
    [
      'no time: probed again for the next due time',
      [found('a', { modified: null })],
      [known(found('a', { modified: null }), { version: '10 bytes at 2026-11-20T06:00:00.000Z' })],
      { growing: ['a'] },
    ],
    ['a file that has gone', [], [known(a)], {}],
    ['a file that has gone while it grew', [], [known(a, { download: 'none' })], { forget: ['a'] }],
    ['a file that has gone before it was read', [], [known(a, { download: 'lost' })], { forget: ['a'] }],
    ['a file that has gone, of a date long past', [], [known(a, { reportDate: '2026-11-12' })], { forget: ['a'] }],
    ['a new file where an earlier one has gone', [b], [known(a)], { takes: [take(['b'], ['b'], ['a'])] }],
    [
      'a date of a delivery that is no longer known',
      [found('a', { modified: null, reportDate: '2026-11-21' })],
      [known(found('a', { modified: null }))],
      {},
    ],
  ])('decides about %s', (_, files, notes, expected) => {
    expect(decide(files, notes)).toEqual({ ...nothing, ...expected });
  });

  const old = found('old', { reportDate: '2026-11-01' });
  it.each<[string, readonly FoundFile[], readonly KnownFile[], Partial<ReturnType<typeof decide>>]>([
    ['no file', [], [], {}],
    ['a file', [old], [], { takes: [take(['old'], ['old'], [], '2026-11-01')] }],
    [
      'a file that is known from a download that failed',
      [old],
      [known(old, { download: 'lost' })],
      { takes: [take(['old'], ['old'], [], '2026-11-01')] },
    ],
    [
      'a known file beside one that grows',
      [old, { ...fresh, reportDate: '2026-11-01' }],
      [known(old)],
      { growing: ['old', 'new'] },
    ],
    ['a file that grows', [{ ...old, modified: NOW }], [known(old, { download: 'none' })], { growing: ['old'] }],
    ['a file that has gone while it grew', [], [known(old, { download: 'none' })], { forget: ['old'] }],
    ['a known file of another date', [a], [known(a, { download: 'lost' })], {}],
  ])('a date long past that waits is decided: %s', (_, files, notes, expected) => {
    expect(decide(files, notes, ['2026-11-01'])).toEqual({ ...nothing, ...expected });
  });

  it('takes under 5 s of processor time for 10,000 files', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      found(`f${index}`, { reportDate: `2026-11-${10 + (index % 10)}` }),
    );
    const processorTime = startProcessorTime();
    expect(decide(many).takes).toHaveLength(10);
    expect(
      decide(
        many,
        many.map((file) => known(file)),
      ),
    ).toEqual(nothing);
    expect(processorTime()).toBeLessThan(5_000);
  });
});

describe('the time of the next probe', () => {
  it.each<[string, boolean, number | null, number | null]>([
    ['nothing is missing', false, null, null],
    ['a file grows', true, null, 1],
    ['a file grows while dates are missing', true, 600, 1],
    ['just due', false, 0, 1],
    ['due for ten minutes', false, 10, 2.5],
    ['due for two hours', false, 120, 30],
    ['due for a day', false, 1440, 60],
  ])('sets the time of the next probe: %s', (_, growing, waited, minutes) => {
    const waitingSince = waited === null ? null : NOW - waited * MINUTE;
    const expected = minutes === null ? null : NOW + minutes * MINUTE;
    expect(nextProbe(NOW, { growing, waitingSince }, MINUTE)).toBe(expected);
  });
});
