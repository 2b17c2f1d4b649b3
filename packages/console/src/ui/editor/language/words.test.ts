import { KEYWORDS } from '@switchboard/language/keywords';
import { expect, it } from 'vitest';
import { WORDS } from './words.ts';

it('colours every keyword of the language', () => {
  expect(WORDS).toEqual([...new Set(KEYWORDS.map(({ word }) => word))].sort());
});
