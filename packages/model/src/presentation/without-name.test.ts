import { expect, it } from 'vitest';
import { withoutName } from './without-name.ts';

it.each([
  ['orders: HTTP 503', 'HTTP 503'],
  ['The key orders was rejected', 'The key orders was rejected'],
  ['orders_eu: HTTP 503', 'orders_eu: HTTP 503'],
])('shortens "%s" beside the name orders to "%s"', (text, shown) => {
  expect(withoutName(text, 'orders')).toBe(shown);
});
