import { describe, expect, it } from 'vitest';
import { idsBetween, selectedShare, withSelected } from './selection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

it('adds and removes ids without changing the former selection', () => {
  const before = new Set(['a']);
  expect([...withSelected(before, ['b', 'c'], true)]).toEqual(['a', 'b', 'c']);
  expect([...withSelected(before, ['a', 'd'], false)]).toEqual([]);
  expect([...before]).toEqual(['a']);
});

describe('a range', () => {
  it('includes both ends in either direction', () => {
    expect(idsBetween(rows, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(idsBetween(rows, 'c', 'a')).toEqual(['a', 'b', 'c']);
  });

  it('a range is the row itself when its start is not in the list any more', () => {
    expect(idsBetween(rows, 'gone', 'c')).toEqual(['c']);
  });
});

it('distinguishes all, some and none of the loaded rows, whatever is selected besides', () => {
  expect(selectedShare(rows, new Set(['gone']))).toBe('none');
  expect(selectedShare(rows, new Set(['a', 'gone']))).toBe('some');
  expect(selectedShare(rows, new Set(['a', 'b', 'c', 'd', 'gone']))).toBe('all');
  expect(selectedShare([], new Set(['a']))).toBe('none');
});
