import { describe, expect, it } from 'vitest';
import {
  columnChangesText,
  compareDeliveries,
  contractDeviations,
  type DeliveredColumn,
  type Delivery,
  mergeDelivery,
} from './delivered-columns.ts';

const declared = (name: string, type = 'integer', nullable = true): DeliveredColumn => ({
  name,
  type,
  nullable,
  use: 'declared',
});
const ignored = (name: string): DeliveredColumn => ({ name, type: null, nullable: null, use: 'ignored' });
const kept = (name: string, type: string | null): DeliveredColumn => ({ name, type, nullable: true, use: 'kept' });
const header = (...columns: readonly DeliveredColumn[]): Delivery => ({ hasHeader: true, columns });
const keys = (...columns: readonly DeliveredColumn[]): Delivery => ({ hasHeader: false, columns });
const texts = (before: Delivery, after: Delivery): string => columnChangesText(compareDeliveries(before, after));

describe('two deliveries with headers', () => {
  it.each([
    ['the same', header(declared('id')), header(declared('id')), ''],
    ['names that headers treat alike', header(declared('Site ID')), header(declared('site_id')), ''],
    ['a column more', header(declared('id')), header(declared('id'), ignored('region')), 'added `region`'],
    [
      'a column less',
      header(declared('id'), ignored('a'), ignored('b')),
      header(declared('id'), ignored('b')),
      'removed `a`',
    ],
    [
      'another name at the same place',
      header(ignored('cost'), declared('id')),
      header(ignored('costs'), declared('id')),
      'renamed `cost` to `costs`',
    ],
    [
      'another order',
      header(ignored('a'), ignored('b'), ignored('c')),
      header(ignored('c'), ignored('a'), ignored('b')),
      'moved `c` from place 3 to 1',
    ],
    ['a wider type', header(kept('n', 'integer')), header(kept('n', 'string')), 'type of `n` from integer to string'],
    ['values that fit the former type', header(kept('n', 'float')), header(kept('n', 'integer')), ''],
    ['no value', header(kept('n', 'integer')), header(kept('n', null)), ''],
    ['the first values', header(kept('n', null)), header(kept('n', 'date')), ''],
  ])('names the difference: %s', (_, before, after, expected) => {
    expect(texts(before, after)).toBe(expected);
  });

  it('blame the script for what only a declaration can change', () => {
    const before = header(declared('id'), ignored('cost'), declared('day', 'string'));
    const after = header(declared('id', 'integer', false), declared('cost', 'float'), declared('day', 'date'));
    expect(compareDeliveries(before, after)).toEqual([
      { kind: 'nullable', column: 'id', before: 'nullable', after: 'not null', cause: 'script' },
      { kind: 'use', column: 'cost', before: 'ignored', after: 'declared', cause: 'script' },
      { kind: 'type', column: 'day', before: 'string', after: 'date', cause: 'script' },
    ]);
    expect(contractDeviations(before, after)).toEqual([]);
  });
});

describe('two deliveries of documents', () => {
  it('do not differ in keys that are left out', () => {
    expect(texts(keys(declared('id'), kept('note', 'string')), keys(declared('id')))).toBe('');
  });

  it('differ in keys that appear', () => {
    expect(texts(keys(declared('id')), keys(declared('id'), kept('note', 'string')))).toBe('added `note`');
  });

  it('blame the script for declared columns that come and go', () => {
    const changes = compareDeliveries(keys(declared('id'), declared('a')), keys(declared('id'), declared('b')));
    expect(changes.map(({ kind, column, cause }) => [kind, column, cause])).toEqual([
      ['removed', 'a', 'script'],
      ['added', 'b', 'script'],
    ]);
  });

  it('do not differ from headers in ignored columns', () => {
    expect(texts(header(declared('id'), ignored('x')), keys(declared('id')))).toBe('');
    expect(texts(keys(declared('id')), header(declared('id'), ignored('x')))).toBe('');
  });
});

describe('what is remembered', () => {
  it('keeps types that a delivery does not show', () => {
    const before = header(kept('n', 'float'), kept('d', 'date'));
    expect(mergeDelivery(before, header(kept('n', 'integer'), kept('d', null)))).toEqual(before);
    expect(mergeDelivery(before, header(kept('n', 'string'), kept('d', 'date'))).columns[0]?.type).toBe('string');
  });

  it('keeps keys that documents leave out, so that their return changes nothing', () => {
    const before = keys(declared('id'), kept('note', 'string'));
    const merged = mergeDelivery(before, keys(declared('id')));
    expect(merged).toEqual(before);
    expect(texts(merged, before)).toBe('');
  });
});

it('a contract is broken by columns that come, go or change their type, not by their order', () => {
  const contract = header(declared('id'), kept('n', 'integer'), ignored('x'));
  expect(contractDeviations(contract, header(ignored('x'), declared('id'), kept('n', 'integer')))).toEqual([]);
  expect(
    columnChangesText(
      contractDeviations(contract, header(declared('id'), kept('n', 'string'), ignored('x'), ignored('y'))),
    ),
  ).toBe('added `y`, type of `n` from integer to string');
});

it('texts name ten differences and count the others', () => {
  const many = header(...Array.from({ length: 13 }, (_, index) => ignored(`c${index}`)));
  expect(texts(header(), many)).toMatch(/^added `c0`, .*`c9` and 3 more$/);
});
