import { describe, expect, it } from 'vitest';
import { choice, choices, day, flag, list, readState, text, writeState } from './url-state.ts';

const parameters = { search: text, names: list, sort: choice(['up', 'down'], 'down'), start: day, only: flag };
const write = (query: string, patch: Parameters<typeof writeState<typeof parameters>>[2]): string =>
  writeState(parameters, new URLSearchParams(query), patch).toString();

describe('reading', () => {
  it('returns defaults for absent and invalid values', () => {
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

describe('writing', () => {
  it('leaves defaults out and keeps other parameters', () => {
    expect(write('tab=2&search=x&sort=up', { search: '', sort: 'down' })).toBe('tab=2');
    expect(write('', { search: ' y ', names: ['p', 'q'], start: '2026-11-20', only: true })).toBe(
      'search=y&names=p%2Cq&start=2026-11-20&only=true',
    );
  });

  it('reads the values that it wrote', () => {
    const search = new URLSearchParams(write('', { names: ['a,b', 'c'], sort: 'up' }));
    expect(readState(parameters, search)).toMatchObject({ names: ['a,b', 'c'], sort: 'up' });
  });
});
