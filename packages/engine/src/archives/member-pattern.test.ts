import { describe, expect, it } from 'vitest';
import { isMember } from './member-pattern.ts';

describe('isMember', () => {
  it('fits a name without its folders, or without the extension of packing', () => {
    expect(isMember('2025/ads.csv.gz', 'ads*.csv')).toBe(true);
    expect(isMember('2025/ads.csv', '2024/ads.csv')).toBe(false);
  });
});
