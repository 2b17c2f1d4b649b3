import { expect, it } from 'vitest';
import { maskValues } from './mask-values.ts';

it.each([
  [`Cannot read properties of undefined (reading 'rows')`, `Cannot read properties of undefined (reading '…')`],
  [`Unexpected token 'a', "alice,4711" is not valid JSON`, `Unexpected token '…', "…" is not valid JSON`],
  ['Failed to fetch https://x.example/a?token=abc', 'Failed to fetch https://x.example/a?…'],
  ['no user ann@acme.example, order 123456', 'no user …, order #'],
  ["The draft isn't open", "The draft isn't open"],
  ['a text that is "cut off', 'a text that is "…"'],
])('masks what %s quotes', (message, masked) => {
  expect(maskValues(message)).toBe(masked);
  expect(maskValues(masked)).toBe(masked);
});
