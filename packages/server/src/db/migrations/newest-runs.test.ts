import { expect, it } from 'vitest';
import { useEarlierDatabase } from '../../../testing/hooks/use-earlier-database.ts';

const earlier = useEarlierDatabase('newest-runs.sql', async ({ insert }) => {
  const account = await insert('account', 'insert into account (url_name, name) values ($1, $2)', ['acme', 'Acme']);
  const script = `insert into changelist (account_id, description, status) values ($1, 'One', 'running')`;
  const changelist = await insert('script', script, [account]);
  for (const [name, status, purpose, dirty] of [
    ['older', 'completed', 'production', 'none'],
    ['newer', 'completed', 'production', 'some'],
    ['skipped', 'skipped', 'production', 'none'],
    ['backfill', 'failed', 'backfill', 'none'],
    ['running', 'downloading', 'production', 'none'],
  ])
    await insert(
      String(name),
      `insert into download (account_id, source, project, report_date, trigger, changelist_id, status, purpose, dirty_row_status)
       values ($1, 'ads', 'p', '2026-11-01', $2, $3, $4, $5, $6)`,
      [account, name, changelist, status, purpose, dirty],
    );
  const flow = await insert(
    'flow',
    `insert into flow (account_id, changelist_id, identity, purpose) values ($1, $2, 'x', 'production')`,
    [account, changelist],
  );
  await insert(
    'upload',
    `insert into upload (account_id, flow_id, name, project, purpose, status, destination, destination_type, created)
     values ($1, $2, 'daily', 'p', 'production', 'failed', 'x', 'file', '2026-11-02T23:00:00Z')`,
    [account, flow],
  );
});

it('finds the newest runs of an earlier history', async () => {
  const { rows } = await earlier.client.query(
    'select transfer, name, day::text as day, run_id, flow_id, status, dirty_row_status as dirty from newest_run order by transfer',
  );
  expect(rows).toEqual([
    {
      transfer: 'download',
      name: 'ads',
      day: '2026-11-01',
      run_id: earlier.ids.get('newer'),
      flow_id: null,
      status: 'completed',
      dirty: 'some',
    },
    {
      transfer: 'upload',
      name: 'daily',
      day: '2026-11-02',
      run_id: earlier.ids.get('upload'),
      flow_id: earlier.ids.get('flow'),
      status: 'failed',
      dirty: null,
    },
  ]);
});
