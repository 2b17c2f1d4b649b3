import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { daysShown } from './search-days.ts';

test.each([
  ['ads_2024-02', { first: '2024-02-01', last: '2024-02-29', shown: '2024-02' }],
  ['2023-02-', { first: '2023-02-01', last: '2023-02-28', shown: '2023-02' }],
  ['out/2024-12-31.csv', { first: '2024-12-31', last: '2024-12-31', shown: '2024-12-31' }],
  ['2024-02-30', { first: '2024-02-01', last: '2024-02-29', shown: '2024-02' }],
  ['2024-02-00', { first: '2024-02-01', last: '2024-02-29', shown: '2024-02' }],
  ['2024-02-1', { first: '2024-02-01', last: '2024-02-29', shown: '2024-02' }],
  ['99992024-04-02', { first: '2024-04-02', last: '2024-04-02', shown: '2024-04-02' }],
  ['2024-01-02 to 2024-02-02', { first: '2024-01-02', last: '2024-01-02', shown: '2024-01-02' }],
])('%s shows the days %o', (text, days) => {
  expect(daysShown(text)).toEqual(days);
});

test.each(['2024', '2024-13', '2024-00', '0000-01', '024-01', '2024/01', '20240117', ''])('%s shows no day', (text) => {
  expect(daysShown(text)).toBeNull();
});

describe('a text that shows another month than that of its own date', () => {
  const { database, url } = useDatabase({ own: true });

  test.each([
    ['ads-2024-01-17.csv', '2024-01-17', false],
    ['2024-01-17 2024-01-17', '2024-01-17', false],
    ['ads', '2024-01-17', false],
    ['ads-2024-01.csv', '2024-01-17', true],
    ['ads-2024-01-16.csv', '2024-01-17', true],
    ['2024-01-17 to 2024-01-18', '2024-01-17', true],
    ['2023-2024-01-17', '2024-01-17', true],
    ['ads-2024-01-17.csv', null, true],
    ['ads', null, false],
    ['ads-1-17', '2024-01-17', false],
  ])('%s, of %s: %s', async (text, day, expected) => {
    expect(await queryAsSuperuser(url, 'select shows_other_month($1, $2::date) as shows', [text, day])).toEqual([
      { shows: expected },
    ]);
  });

  test.each([
    ['download', "source || ' ' || description"],
    ['upload', "name || ' ' || destination"],
  ])('rows that show another month than that of their date have an index: %s', async (table, text) => {
    const rows = await database.withSystem(async (tx) => {
      // Without rows, the planner would read the table.
      await sql`set local enable_seqscan = off`.execute(tx);
      const plan = await sql<{ 'QUERY PLAN': string }>`
        explain select id from ${sql.table(table)} where shows_other_month(${sql.raw(text)}, report_date)
          and array[search_period_key(account_id, 0)] @> array[search_period_key(uuidv7(), 0)]`.execute(tx);
      return plan.rows;
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_search_other_month`);
  });
});
