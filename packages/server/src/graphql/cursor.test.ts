import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { RequestError } from './request-error.ts';

const ID = '01990000-0000-7000-8000-0123456789ab';
const ORDER = 'downloads CREATED DESC';

describe('cursors', () => {
  test.each([
    [null],
    ['2026-11-20'],
    ['2026-11-20 06:00:00+00'],
    ['2026-11-20 06:00:00.123456+00'],
    ['2026-11-20 11:30:00.5+05:30'],
  ])('round-trip the position %s', (value) => {
    expect(decodeCursor(ORDER, encodeCursor(ORDER, { id: ID, value }))).toEqual({ id: ID, value });
  });

  test('cursors are valid for their own order only', () => {
    const cursor = encodeCursor(ORDER, { id: ID, value: '2026-11-20' });
    expect(() => decodeCursor('downloads CREATED ASC', cursor)).toThrow(RequestError);
  });

  test('cursors are rejected after any change', () => {
    const cursor = encodeCursor(ORDER, { id: ID, value: '2026-11-20' });
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'abcXYZ019-_.=+/ '), (at, letter) => {
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        if (changed === cursor) return;
        expect(() => decodeCursor(ORDER, changed)).toThrow(RequestError);
      }),
    );
  });

  test('cursors are rejected when they are anything else, of any length', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(ORDER, text)).toThrow(RequestError);
      }),
    );
    expect(() => decodeCursor(ORDER, 'a.'.repeat(100_000))).toThrow(RequestError);
  });

  test('a valid checksum does not turn a value into SQL', () => {
    const forged = encodeCursor(ORDER, { id: ID, value: "2026-11-20'; drop table download; --" });
    expect(() => decodeCursor(ORDER, forged)).toThrow(RequestError);
  });
});
