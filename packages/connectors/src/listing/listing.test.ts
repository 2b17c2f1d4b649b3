import type { Parameters } from '@switchboard/model/plan';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { describe, expect, it } from 'vitest';
import type { ListedFile } from '../spec.ts';
import { type ChooseRequest, chooseFiles, timesOfFiles } from './date-files.ts';
import { dateReader } from './file-date.ts';
import { fileMatcher } from './match-files.ts';

describe('the files that a pattern takes', () => {
  it.each<[string, string, boolean]>([
    ['*.csv', 'ads.csv', true],
    ['*.csv', 'in/ads.csv', false],
    ['*.csv', 'ads.csv.gz', false],
    ['*.csv', '.ads.csv', false],
    ['*.csv', 'ads\n.csv', false],
    ['.a*', '.ads.csv', true],
    ['**/*.csv', 'ads.csv', true],
    ['**/*.csv', 'a/b/c/ads.csv', true],
    ['**/*.csv', 'a/.b/ads.csv', false],
    ['**', 'a/b/c', true],
    ['a**c', 'a/b/c', true],
    ['a/**', 'a/b/c', true],
    ['a/**', 'b/a/c', false],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a/b/b/c', false],
    ['ads_?.csv', 'ads_1.csv', true],
    ['ads_?.csv', 'ads_/.csv', false],
    ['ads[1].csv', 'ads[1].csv', true],
    ['ads[1].csv', 'ads1.csv', false],
    ['a.c', 'abc', false],
    ['a+(b|c)$', 'a+(b|c)$', true],
    ['*', 'ads.csv.part', false],
    ['*', 'ads.TMP', false],
    ['*', 'ads.filepart', false],
    ...['uploading', 'inProgress', 'in_progress', 'writing', 'download', 'aria2', '!ut', 'swp', 'lock'].map(
      (suffix): [string, string, boolean] => ['*', `ads.csv.${suffix}`, false],
    ),
    ['*', '~$ads.xlsx', false],
    ['~$*', '~$ads.xlsx', true],
    ['*', 'download.csv', true],
    ['*.Part', 'ads.Part', true],
    ['*', 'part.csv', true],
    ['*', '../secret', false],
    ['**', '../secret', false],
    ['**', 'a/../../secret', false],
    ['**', 'a//b', false],
    ['**', 'nul\u0000', false],
    ['*', 'bell\u0007.csv', false],
    ['*', 'ümläut 💥.csv', true],
    ['*', '', false],
    ['*', 'x'.repeat(1024), true],
    ['*', 'x'.repeat(1025), false],
  ])('%j and %j: %s', (pattern, path, expected) => {
    expect(fileMatcher('d', { pattern })(path)).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    [String.raw`^ads_\d+\.csv$`, 'ads_12.csv', true],
    [String.raw`^ads_\d+\.csv$`, 'in/ads_12.csv', false],
    ['ads', 'in/my-ads.csv', true],
    ['(?i)ADS', 'ads.csv', true],
    ['ads', '.ads.csv.Xy12Ab', false],
    ['ads', '.partial/ads.csv', false],
    [String.raw`^\.ads`, '.ads.csv', true],
    [String.raw`^\.well/ads\.csv$`, '.well/ads.csv', true],
    ['.', '../x', false],
    ['.', 'a\tb', false],
  ])('%j as an expression and %j: %s', (regex, path, expected) => {
    expect(fileMatcher('d', { regex })(path)).toBe(expected);
  });

  it('takes a file under transfer where the path names it', () => {
    expect(fileMatcher('d', { path: 'in/ads.tmp' })('ads.tmp')).toBe(true);
    expect(fileMatcher('d', { path: 'in/*' })('ads.tmp')).toBe(false);
  });

  it('refuses both together, and an invalid expression', () => {
    expect(() => fileMatcher('d', { pattern: '*', regex: 'x' })).toThrow('cannot be combined with pattern');
    expect(() => fileMatcher('d', { regex: '(a' })).toThrow('is not a valid regular expression');
    expect(() => fileMatcher('d', { regex: '(?=a)' })).toThrow('is not a valid regular expression');
    expect(fileMatcher('d', {})('any/file')).toBe(true);
  });

  it('takes time in proportion to the names, whatever the expression', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `${'a'.repeat(60)}${index}`);
    const processorTime = startProcessorTime();
    for (const parameters of [{ regex: '^(a+)+$' }, { regex: '^(a|a)*b$' }, { pattern: `${'*a'.repeat(30)}*b` }]) {
      const takes = fileMatcher('d', parameters);
      expect(names.filter(takes)).toEqual([]);
    }
    const evil = dateReader(`${'*a'.repeat(30)}YYYYMMDD`);
    expect(evil('a'.repeat(1000), '2026-11-21')).toBeNull();
    expect(processorTime()).toBeLessThan(20_000);
  });
});

describe('the date in a file name', () => {
  /** By pattern: names, and the date in each. */
  const NAMES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
    'YYYY-MM-DD': { 'ads_2026-11-20.csv': '2026-11-20', '': null, '\n2026-11-20\n': '2026-11-20' },
    YYYYMMDD: {
      'ads_20261120.csv': '2026-11-20',
      'ads_202611201530.csv': '2026-11-20',
      'id20261345-20261120.csv': '2026-11-20',
      'id920261119-20261120.csv': '2026-11-20',
      'ads_20260230.csv': null,
      'ads_20280229.csv': '2028-02-29',
      'ads_20270229.csv': null,
      'ads_00000000.csv': null,
      'ads_2026112.csv': null,
    },
    YYMMDD: { '261120': '2026-11-20' },
    'D.M.YYYY': { 'bericht 3.4.2026.xlsx': '2026-04-03', 'bericht 13.04.2026.xlsx': '2026-04-13' },
    M_D_YY: { r_1_31_26: '2026-01-31', r_1_32_26: null },
    'DD-MM-YYYY': { '20-nov-2026': '2026-11-20', '20-NOVEMBER-2026': '2026-11-20' },
    DDMMYYYY: { '01May2026': '2026-05-01' },
    'DD MM YYYY': { '20 Smarch 2026': null },
    'YYYY-MM-DD*HH': { 'ads 2026-11-20 at 13': '2026-11-20' },
    YYYYMMDDHH: { '2026112007.csv': '2026-11-20', '2026112099.csv': null },
    'report-YYYY*MM*DD': { 'REPORT-2026.x.11.y.20': '2026-11-20' },
    '(YYYY).MM.DD': { 'a(2026).11.20': '2026-11-20', a2026x11x20: null },
    'YYYY-MM': { 'ads 2026-11.csv': '2026-11-01' },
    'MM-DD': {
      'ads 11-20.csv': '2026-11-20',
      'ads 11-22.csv': '2026-11-22',
      'ads 12-31.csv': '2025-12-31',
      'ads 02-29.csv': '2024-02-29',
    },
    ads_DD: { 'ads_20.csv': '2026-11-20', 'ads_30.csv': '2026-10-30', 'ads_31.csv': '2026-10-31', 'ads_00.csv': null },
  };
  const cases = Object.entries(NAMES).flatMap(([pattern, names]) =>
    Object.entries(names).map(([name, date]) => [pattern, name, date] as const),
  );
  it.each(cases)('%s in %j, delivered on 2026-11-21: %s', (pattern, name, expected) => {
    expect(dateReader(pattern)(name, '2026-11-21')?.date ?? null).toBe(expected);
  });
});

describe('the times in file names', () => {
  const names = ['log_2026112023.csv', 'log_2026112000.csv', 'log_2026112000_b.csv', 'log_2026112107.csv', 'other.csv'];
  it.each<[string, Parameters, readonly string[]]>([
    ['those of the report date, each once, in order', { datetime_pattern: 'YYYYMMDDHH' }, ['00:00', '23:00']],
    ['none by a pattern without an hour', { datetime_pattern: 'YYYYMMDD' }, []],
    ['none without a pattern', {}, []],
  ])('lists %s', (_, parameters, expected) => {
    expect(timesOfFiles({ name: 'd', parameters }, names, '2026-11-20')).toEqual(expected);
  });
});

const at = (text: string): number => Date.parse(text);
const file = (path: string, more: Partial<ListedFile> = {}): ListedFile => ({
  path,
  relative: path,
  size: 10,
  modified: at('2026-11-21T05:00:00Z'),
  checksum: null,
  reportDate: null,
  ...more,
});
const DATES = ['2026-11-18', '2026-11-19', '2026-11-20'];
const choose = (listed: readonly ListedFile[], more: Partial<ChooseRequest> = {}) => {
  const request = {
    name: 'd',
    parameters: {},
    dates: DATES,
    timezone: 'UTC',
    now: at('2026-11-21T06:00:00Z'),
    ...more,
  };
  const { files, undated } = chooseFiles(request, listed);
  return { files: files.map((found) => [found.path, found.reportDate]), undated };
};

describe('the report date of each file', () => {
  it('the report date of each file is the one of its place, then of its name, then of its delivery', () => {
    const parameters = { datetime_pattern: 'YYYYMMDD', delivery_delay_days: 2 };
    expect(
      choose([file('b_20261118'), file('a', {}), file('c', { reportDate: '2026-11-20' })], { parameters }),
    ).toEqual({
      files: [
        ['a', '2026-11-19'],
        ['b_20261118', '2026-11-18'],
      ],
      undated: [],
    });
    expect(choose([file('c', { reportDate: '2026-11-20' })]).files).toEqual([['c', '2026-11-20']]);
  });

  it('the report date of each file is the delivery’s local one', () => {
    const late = [file('a', { modified: at('2026-11-21T07:30:00Z') })];
    const parameters = { delivery_delay_days: 1 };
    expect(choose(late, { parameters }).files).toEqual([['a', '2026-11-20']]);
    expect(choose(late, { parameters, timezone: 'America/Los_Angeles' }).files).toEqual([['a', '2026-11-19']]);
    expect(choose([file('a', { modified: null })], { parameters }).files).toEqual([['a', '2026-11-20']]);
  });

  it('decides who is left out, and who has none', () => {
    const parameters = { datetime_pattern: 'YYYYMMDD', pattern: '*.csv' };
    const listed = [file('20261117.csv'), file('20261118.csv'), file('readme.csv'), file('20261119.txt')];
    expect(choose(listed, { parameters })).toEqual({
      files: [['20261118.csv', '2026-11-18']],
      undated: ['readme.csv'],
    });
  });

  it('a file and the same packed beside it are one delivery: the later one counts', () => {
    const listed = [
      file('a.csv'),
      file('a.csv.gz', { modified: at('2026-11-21T05:00:01Z') }),
      file('b.csv.gz'),
      file('a'),
    ];
    const request = { name: 'd', parameters: {}, dates: null, timezone: 'UTC', now: at('2026-11-21T06:00:00Z') };
    const { files, leftOut } = chooseFiles(request, listed);
    expect(files.map(({ path }) => path)).toEqual(['a', 'a.csv.gz', 'b.csv.gz']);
    expect(leftOut).toEqual([{ path: 'a.csv', reportDate: null, by: 'a.csv.gz', reason: 'replaced' }]);
  });

  it('a file of a source without dates has no report date', () => {
    expect(choose([file('b'), file('a')], { dates: null }).files).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('the report date of each file is found for 10,000 files in good time', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `x${index}_${20261101 + (index % 30)}.csv`);
    const processorTime = startProcessorTime();
    const parameters = { pattern: 'x*.csv', datetime_pattern: 'YYYYMMDD' };
    expect(
      choose(
        names.map((name) => file(name)),
        { parameters },
      ).files,
    ).toHaveLength(999);
    expect(processorTime()).toBeLessThan(10_000);
  });
});
