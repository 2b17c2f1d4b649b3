import { describe, expect, test } from 'vitest';
import { rowsOf } from './rows-of.ts';

describe('qualify', () => {
  test('keeps the rows whose window value fits', async () => {
    expect(
      await rowsOf(
        'select site, clicks from ads qualify row_number() over (partition by site order by clicks desc) == 1 order by site',
      ),
    ).toEqual([
      { site: 'a', clicks: '3' },
      { site: 'b', clicks: '5' },
    ]);
  });

  test('reads the columns of the select list and groups', async () => {
    expect(
      await rowsOf(
        'select site, sum(clicks) as n, rank() over (order by sum(clicks) desc) as place from ads qualify place == 1',
      ),
    ).toEqual([{ site: 'b', n: '5', place: '1' }]);
  });

  test('works beside the columns of an open download', async () => {
    expect(await rowsOf('select * from anything qualify count() over (partition by kind) == 1 order by kind')).toEqual([
      { kind: 'x', surprise: 's1' },
      { kind: 'y', surprise: 's2' },
    ]);
  });
});

test('offset leaves out the first rows of a limit', async () => {
  expect(await rowsOf('select clicks from ads order by clicks limit 2 offset 1')).toEqual([
    { clicks: '3' },
    { clicks: '5' },
  ]);
});
