import { expect, test } from 'vitest';
import { UsageError } from '../exit.ts';
import { CODES, findCode } from './find-code.ts';

test.each(['SBS2004', 'sbs2004', 'Sbs-2004', '2004', ' 2004 '])('%j means SBS2004', (written) => {
  expect(findCode(written)).toBe('SBS2004');
});

test.each([
  ['2404', 'There is not a code SBS2404. Did you mean SBS2004?'],
  ['sbs104', 'There is not a code SBS104. Did you mean SBS1004?'],
  ['toString', 'There is not a code "toString". To see all: switchboard explain'],
  ['', 'There is not a code "". To see all: switchboard explain'],
])('%j is not a code', (written, message) => {
  expect(() => findCode(written)).toThrow(UsageError);
  expect(() => findCode(written)).toThrow(message);
});

test('codes come in order', () => {
  expect(CODES.length).toBeGreaterThan(80);
  expect([...CODES]).toEqual([...CODES].sort());
});
