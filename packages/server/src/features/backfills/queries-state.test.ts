import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDownload, addFlow, addInput, addPart, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { runningScript } from '../changelists/stored-changelist.ts';
import { backfillState } from './queries-state.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const { inAccount } = account;
let delivered: string;
const RANGE = { start: '2026-11-19', end: '2026-11-20' };

beforeEach(async () => {
  delivered = await deliver({});
});

const download = (finished: string, more = {}): Promise<string> =>
  addDownload(database, account, { status: 'completed', finished, ...more });

/** A completed upload of `daily` for 2026-11-20, from a download of its own. */
async function deliver(more: Record<string, string>, flowMore: Record<string, string> = {}): Promise<string> {
  const input = await download('2026-11-20T06:00:00Z');
  const part = await addPart(database, account, input);
  const flow = await addFlow(database, account, flowMore);
  const upload = await addUpload(database, account, flow, {
    status: 'completed',
    finished: '2026-11-20T07:00:00Z',
    ...more,
  });
  await addInput(database, account, 'upload', upload, part, input);
  return upload;
}
const found = async (names = ['daily'], range = RANGE): Promise<string[]> =>
  (await inAccount((tx) => backfillState(tx, account.accountId, account.changelistId, names, range))).delivered.map(
    (one) => `${one.name} ${one.reportDate} ${one.uploadId}`,
  );

test('the newest completed upload of a name and date counts as delivered', {
  tags: 'proof:newest-completed-upload',
}, async () => {
  expect(await found()).toEqual([`daily 2026-11-20 ${delivered}`]);
  const newer = await deliver({ finished: '2026-11-20T08:00:00Z', purpose: 'backfill' });
  expect(await found()).toEqual([`daily 2026-11-20 ${newer}`]);
});

test.each([
  ['a newer download of the same date', {}, 0],
  ['one of another date', { report_date: '2026-11-19' }, 1],
  ['one that failed', { status: 'failed' }, 1],
  ['one of a test run', { purpose: 'proof' }, 1],
] as const)('only a newer download of the same date makes an upload undelivered: %s', async (_, more, expected) => {
  await download('2026-11-20T09:00:00Z', more);
  expect(await found()).toHaveLength(expected);
});

test('uploads of another script, of test runs, failed ones and other names or dates do not count', async () => {
  await account.rows(sql`delete from upload_input`);
  await account.rows(sql`delete from upload`);
  const [other] = await account.rows(sql<{ id: string }>`
    insert into changelist (account_id, description, status) values (${account.accountId}, 'Old', 'replaced') returning id`);
  await deliver({}, { changelist_id: other?.id ?? '' });
  await deliver({ purpose: 'proof' });
  await deliver({ status: 'failed' });
  await deliver({ name: 'else' });
  await deliver({ report_date: '2026-11-21' });
  expect(await found()).toEqual([]);
  expect(await found(['else'])).toHaveLength(1);
});

test('the running script is the published one, once there is one', async () => {
  const running = () => inAccount((tx) => runningScript(tx, account.accountId));
  expect(await running()).toMatchObject({ changelistId: account.changelistId, plan: { version: 1 } });
  await account.rows(sql`update changelist set status = 'archived'`);
  expect(await running()).toBeNull();
});
