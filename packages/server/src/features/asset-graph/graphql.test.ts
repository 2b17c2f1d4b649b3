import type { PlanTable } from '@switchboard/model/plan';
import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { createClient, signIn } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
/** The server's clock. Runs are made relative to it. */
const today = new Date().toISOString().slice(0, 10);
const ago = (days: number): string => addDays(today, -days);
const schedule = { timezone: 'UTC', hours: [0], reportDateOffset: 1, repullDays: [], lookbackDays: 120 };

const totals: PlanTable = {
  name: 'totals',
  project: 'ads',
  position: { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
  inputs: ['ads', 'sites'],
  columns: [],
  closed: true,
  sql: { duckdb: '' },
};

async function account(): Promise<BuiltAccount> {
  const built = await buildAccount(server.database, {
    sources: [buildSource('ads', { schedule }), buildSource('sites', { schedule })],
    tables: [totals],
    uploads: [buildUpload('daily', { table: 'totals', sources: ['ads', 'sites'], destination: 'file · daily.csv' })],
  });
  for (const name of ['ads', 'sites'])
    await readRows(
      server.database,
      built,
      sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
        values (${built.accountId}, ${name}, 'ads', 'http', now())`,
    );
  await readRows(
    server.database,
    built,
    sql`insert into upload_declaration (account_id, name, project, connector, destination)
      values (${built.accountId}, 'daily', 'ads', 'file', 'x')`,
  );
  return built;
}

const FIELDS = 'id kind name project destination level artifact_status is_running message fresh_date late_dates inputs';
const QUERY = `{ asset_graph { __typename ... on AssetGraph { changelist_id refreshed_at assets { ${FIELDS} } }
  ... on NoPublishedScriptbook { message } } }`;

type Graph = { readonly changelist_id: string; readonly assets: readonly Readonly<Record<string, unknown>>[] };

async function graphOf(of: BuiltAccount): Promise<Graph> {
  const { data, errors } = await (await signIn(server, of, ['viewer'])).ask(QUERY);
  expect(errors).toEqual([]);
  return (data as { asset_graph: Graph }).asset_graph;
}
const assetOf = ({ assets }: Graph, id: string) => assets.find((each) => each['id'] === id);

describe('the graph of what is published', () => {
  test('the graph has every download, table and upload with its state and what it reads', async () => {
    const mine = await account();
    await addDownload(server.database, mine, { source: 'ads', report_date: ago(1), status: 'completed' });
    await addDownload(server.database, mine, { source: 'sites', report_date: ago(1), status: 'failed' });
    await addDownload(server.database, mine, { source: 'sites', report_date: ago(2), status: 'completed' });
    const graph = await graphOf(mine);
    expect(graph.changelist_id).toBe(mine.changelistId);
    expect(graph.assets.map(({ id, inputs }) => [id, inputs])).toEqual([
      ['download:ads', []],
      ['download:sites', []],
      ['table:totals', [0, 1]],
      ['upload:daily', [2]],
    ]);
    expect(assetOf(graph, 'download:sites')).toMatchObject({ level: 'Error', fresh_date: ago(2), kind: 'download' });
    expect(assetOf(graph, 'upload:daily')).toMatchObject({ destination: 'file · daily.csv', fresh_date: null });
  });

  test('a table is as well as the worst, and as fresh as the oldest, of its downloads', async () => {
    const mine = await account();
    await addDownload(server.database, mine, { source: 'ads', report_date: ago(1), status: 'failed' });
    await addDownload(server.database, mine, { source: 'ads', report_date: ago(3), status: 'completed' });
    await addDownload(server.database, mine, { source: 'sites', report_date: ago(1), status: 'completed' });
    const table = assetOf(await graphOf(mine), 'table:totals');
    expect(table).toMatchObject({ level: 'Error', fresh_date: ago(3), message: null, artifact_status: 'active' });
  });

  test('the last good report date is found beyond the seven days of Home', async () => {
    const mine = await account();
    await addDownload(server.database, mine, { source: 'ads', report_date: ago(40), status: 'completed' });
    await addDownload(server.database, mine, { source: 'ads', report_date: ago(30), status: 'failed' });
    await addDownload(server.database, mine, {
      ...{ source: 'ads', report_date: ago(20), status: 'completed', dirty_row_status: 'all' },
    });
    expect(assetOf(await graphOf(mine), 'download:ads')).toMatchObject({ fresh_date: ago(40) });
  });

  test('an upload is late for the dates that missed their deadline until they are delivered', async () => {
    const mine = await account();
    for (const [days, delivered] of [
      [2, null],
      [1, null],
      [3, new Date()],
    ] as const)
      await readRows(
        server.database,
        mine,
        sql`insert into late_upload (account_id, upload_name, report_date, deadline, delivered)
          values (${mine.accountId}, 'daily', ${ago(days)}, now(), ${delivered})`,
      );
    expect(assetOf(await graphOf(mine), 'upload:daily')).toMatchObject({ late_dates: [ago(2), ago(1)] });
  });

  test('what runs, and what is suspended, is marked', async () => {
    const mine = await account();
    await addDownload(server.database, mine, { source: 'ads', report_date: ago(1), status: 'downloading' });
    const flow = await addFlow(server.database, mine);
    await addUpload(server.database, mine, flow, { name: 'daily', report_date: ago(1), status: 'completed' });
    await readRows(
      server.database,
      mine,
      sql`update download_declaration set status = 'suspended' where account_id = ${mine.accountId} and name = 'sites'`,
    );
    const graph = await graphOf(mine);
    expect(assetOf(graph, 'download:ads')).toMatchObject({ is_running: true, artifact_status: 'active' });
    expect(assetOf(graph, 'download:sites')).toMatchObject({ artifact_status: 'suspended', level: 'Error' });
    expect(assetOf(graph, 'upload:daily')).toMatchObject({ fresh_date: ago(1) });
  });

  test('an account sees nothing of another, and a person without a role nothing at all', async () => {
    const mine = await account();
    const other = await buildAccount(server.database, {});
    expect((await graphOf(other)).assets).toEqual([]);
    const stranger = await signIn(server, other, ['viewer']);
    const { errors } = await createClient(server, { ...stranger, account: mine.urlName }).ask(QUERY);
    expect(errors).toHaveLength(1);
  });
});
