import { expect, it } from 'vitest';
import { readPaletteCommand } from './palette-command.ts';

const TODAY = '2026-11-23';
const read = (text: string) => readPaletteCommand(text, TODAY);

it('reads a pasted id', () => {
  const id = '019aae55-0d1c-7b1e-8c58-3f7a5f1f2b10';
  expect(read(` ${id.toUpperCase()}\n`)).toEqual({ kind: 'id', id });
  expect(read(id.slice(1))).toEqual({ kind: 'words' });
});

it('reads a verb with a name and a report date', () => {
  expect(read('retry orders Nov 21')).toEqual({ kind: 'change', verb: 'retry', name: 'orders', day: '2026-11-21' });
  expect(read('Abandon 2026-01-05 daily sales')).toEqual({
    kind: 'change',
    verb: 'abandon',
    name: 'daily sales',
    day: '2026-01-05',
  });
  expect(read('retry orders')).toEqual({ kind: 'change', verb: 'retry', name: 'orders', day: null });
});

it('takes the latest such day that is not in the future', () => {
  expect(read('retry orders december 3')).toMatchObject({ day: '2025-12-03' });
});

it('reads a day that does not exist as part of the name', () => {
  expect(read('retry orders Feb 30')).toMatchObject({ name: 'orders Feb 30', day: null });
  expect(read('retry orders 2026-13-45')).toMatchObject({ name: 'orders 2026-13-45', day: null });
  expect(read('retry orders 0000-01-01')).toMatchObject({ name: 'orders 0000-01-01', day: null });
  expect(read('retry orders Feb 29')).toMatchObject({ name: 'orders Feb 29', day: null });
});

it('leaves texts that cannot be searched for to the names', () => {
  expect(read(`retry ${'z'.repeat(501)}`)).toEqual({ kind: 'words' });
  expect(read(`retry ${'z'.repeat(500)}`)).toMatchObject({ kind: 'change' });
  expect(read('retry or\0ders')).toEqual({ kind: 'words' });
});

it('leaves other texts to the names', () => {
  expect(read('retry')).toEqual({ kind: 'words' });
  expect(read('retries of orders')).toEqual({ kind: 'words' });
  expect(read('Downloads')).toEqual({ kind: 'words' });
});
