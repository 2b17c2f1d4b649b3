import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from '../../network/retry-after.ts';
import { fileName } from './file-name.ts';

describe('file names', () => {
  it.each([
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''caf%C3%A9.csv", 'café.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\x\\\\y.csv"', 'y.csv'],
    ['attachment; filename="say \\"hi\\".csv"', 'say _hi_.csv'],
    ['attachment; filename=".."', 'report.csv'],
    ['inline', 'report.csv'],
    [undefined, 'report.csv'],
  ])('%s is %s', (disposition, expected) => {
    expect(fileName(disposition, 'https://a.example/x/report.csv?y=/z', 'ads')).toBe(expected);
  });

  it('falls back on the download’s name', () => expect(fileName(undefined, 'https://a.example/', 'ads')).toBe('ads'));
  it('survives a broken encoding', () =>
    expect(fileName(undefined, 'https://a.example/%E0%A4%A', 'ads')).toBe('%E0%A4%A'));
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 2, 4);
  it.each([
    ['17', 17],
    ['Wed, 04 Mar 2026 00:01:00 GMT', 60],
    ['Tue, 03 Mar 2026 00:00:00 GMT', 0],
    ['99999999', 86_400],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s', (header, expected) => expect(retryAfterSeconds(header, now)).toBe(expected));
});
