import { expect, it } from 'vitest';
import { instantOf } from './scalars.ts';

it.each([
  ['2026-11-20T06:00:00Z', '2026-11-20T06:00:00.000Z'],
  ['2026-11-20T06:00:00+02:00', '2026-11-20T04:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00+01:00', null],
  ['0000-06-01T00:00:00Z', null],
  ['-271821-04-20T00:00:00Z', null],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59-01:00', null],
  ['+275760-09-13T00:00:00Z', null],
  ['soon', null],
])('reads %s', (text, instant) => {
  expect(instantOf(text)?.toISOString() ?? null).toBe(instant);
});
