import { expect, it } from 'vitest';
import { EXPLAIN_PARAMETER, readFailureRef, writeFailureRef } from './failure-ref.ts';

it('writes a failure into an address and reads it again', () => {
  const ref = { kind: 'upload', id: '0195f3a0-0000-7000-8000-000000000001' } as const;
  expect(writeFailureRef(ref)).toBe('upload.0195f3a0-0000-7000-8000-000000000001');
  expect(readFailureRef(writeFailureRef(ref))).toEqual(ref);
});

it.each(['', 'upload', 'upload.', 'event.1', 'upload.a/b', `flow.${'x'.repeat(65)}`])('does not read %j', (text) => {
  expect(readFailureRef(text)).toBeNull();
  expect(EXPLAIN_PARAMETER.read(text)).toBe('');
});
