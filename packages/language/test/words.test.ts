import { expect, it } from 'vitest';
import { KEYWORDS } from '../src/keywords.ts';
import { TYPE_NAMES } from '../src/typed/types.ts';

it('the types and keywords are those of the specification', { tags: 'spec:language-words' }, () => {
  expect(TYPE_NAMES).toEqual(expect.arrayContaining(['string', 'json', 'date', 'integer']));
  const words = KEYWORDS.map(({ word }) => word);
  for (const word of 'download upload import export table bundle select where join union upsert'.split(' '))
    expect(words).toContain(word);
});
