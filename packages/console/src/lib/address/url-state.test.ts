import { describe, expect, it } from 'vitest';
import { choice, choices, day, flag, invalidParameters, list, readState, text, writeState } from './url-state.ts';

const parameters = { search: text, names: list, sort: choice(['up', 'down'], 'down'), start: day, only: flag };
const write = (query: string, patch: Parameters<typeof writeState<typeof parameters>>[2]): string =>
  writeState(parameters, new URLSearchParams(query), patch).toString();

describe('reading', () => {
  it('returns defaults for absent and invalid values', { tags: 'spec:range-format' }, () => {
    expect(readState(parameters, new URLSearchParams('sort=sideways&start=2026-02-30&only=yes'))).toEqual({
      search: '',
      names: [],
      sort: 'down',
      start: null,
      only: false,
    });
  });

  it('keeps escaped commas and drops repeated and empty items', () => {
    expect(list.read('a\\,b,c,,c')).toEqual(['a,b', 'c']);
    expect(list.read(list.write(['x\\', 'a,b']))).toEqual(['x\\', 'a,b']);
  });

  it('ignores choices that are not allowed', () => {
    expect(choices(['a', 'b']).read('b,z')).toEqual(['b']);
  });
});

it('reports the parameters whose text is not a value', () => {
  const invalid = (query: string): string[] =>
    invalidParameters({ ...parameters, colours: choices(['red', 'green']) }, new URLSearchParams(query));
  expect(invalid('sort=sideways&start=2026-02-30&only=yes&colours=red,blue&other=1')).toEqual([
    'sort',
    'start',
    'only',
    'colours',
  ]);
  expect(invalid('sort=up&start=2026-02-28&only=false&colours=red&search=a&names=b')).toEqual([]);
  expect(invalid('sort=&start=&only=&colours=')).toEqual([]);
});

it.each([
  ['longer than 500 characters', 'x'.repeat(501)],
  ['with a NUL character', 'a\0b'],
])('refuses a text %s', (_, refused) => {
  const search = new URLSearchParams({ search: refused, names: `b,${refused}` });
  expect(invalidParameters({ colours: choices(['red']) }, new URLSearchParams({ colours: refused }))).toEqual([
    'colours',
  ]);
  expect(invalidParameters(parameters, search)).toEqual(['search', 'names']);
  expect(readState(parameters, search)).toMatchObject({ search: '', names: ['b'] });
});

describe('writing', () => {
  it('leaves defaults out and keeps other parameters', () => {
    expect(write('tab=2&search=x&sort=up', { search: '', sort: 'down' })).toBe('tab=2');
    expect(write('', { search: ' y ', names: ['p', 'q'], start: '2026-11-20', only: true })).toBe(
      'search=y&names=p%2Cq&start=2026-11-20&only=true',
    );
  });

  it('clears the parameters of a prefix before it writes', () => {
    const prefixed = { ...parameters, d_search: text };
    const query = new URLSearchParams('search=x&d_search=y&d_status=failed');
    expect(writeState(prefixed, query, {}, 'd_').toString()).toBe('search=x');
    expect(writeState(prefixed, query, { d_search: 'z' }, 'd_').toString()).toBe('search=x&d_search=z');
  });

  it('reads the values that it wrote', () => {
    const search = new URLSearchParams(write('', { names: ['a,b', 'c'], sort: 'up' }));
    expect(readState(parameters, search)).toMatchObject({ names: ['a,b', 'c'], sort: 'up' });
  });
});

it('reads only days of the calendar', () => {
  const isDay = (value: string): boolean => day.read(value) === value;
  expect(['0001-01-01', '2024-02-29', '9999-12-31'].map(isDay)).toEqual([true, true, true]);
  expect(['0000-01-01', '2026-02-29', '10000-01-01'].map(isDay)).toEqual([false, false, false]);
});
