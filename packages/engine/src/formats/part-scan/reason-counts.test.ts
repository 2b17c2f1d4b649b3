import { expect, it } from 'vitest';
import { addReasons, ReasonCounter, topReasons } from './reason-counts.ts';

const violation = (column: string, reason: string) => ({ column, reason });

it('counts each violated column of a record, and which records are dirty', () => {
  const counter = new ReasonCounter();
  counter.count([violation('price', 'empty'), violation('day', 'not a date')], true);
  counter.count([violation('price', 'empty')], false);
  expect(counter.all()).toEqual([
    { column: 'price', reason: 'empty', dirty: 1, rejected: 2 },
    { column: 'day', reason: 'not a date', dirty: 1, rejected: 1 },
  ]);
});

it('counts at most 200 reasons', () => {
  const counter = new ReasonCounter();
  for (let index = 0; index < 300; index += 1)
    counter.count([violation('', `expected 2 fields, found ${index}`)], true);
  counter.count([violation('', 'expected 2 fields, found 0')], true);
  expect(counter.all()).toHaveLength(200);
  expect(counter.all()[0]).toMatchObject({ dirty: 2 });
  expect(addReasons(counter.all(), [{ column: 'price', reason: 'empty', dirty: 1, rejected: 1 }])).toHaveLength(200);
});

it('adds the counts of parts and finds the most frequent', () => {
  const count = (column: string, dirty: number, rejected: number) => ({ column, reason: 'empty', dirty, rejected });
  const sum = addReasons([count('a', 1, 1), count('b', 0, 9)], [count('a', 2, 3), count('c', 0, 1)]);
  expect(topReasons(sum, 2)).toEqual([count('a', 3, 4), count('b', 0, 9)]);
});
