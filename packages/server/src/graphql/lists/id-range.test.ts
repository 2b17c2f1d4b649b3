import { describe, expect, test } from 'vitest';
import { idRange } from './id-range.ts';

describe('the ids that begin with a text', () => {
  test.each([
    ['019ab3c4', '019ab3c4-0000-0000-0000-000000000000', '019ab3c4-ffff-ffff-ffff-ffffffffffff'],
    ['019AB3C4-7', '019AB3C4-7000-0000-0000-000000000000', '019AB3C4-7fff-ffff-ffff-ffffffffffff'],
    ['019ab3c4-71e2-', '019ab3c4-71e2-0000-0000-000000000000', '019ab3c4-71e2-ffff-ffff-ffffffffffff'],
    [
      '019ab3c4-71e2-7a5b-8c3d-1e2f3a4b5c6d',
      '019ab3c4-71e2-7a5b-8c3d-1e2f3a4b5c6d',
      '019ab3c4-71e2-7a5b-8c3d-1e2f3a4b5c6d',
    ],
  ])('finds the range of %s', (text, first, last) => {
    expect(idRange(text)).toEqual({ first, last });
  });

  test.each([
    '',
    '019ab3c',
    '2024-01-15',
    'campaign',
    '019ab3c471e2',
    '019ab3c4_71e2',
    '019ab3c4-71e2-7a5b-8c3d-1e2f3a4b5c6d0',
    '019ab3c4-71g',
    '０１９ab3c4',
  ])('the ids that begin with a text are none for %j', (text) => {
    expect(idRange(text)).toBeNull();
  });
});
