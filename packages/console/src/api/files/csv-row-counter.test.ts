import { expect, it } from 'vitest';
import { createCsvRowCounter } from './csv-row-counter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('counts the rows below the header', () => {
  const count = createCsvRowCounter();
  expect(count(bytes('Name,Date\r\n'))).toBe(0);
  expect(count(bytes('orders,2026-11-20\r\nads,2026-11-21\r\n'))).toBe(2);
});

it('counts a row when its line has ended', () => {
  const count = createCsvRowCounter();
  expect(count(bytes('Na'))).toBe(0);
  expect(count(bytes('me\norders\nad'))).toBe(1);
  expect(count(bytes('s\n'))).toBe(2);
});

it('takes line breaks inside quotes as part of the value, also across chunks and beside doubled quotes', () => {
  const count = createCsvRowCounter();
  expect(count(bytes('Message\n"first\nsecond "'))).toBe(0);
  expect(count(bytes('"quoted""\nthird"\n'))).toBe(1);
  expect(count(bytes('שלום 👩‍👩‍👧‍👦\n'))).toBe(2);
});
