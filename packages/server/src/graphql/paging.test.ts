import { describe, expect, it } from 'vitest';
import { readPage, toConnection } from './paging.ts';

const OPTIONS = { order: 'names', size: 2 };
const found = (...rows: readonly string[]) =>
  rows.map((row, at) => ({ row, position: { id: `${at}`, value: '2026-11-14T00:00:00Z' } }));

describe('paging', () => {
  it.each([
    [['a'], false],
    [['a', 'b'], false],
    [['a', 'b', 'c'], true],
  ])('rows %j, read one beyond the page, say whether another page follows: %s', (rows, more) => {
    const { nodes, pageInfo } = toConnection(found(...rows), readPage({}, OPTIONS));
    expect(nodes).toEqual(rows.slice(0, 2));
    expect(pageInfo).toMatchObject({ hasNextPage: more, hasPreviousPage: false });
  });

  it('rows that were read backward keep the order of the list, and it is known whether rows come before them', () => {
    const page = readPage({ last: 2 }, OPTIONS);
    const whole = toConnection(found('c', 'b'), page);
    expect(whole.nodes).toEqual(['b', 'c']);
    expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    expect(toConnection(found('c', 'b', 'a'), page).pageInfo).toMatchObject({ hasPreviousPage: true });
  });
});
