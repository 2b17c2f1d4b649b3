import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { buildDownload } from '../../../../testing/build-account.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../../testing/hooks/use-database.ts';
import { publishText } from '../../../../testing/publish-text.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const { rows } = account;

const script = (place: string, columns: string): string => `
  download stores from { type: "file"; path: "${place}"; pattern: "*.csv"; format: "csv"; timezone: "UTC"; hour_of_day: 5; }
  using { ${columns} };
  table named is select site from stores;
  upload named to { type: "file"; path: "named.csv"; };`;
const FIRST = script('in', 'site: string;');

const publish = (text: string) => publishText(database, account, text);

test.each([
  ['another column', script('in', 'site: string; region: string;'), true],
  ['another place', script('elsewhere', 'site: string;'), true],
  ['a note', `# A note.\n${FIRST}`, false],
  ['dates', FIRST.replace('format:', 'datetime_pattern: "YYYYMMDD"; format:'), false],
])(
  'files of a source without dates are taken again only when their columns or place change: %s',
  async (_, text, isTaken) => {
    await publish(FIRST);
    const downloadId = await buildDownload(database, account, { source: 'stores' });
    await rows(sql`insert into source_file (account_id, source, path, checksum, seen, download_id)
      values (${account.accountId}, 'stores', 'in/a.csv', '1', now(), ${downloadId})`);
    await rows(sql`update download_declaration set next_probe = null`);
    await publish(text);
    expect(await rows(sql`select download_id is null as again from source_file`)).toEqual([{ again: isTaken }]);
    expect(await rows(sql`select next_probe is not null as probed from download_declaration`)).toEqual([
      { probed: isTaken },
    ]);
  },
);

test('cancels report dates that wait for files of a removed source, and records why', async () => {
  await publish(FIRST);
  const waiting = await buildDownload(database, account, { source: 'stores', reportDate: '2026-11-19' });
  const begun = await buildDownload(database, account, { source: 'stores', reportDate: '2026-11-20' });
  await rows(sql`update unit set state = 'held', blocked_kind = 'files', blocked_by = 'stores' where id = ${waiting}`);
  await publish(`# The same sources.\n${FIRST}`);
  expect(await rows(sql`select state from unit where id = ${waiting}`)).toEqual([{ state: 'held' }]);
  await publish(FIRST.replaceAll('stores', 'shops'));
  const message = 'The script no longer has stores.';
  expect(
    await rows(sql`select d.id, d.status, d.message, u.state from download d join unit u on u.id = d.id order by d.id`),
  ).toEqual([
    { id: waiting, status: 'cancelled', message, state: 'done' },
    { id: begun, status: 'queued', message: null, state: 'ready' },
  ]);
  expect(await rows(sql`select severity, message, download_id from event`)).toEqual([
    { severity: 'info', message, download_id: waiting },
  ]);
  expect(await rows(sql`select status, next_due, next_probe from download_declaration where name = 'stores'`)).toEqual([
    { status: 'removed', next_due: null, next_probe: null },
  ]);
});

test('cancels report dates that wait for files of a source that is no longer read from files, and records why', async () => {
  await publish(FIRST);
  const waiting = await buildDownload(database, account, { source: 'stores', reportDate: '2026-11-19' });
  await rows(sql`update unit set state = 'held', blocked_kind = 'files', blocked_by = 'stores' where id = ${waiting}`);
  await rows(sql`update download_declaration set next_probe = now()`);
  await publish(FIRST.replace(/type: "file".*"\*\.csv";/, 'type: "http"; url: "http://127.0.0.1/stores";'));
  const message = 'The script no longer takes stores from files.';
  expect(
    await rows(
      sql`select d.status, d.message, u.state, u.blocked_kind, u.blocked_by from download d join unit u on u.id = d.id`,
    ),
  ).toEqual([{ status: 'cancelled', message, state: 'done', blocked_kind: null, blocked_by: null }]);
  expect(await rows(sql`select severity, message, download_id from event`)).toEqual([
    { severity: 'info', message, download_id: waiting },
  ]);
  expect(await rows(sql`select connector, status, next_probe from download_declaration`)).toEqual([
    { connector: 'http', status: 'active', next_probe: null },
  ]);
});
