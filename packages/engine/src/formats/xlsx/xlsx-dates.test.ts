import { describe, expect, it } from 'vitest';
import { columnOf } from './xlsx-cells.ts';
import { serialTime, timeStyle } from './xlsx-dates.ts';

describe('a number format', () => {
  it.each([
    [0, undefined, null],
    [14, undefined, 'date'],
    [22, undefined, 'datetime'],
    [45, undefined, 'time'],
    [164, 'yyyy-mm-dd', 'date'],
    [164, 'dd.mm.yyyy hh:mm:ss', 'datetime'],
    [164, '[$-409]mmmm d, yyyy;@', 'date'],
    [164, 'mmm', 'date'],
    [164, 'h:mm AM/PM', 'time'],
    [164, '[h]:mm:ss', 'elapsed'],
    [164, '[hh]:mm', 'elapsed minutes'],
    [46, undefined, 'elapsed'],
    [164, 'mm:ss.0', 'time'],
    [164, '0.00', null],
    [164, '#,##0 "days"', null],
    [164, '[Red]0', null],
    [164, 'General', null],
    [164, '"yyyy"0', null],
    [164, '@', null],
  ] as const)('%s %s shows %s', (id, code, style) => {
    expect(timeStyle(id, code)).toBe(style);
  });
});

describe('a serial number', () => {
  it.each([
    [45659, 'date', false, '2025-01-02T'],
    [45659.5, 'date', false, '2025-01-02T12:00:00'],
    [45659, 'datetime', false, '2025-01-02T00:00:00'],
    [45659.12783564815, 'datetime', false, '2025-01-02T03:04:05'],
    [44197, 'date', true, '2025-01-02T'],
    [1, 'date', false, '1900-01-01T'],
    [59, 'date', false, '1900-02-28T'],
    [61, 'date', false, '1900-03-01T'],
    [0.25, 'time', false, 'T06:00:00'],
    [2958465, 'date', false, '9999-12-31T'],
  ] as const)('%s as %s is what the calendar says', (serial, style, from1904, text) => {
    expect(serialTime(serial, style, from1904)).toBe(`\u0001${text}`);
  });

  it.each([-1, 60, 60.75, 2958466, Number.NaN])('%s is none', (serial) => {
    expect(serialTime(serial, 'date', false)).toBeNull();
  });
});

describe('a reference', () => {
  it.each([
    ['A1', 0],
    ['Z9', 25],
    ['AA10', 26],
    ['XFD1', 16383],
    ['XFE1', -1],
    ['ZZZZZ1', -1],
    ['1', -1],
  ])('%s names column %i', (reference, column) => {
    expect(columnOf(reference)).toBe(column);
  });
});
