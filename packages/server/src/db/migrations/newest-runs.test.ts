import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrl, testServerUrl } from '../../../testing/database.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';

const NAME = `newest_runs_${process.pid}`;
const BEFORE = readMigrations().findIndex(({ name }) => name.endsWith('newest-runs.sql'));

let client: Client;
const ids = new Map<string, string>();

async function insert(name: string, sql: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`${sql} returning id`, [...values]);
  const id = rows[0]?.id ?? '';
  ids.set(name, id);
  return id;
}

beforeAll(async () => {
  const admin = await connect(testServerUrl());
  await admin.query(`create database ${NAME}`);
  await admin.end();
  const url = databaseUrl(testServerUrl(), NAME);
  await migrate({ url, migrations: readMigrations().slice(0, BEFORE) });
  client = await connect(url);
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
  await migrate({ url });
}, 120_000);
afterAll(async () => {
  await client.end();
  const admin = await connect(testServerUrl());
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.end();
});

it('finds the newest runs of an earlier history', async () => {
  const { rows } = await client.query(
    'select transfer, name, day::text as day, run_id, flow_id, status, dirty_row_status as dirty from newest_run order by transfer',
  );
  expect(rows).toEqual([
    {
      transfer: 'download',
      name: 'ads',
      day: '2026-11-01',
      run_id: ids.get('newer'),
      flow_id: null,
      status: 'completed',
      dirty: 'some',
    },
    {
      transfer: 'upload',
      name: 'daily',
      day: '2026-11-02',
      run_id: ids.get('upload'),
      flow_id: ids.get('flow'),
      status: 'failed',
      dirty: null,
    },
  ]);
});
