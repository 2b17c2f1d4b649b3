import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '../../test/processor-time.ts';
import { compileGlob, hasWildcard } from './glob.ts';

describe('compileGlob', () => {
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
    ['abc', 'a*', true],
    ['abc', '*c', true],
    ['abc', 'a?c', true],
    ['abc', '*b*', true],
    ['abc', 'ab', false],
    ['abc', '*d', false],
    ['abc', '?', false],
    ['a*b', 'a*b', true],
    ['aXbXc', 'a*X*c', true],
    ['ab', 'ab?', false],
  ])('%j fits %j: %s', (path, pattern, fits) => {
    expect(compileGlob(pattern)(path)).toBe(fits);
  });

  it('takes time in proportion to path and pattern', () => {
    const processorTime = startProcessorTime();
    expect(compileGlob(`${'*a'.repeat(500)}b*`)('a'.repeat(2000))).toBe(false);
    expect(processorTime()).toBeLessThan(1000);
    expect(compileGlob(`${'*a'.repeat(100)}*c*`)('a'.repeat(500))).toBe(false);
  });

  it('matches a character of two code units with one question mark', () => {
    expect(compileGlob('?.csv')('💥.csv')).toBe(true);
    expect(compileGlob('??.csv')('💥.csv')).toBe(false);
  });
});

describe('hasWildcard', () => {
  it.each([
    ['a*', true],
    ['a?', true],
    ['a[1]', false],
  ])('finds a wildcard in %s: %s', (pattern, expected) => expect(hasWildcard(pattern)).toBe(expected));
});
