import { expect, it } from 'vitest';
import { maskValues } from './mask-values.ts';

it.each([
  [`Cannot read properties of undefined (reading 'rows')`, `Cannot read properties of undefined (reading '…')`],
  [`Unexpected token 'a', "alice,4711" is not valid JSON`, `Unexpected token '…', "…" is not valid JSON`],
  ['Failed to fetch https://x.example/a?token=abc', 'Failed to fetch https://x.example/a?…'],
  ['no user ann@acme.example, order 123456', 'no user …, order #'],
  ["The draft isn't open", "The draft isn't open"],
  ['a text that is "cut off', 'a text that is "…"'],
  ['no header Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.x', 'no header Bearer ….x'],
  ['no download 01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6a7b', 'no download …'],
  ['no answer of 10.0.0.12:443', 'no answer of …:#'],
  [
    'no module https://x.example/assets/audit-page-Cx92kd.js',
    'no module https://x.example/assets/audit-page-Cx92kd.js',
  ],
])('masks what %s quotes', (message, masked) => {
  expect(maskValues(message)).toBe(masked);
  expect(maskValues(masked)).toBe(masked);
});

// In quadratic time, each of these takes longer than a test may.
it.each(['a', '-', '.', '1', "'", '"', '?', 'a1-', '1.', 'a@'])('masks a long text of %s in linear time', (part) => {
  const text = part.repeat(60_000);
  expect(maskValues(maskValues(text))).toBe(maskValues(text));
});
