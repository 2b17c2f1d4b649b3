import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { pipelineCounts } from '../backfills/pipeline-counts.ts';
import { abandonTransfer } from '../recovery/abandon-or-retry.ts';
import { endFlowIfDelivered } from './end-flow.ts';

const { database } = useDatabase();
const account = useAccount({ database });
const { rows } = account;

/** The status of a flow with these uploads after endFlowIfDelivered. */
async function ended(from: 'SINKING' | 'ERROR', uploads: readonly string[]): Promise<string | undefined> {
  const flow = await addFlow(database, account, { status: from });
  for (const [index, status] of uploads.entries())
    await addUpload(database, account, flow, { name: `upload ${index}`, status });
  await database.withAccount(account.accountId, (tx) => endFlowIfDelivered(tx, account.accountId, flow));
  const [row] = await rows(sql<{ status: string }>`select status from flow where id = ${flow}`);
  return row?.status;
}

describe('the end of a flow', () => {
  it.each([
    ['were delivered', ['completed', 'completed'], 'STOPPED'],
    ['were delivered but for one that people ended', ['completed', 'abandoned'], 'STOPPED'],
    ['had no rows', [], 'STOPPED'],
    ['were superseded by newer results', ['cancelled', 'cancelled'], 'STOPPED'],
    ['people ended', ['abandoned', 'abandoned'], 'ABANDONED'],
    ['people ended or newer results superseded', ['abandoned', 'cancelled'], 'ABANDONED'],
    ['failed or people ended', ['abandoned', 'failed'], 'ERROR'],
    ['have not all ended', ['abandoned', 'uploading'], 'SINKING'],
  ] as const)('a flow whose uploads %s is %s: %s', async (_, uploads, status) => {
    expect(await ended('SINKING', uploads)).toBe(status);
  });

  it('a flow whose uploads failed and were then abandoned is ABANDONED', async () => {
    expect(await ended('ERROR', ['abandoned'])).toBe('ABANDONED');
  });
});

it('a pipeline of a backfill counts as cancelled when people abandon all its uploads', {
  tags: 'proof:flow-all-uploads-abandoned',
}, async () => {
  const [backfill] = await rows(
    sql<{ id: string }>`
      insert into backfill (account_id, title, start_date, end_date, changelist_id, upload_names, download_names, status)
      values (${account.accountId}, 'x', '2026-11-20', '2026-11-20', ${account.changelistId}, '{daily}', '{ads}', 'running')
      returning id`,
  );
  const id = backfill?.id ?? '';
  const flow = await addFlow(database, account, { status: 'SINKING', purpose: 'backfill', backfill_id: id });
  for (const name of ['daily', 'other']) {
    const upload = await addUpload(database, account, flow, { name, purpose: 'backfill', status: 'queued' });
    await addUnitOf(database, account, upload, { kind: 'upload', purpose: 'backfill', state: 'ready' });
    const transfer = { accountId: account.accountId, unitId: upload, kind: 'upload' } as const;
    expect(
      await database.withAccount(account.accountId, (tx) => abandonTransfer(tx, IDLE_QUEUE, transfer, 'Olivia')),
    ).toBe('ok');
  }
  const counts = await database.withAccount(account.accountId, (tx) => pipelineCounts(tx, account.accountId, [id]));
  expect(counts.get(id)).toMatchObject({ total: 1, succeeded: 0, failed: 0, cancelled: 1 });
});
