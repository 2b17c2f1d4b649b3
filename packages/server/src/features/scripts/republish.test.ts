import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../../testing/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { publishScript } from './publish.ts';

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const script = (place: string, columns: string): string => `
  download stores from { type: "file"; path: "${place}"; pattern: "*.csv"; format: "csv"; timezone: "UTC"; hour_of_day: 5; }
  using { ${columns} };
  table named is select site from stores;
  upload named to { type: "file"; path: "named.csv"; };`;
const FIRST = script('in', 'site: string;');

async function publish({ accountId }: BuiltAccount, text: string): Promise<void> {
  await database.withAccount(accountId, async (tx) => {
    const files = [{ path: 'a.sbs', text }];
    const input = { accountId, description: 'Test', files, personId: null, now: Date.now() };
    const { messages } = await publishScript(tx, input);
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
  });
}

const rows = async ({ accountId }: BuiltAccount, query: ReturnType<typeof sql>): Promise<unknown[]> =>
  (await database.withAccount(accountId, (tx) => query.execute(tx))).rows;

test.each([
  ['another column', script('in', 'site: string; region: string;'), true],
  ['another place', script('elsewhere', 'site: string;'), true],
  ['a note', `# A note.\n${FIRST}`, false],
  ['dates', FIRST.replace('format:', 'datetime_pattern: "YYYYMMDD"; format:'), false],
])(
  'files of a source without dates are taken again only when they are to be loaded otherwise: %s',
  async (_, text, isTaken) => {
    const account = await buildAccount(database);
    await publish(account, FIRST);
    const downloadId = await buildDownload(database, account, { source: 'stores' });
    await rows(
      account,
      sql`insert into source_file (account_id, source, path, checksum, seen, download_id)
      values (${account.accountId}, 'stores', 'in/a.csv', '1', now(), ${downloadId})`,
    );
    await rows(account, sql`update source set next_probe = null`);
    await publish(account, text);
    expect(await rows(account, sql`select download_id is null as anew from source_file`)).toEqual([{ anew: isTaken }]);
    expect(await rows(account, sql`select next_probe is not null as looked from source`)).toEqual([
      { looked: isTaken },
    ]);
  },
);

test('report dates that wait for files of a removed source end, and say why', async () => {
  const account = await buildAccount(database);
  await publish(account, FIRST);
  const waiting = await buildDownload(database, account, { source: 'stores', reportDate: '2026-11-19' });
  const begun = await buildDownload(database, account, { source: 'stores', reportDate: '2026-11-20' });
  await rows(
    account,
    sql`update unit set state = 'held', blocked_kind = 'files', blocked_by = 'stores' where id = ${waiting}`,
  );
  await publish(account, `# The same sources.\n${FIRST}`);
  expect(await rows(account, sql`select state from unit where id = ${waiting}`)).toEqual([{ state: 'held' }]);
  await publish(account, FIRST.replaceAll('stores', 'shops'));
  const message = 'The script no longer has stores.';
  expect(
    await rows(
      account,
      sql`select d.id, d.status, d.message, u.state from download d join unit u on u.id = d.id order by d.id`,
    ),
  ).toEqual([
    { id: waiting, status: 'cancelled', message, state: 'done' },
    { id: begun, status: 'queued', message: null, state: 'ready' },
  ]);
  expect(await rows(account, sql`select severity, message, download_id from event`)).toEqual([
    { severity: 'info', message, download_id: waiting },
  ]);
  expect(await rows(account, sql`select status, next_due, next_probe from source where name = 'stores'`)).toEqual([
    { status: 'removed', next_due: null, next_probe: null },
  ]);
});

test('report dates that wait for files of a source that is fetched otherwise from now on end, and say why', async () => {
  const account = await buildAccount(database);
  await publish(account, FIRST);
  const waiting = await buildDownload(database, account, { source: 'stores', reportDate: '2026-11-19' });
  await rows(
    account,
    sql`update unit set state = 'held', blocked_kind = 'files', blocked_by = 'stores' where id = ${waiting}`,
  );
  await rows(account, sql`update source set next_probe = now()`);
  await publish(account, FIRST.replace(/type: "file".*"\*\.csv";/, 'type: "http"; url: "http://127.0.0.1/stores";'));
  const message = 'The script no longer takes stores from files.';
  expect(
    await rows(
      account,
      sql`select d.status, d.message, u.state, u.blocked_kind, u.blocked_by from download d join unit u on u.id = d.id`,
    ),
  ).toEqual([{ status: 'cancelled', message, state: 'done', blocked_kind: null, blocked_by: null }]);
  expect(await rows(account, sql`select severity, message, download_id from event`)).toEqual([
    { severity: 'info', message, download_id: waiting },
  ]);
  expect(await rows(account, sql`select connector, status, next_probe from source`)).toEqual([
    { connector: 'http', status: 'active', next_probe: null },
  ]);
});
