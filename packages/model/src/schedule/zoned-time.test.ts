import { expect, it } from 'vitest';
import { splitZonedTime, zonedTimeProblem } from './zoned-time.ts';

it.each([
  ['08:00 UTC', null],
  ['23:59 Europe/Berlin', null],
  ['24:00 UTC', 'Invalid time'],
  ['8:00 UTC', 'Invalid time'],
  [' UTC', 'Invalid time and timezone'],
  ['08:00', 'Invalid timezone'],
  ['08:00 Mars/Olympus', 'Invalid timezone'],
  ['08:00 UTC CET', 'Invalid timezone'],
  ['', 'Invalid time and timezone'],
])('the problem of %j is %s', (text, problem) => {
  expect(zonedTimeProblem(splitZonedTime(text))).toBe(problem);
});
