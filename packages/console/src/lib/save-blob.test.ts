import { expect, it } from 'vitest';
import { suggestedName } from './save-blob.ts';

it('reads the file name of the Content-Disposition header', { tags: 'spec:call-sample' }, () => {
  expect(suggestedName('attachment; filename="ad daily.csv"')).toBe('ad daily.csv');
  expect(suggestedName('attachment; filename=ad.csv; size=3')).toBe('ad.csv');
  expect(suggestedName("attachment; filename=x.csv; filename*=UTF-8''M%C3%BCnchen.csv")).toBe('München.csv');
  expect(suggestedName('attachment; filename="a\\"b.csv"')).toBe('a"b.csv');
});

it('drops folders and returns null without a name', () => {
  expect(suggestedName('attachment; filename="../../etc/passwd"')).toBe('passwd');
  expect(suggestedName('attachment')).toBeNull();
  expect(suggestedName(null)).toBeNull();
  expect(suggestedName('attachment; filename=".."')).toBeNull();
});
