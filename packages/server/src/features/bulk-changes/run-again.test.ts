import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
let account: BuiltAccount;
const rows = <T>(query: RawBuilder<T>) => readRows(server.database, account, query);
beforeEach(async () => {
  account = await buildAccount(server.database, {
    sources: [buildSource('ads', { parameters: { url: 'http://127.0.0.1/' } }), buildSource('costs')],
  });
  for (const name of ['ads', 'costs'])
    await rows(sql`
      insert into download_declaration (account_id, name, project, connector, scheduled_through)
      values (${account.accountId}, ${name}, 'ads', 'http', now())`);
});

const add = (source: string, date: string | null, status = 'completed', purpose = 'production') =>
  addDownload(server.database, account, {
    source,
    report_date: date,
    status,
    purpose,
    trigger: `${date} ${purpose} ${status}`,
  });

type Run = {
  readonly count: number;
  readonly open: number;
  readonly outcomes: unknown;
  readonly refusals: readonly { readonly message: string }[];
};

test('completed downloads of production run again, each once, and the others say why not', async () => {
  const token = await server.tokenOf({ [account.accountId]: ['operator'] });
  const call = async <T>(text: string) => (await ask(server, { token, account: account.urlName }, text)).data as T;
  await add('ads', null);
  await add('costs', '2020-01-01');
  await add('costs', '2020-01-02', 'failed');
  await add('costs', '2020-01-03', 'completed', 'backfill');
  const { preview_bulk_downloads: counted } = await call<{ preview_bulk_downloads: { id: string; count: number } }>(
    'mutation { preview_bulk_downloads(action: "run_again", status: ["completed", "failed"]) { id count } }',
  );
  expect(counted.count).toBe(2);
  const run = () =>
    call<{ run_bulk_change: Run }>(
      `mutation { run_bulk_change(id: "${counted.id}", request_id: "one") { ... on BulkChange { count open outcomes { outcome count } refusals { message } } } }`,
    );
  const { run_bulk_change: first } = await run();
  expect(first.open).toBe(0);
  expect(first.outcomes).toEqual(
    expect.arrayContaining([
      { outcome: 'ok', count: 1 },
      { outcome: 'no_run', count: 1 },
    ]),
  );
  expect(first.refusals).toEqual([
    { message: 'The published script does not run this date now. Launch a backfill for it.' },
  ]);
  expect((await run()).run_bulk_change).toEqual(first);
  expect(
    await rows(
      sql`select source, report_date, status from download where account_id = ${account.accountId} and run_request is not null`,
    ),
  ).toEqual([{ source: 'ads', report_date: null, status: 'queued' }]);
  expect(
    await rows(sql`select interactive from unit where account_id = ${account.accountId} and state = 'ready'`),
  ).toEqual([{ interactive: false }]);
});
