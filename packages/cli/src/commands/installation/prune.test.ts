import { randomBytes } from 'node:crypto';
import { rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLocalStore, keyOf } from '@switchboard/engine';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { createDatabase } from '@switchboard/server/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';

const folder = useFolder('prune');
const files = join(folder, 'files');
const store = createLocalStore(files);
let drop: () => Promise<void>;
let own: Client;
let env: Record<string, string>;
let accountId: string;
const keys: string[] = [];

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  env = {
    DATABASE_URL: made.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    KEEP_RAW_FILES_DAYS: '40',
  };
  own = new Client({ connectionString: made.url });
  await own.connect();
  const one = async (statement: string, values: readonly unknown[]): Promise<string> =>
    (await own.query<{ id: string }>(statement, [...values])).rows[0]?.id ?? '';
  accountId = await one(`insert into account (url_name, name) values ('acme', 'Acme') returning id`, []);
  await own.query(`insert into account (url_name, name) values ('globex', 'Globex')`);
  const changelist = await one(
    `insert into changelist (account_id, description, status) values ($1, 'first', 'replaced') returning id`,
    [accountId],
  );
  for (const [age, text] of [
    [50, 'old'],
    [60, 'older'],
    [30, 'young'],
  ] as const) {
    const id = await one(
      `insert into download (account_id, source, project, trigger, changelist_id, status, finished, report_date)
        values ($1, 'ads', 'ads', $2, $3, 'completed', now() - make_interval(days => $4), now() - make_interval(days => $4))
        returning id`,
      [accountId, text, changelist, age],
    );
    const { key } = await store.put(`acct/${accountId}/raw/${id}/1/000`, Readable.from([text]));
    keys.push(key);
    await own.query(`update download set raw = $2 where id = $1`, [id, JSON.stringify([{ key }])]);
    await own.query(
      `insert into unit (account_id, id, kind, purpose, state) values ($1, $2, 'download', 'production', 'done')`,
      [accountId, id],
    );
  }
  const left = await store.put(`acct/${accountId}/raw/${crypto.randomUUID()}/1/000`, Readable.from(['left']));
  utimesSync(join(files, keyOf(left.key)), new Date(0), new Date(0));
});
afterAll(async () => {
  await own.end();
  await drop();
});

const run = (...args: readonly string[]) => runCommand(args, folder, env);

test('verify exits 0 while the store is as the ledger says, and 1 with each object that differs', async () => {
  expect(await run('verify', '--content')).toMatchObject({
    code: 0,
    out: '3 objects, 13 B, compared with their content: all are as the ledger says.\n',
    err: '',
  });
  const [changed = '', cut = '', gone = ''] = keys.map((key) => join(files, keyOf(key)));
  writeFileSync(changed, 'odd');
  expect((await run('verify')).code).toBe(0);
  truncateSync(cut, 2);
  rmSync(gone);
  const found = await run('verify', '--content', '--json', '--account', 'acme');
  expect(found.code).toBe(1);
  const lines = found.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>);
  expect(
    lines.flatMap(({ problem }) =>
      problem === undefined ? [] : [[problem['kind'], problem['owner'], problem['key']]],
    ),
  ).toEqual([
    ['other_content', 'download', keyOf(keys[0] ?? '')],
    ['other_length', 'download', keyOf(keys[1] ?? '')],
    ['missing', 'download', keyOf(keys[2] ?? '')],
  ]);
  const cursor = String(lines.at(-1)?.['verified']?.['cursor']);
  expect(cursor).toMatch(/^acme:download:/);
  expect(await run('verify', '--content', '--from', cursor)).toMatchObject({ code: 0 });
  expect(await run('verify', '--content', '--from', 'acme:upload:')).toMatchObject({ code: 0 });
  const other = await run('verify', '--account', 'initech');
  expect(other).toMatchObject({ code: 2, out: '' });
  expect(other.err).toContain('There is no account initech to verify.');
  const wrong = await run('verify', '--from', 'somewhere');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('somewhere is not a cursor.');
  for (const [at, text] of ['old', 'older', 'young'].entries()) {
    await store.put(keyOf(keys[at] ?? ''), Readable.from([text]));
  }
});

test('verify compares deliveries with destinations on request, and reports the accounts that it was asked for', async () => {
  expect(await run('verify', '--destinations')).toMatchObject({
    code: 0,
    out: '0 deliveries compared with what their destinations record: all are as the ledger says.\n',
    err: '',
  });
  expect(await run('verify', '--destinations', '--json', '--account', 'acme')).toMatchObject({
    code: 0,
    out: '{"verified":{"compared":0,"problems":0,"skipped":{}}}\n',
  });
  expect(await run('verify', '--destinations', '--from', 'acme:upload:')).toMatchObject({ code: 2 });
  expect(await run('verify', '--destinations', '--account', 'nowhere')).toMatchObject({
    code: 2,
    err: 'error There is no account nowhere to verify.\n',
  });
});

test('prune counts, lists and removes what is older than it is kept, of one account or of all', async () => {
  const counted = await run('prune', '--dry-run');
  expect(counted).toMatchObject({ code: 0, err: '' });
  expect(counted.out).toContain(
    'acme\n  2 runs would lose raw files of downloads, 8 B\n  loaded rows of downloads: kept for ever\n',
  );
  expect(counted.out).toContain('  1 objects without a run would be removed, 4 B\nglobex\n');
  const listed = await run('prune', '--dry-run', '--list', '--account', 'acme');
  expect(listed.out).toMatch(/^acct\/.*\/000\nacme\n/);
  expect(listed.out).not.toContain('globex');
  expect(await run('prune', '--account', 'initech')).toMatchObject({ code: 1 });
  expect(await store.head('sweep/owner')).toBeNull();

  const pruned = await run('prune', '--json');
  expect(pruned).toMatchObject({ code: 0, err: '' });
  const [acme] = pruned.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(acme).toEqual({
    account: 'acme',
    kinds: { raw_files: { count: 2, bytes: 8 } },
    removed: { count: 0, bytes: 0 },
    leftOver: { count: 1, bytes: 4 },
  });
  expect((await run('prune', '--dry-run')).out).toContain('  0 runs would lose raw files');
  // Objects of pruned runs leave the store a day later, and are not named any more at once.
  expect((await run('verify')).out).toContain('1 objects, 5 B');
  await own.query(`update expired_object set expired = now() - interval '2 days'`);
  expect((await run('prune')).out).toContain('  2 objects of runs pruned earlier left the store, 8 B\n');
  expect((await run('verify')).out).toContain('1 objects, 5 B');
});
