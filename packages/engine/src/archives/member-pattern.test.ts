import { describe, expect, it } from 'vitest';
import { isMember, matchesPattern } from './member-pattern.ts';

describe('a pattern', () => {
  it.each([
    ['ads.csv', 'ads.csv', true],
    ['ads.csv', 'ads', false],
    ['ads-1.csv', 'ads*.csv', true],
    ['x/ads.csv', '*.csv', false],
    ['x/y/ads.csv', '**/ads.csv', true],
    ['ads.csv', '**/ads.csv', true],
    ['xads.csv', '**/ads.csv', false],
    ['x/y/ads.csv', 'x/**', true],
    ['x/ads.csv', 'x/a?s.csv', true],
    ['x/ads.csv', 'x?ads.csv', false],
    ['', '*', true],
    ['a.b+c(d)', 'a.b+c(d)', true],
    ['aXb+c(d)', 'a.b+c(d)', false],
  ])('%j fits %j: %s', (path, pattern, fits) => {
    expect(matchesPattern(path, pattern)).toBe(fits);
  });

  it('takes no longer for many stars', () => {
    expect(matchesPattern('a'.repeat(500), `${'*a'.repeat(100)}*b`)).toBe(false);
  });

  it('fits a name without its folders, or without the extension of packing', () => {
    expect(isMember('2025/ads.csv.gz', 'ads*.csv')).toBe(true);
    expect(isMember('2025/ads.csv', '2024/ads.csv')).toBe(false);
  });
});
