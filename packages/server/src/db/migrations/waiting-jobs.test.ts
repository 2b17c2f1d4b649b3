import { expect, it } from 'vitest';
import { useEarlierDatabase } from '../../../testing/hooks/use-earlier-database.ts';

const earlier = useEarlierDatabase('fair-queue.sql', async ({ client, insert }) => {
  const account = await insert('account', 'insert into account (url_name, name) values ($1, $2)', ['acme', 'Acme']);
  // As they were added then: purpose, then nearness to the destination, then report date.
  for (const [kind, purpose, priority] of [
    ['download', 'production', 20_999],
    ['upload', 'production', 24_990],
    ['upload', 'backfill', 14_700],
    ['flow', 'proof', 3_000],
  ] as const) {
    const unit = await insert(
      `${purpose} ${kind}`,
      `insert into unit (account_id, id, kind, purpose, state) values ($1, uuidv7(), $2, $3, 'ready')`,
      [account, kind, purpose],
    );
    await client.query('insert into queue.job (unit_id, account_id, priority) values ($1, $2, $3)', [
      unit,
      account,
      priority,
    ]);
  }
});

it('puts the jobs of an earlier version into their lanes, in their order and before no later job of theirs', async () => {
  const { rows } = await earlier.client.query<{ lane: string; kind: string; priority: number }>(
    'select j.lane, u.kind, j.priority from queue.job j join unit u on u.id = j.unit_id order by j.lane, j.priority desc',
  );
  expect(rows.map(({ lane, kind }) => `${lane} ${kind}`)).toEqual([
    'backfill upload',
    'production upload',
    'production download',
    'proof flow',
  ]);
  // The highest that a job gets that is added now.
  for (const { priority } of rows) expect(priority).toBeLessThanOrEqual(5_000);
});
