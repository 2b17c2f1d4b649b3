import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addIntegrationRow } from '../../../testing/add-integration.ts';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { createVault } from '../../identity/vault.ts';
import { announceGroups, type NoticeFacts, SETTLE_MS } from './announce-groups.ts';
import { gatherFailures } from './gather-failures.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const other = useAccount({ database }, {}, beforeEach);
const vault = createVault(randomBytes(32));

beforeEach(async () => {
  await addIntegrationRow(database, vault, account.accountId, [
    { production: true, channel_id: 'production' },
    { backfills: true, channel_id: 'backfills' },
    { proofs: true, channel_id: 'tests' },
    { lateUploads: true, channel_id: 'late' },
  ]);
});

const failed = { status: 'failed', failure_code: 'SOURCE_AUTH_FAILED', finished: new Date() };
async function declare(source: string, key: string): Promise<void> {
  await account.rows(sql`insert into key (account_id, name, type) select ${account.accountId}::uuid, ${key}, 'basic'
    where not exists (select from key where name = ${key})`);
  await account.rows(sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
    values (${account.accountId}::uuid, ${source}, 'p', 'http', (select id from key where name = ${key}), now())`);
}
const fail = (source: string, more: object = {}) => addDownload(database, account, { source, ...failed, ...more });
const change = (id: string, status: string, code: string | null, isOver: boolean) =>
  account.rows(sql`update download set status = ${status}, failure_code = ${code}, message = null,
    finished = ${isOver ? new Date() : null} where id = ${id}`);
/** Gathers what has changed, and announces what is there. */
const run = async (): Promise<void> => {
  while (await gatherFailures(database));
  await announceGroups(database, Date.now() + 60_000, 0);
};
type Written = { readonly to: string; readonly change: string; readonly facts: NoticeFacts };
const notices = () =>
  account.rows<Written>(sql`select f.configuration ->> 'channel_id' as "to", n.change, n.facts
    from notice n join integration_filter f on f.id = n.filter_id order by n.sequence`);
const written = async () => (await notices()).map(({ to, change: how, facts }) => `${to} ${how} ${facts.count}`);

describe('failures', () => {
  it('failures of one cause make one notice, and one when the last of them is over', async () => {
    for (const source of ['clicks', 'costs']) await declare(source, 'skimlinks');
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => fail(n % 2 === 0 ? 'clicks' : 'costs')));
    await run();
    expect(await notices()).toMatchObject([
      {
        to: 'production',
        change: 'failed',
        facts: {
          kind: 'production',
          transfer: 'download',
          code: 'SOURCE_AUTH_FAILED',
          subject_kind: 'key',
          subject: 'skimlinks',
          count: 40,
          names: ['clicks', 'costs'],
          first_date: '2026-11-20',
          last_date: '2026-11-20',
        },
      },
    ]);
    for (const id of ids.slice(1)) await change(id, 'queued', null, false);
    await run();
    for (const id of ids.slice(1)) await change(id, 'completed', null, true);
    await run();
    expect(await written()).toEqual(['production failed 40']);
    await change(ids[0] ?? '', 'abandoned', null, true);
    await run();
    expect(await written()).toEqual(['production failed 40', 'production resolved 40']);
    await fail('clicks');
    await run();
    expect(await written()).toEqual(['production failed 40', 'production resolved 40', 'production failed 1']);
  });

  it('failures that are tried again and fail again stay one notice', async () => {
    const id = await fail('ads');
    await run();
    await change(id, 'queued', null, false);
    await run();
    await change(id, 'failed', 'SOURCE_AUTH_FAILED', true);
    await run();
    expect(await written()).toEqual(['production failed 1']);
  });

  it('move to another notice when their cause changes', async () => {
    const id = await fail('ads');
    await run();
    await change(id, 'failed', 'SOURCE_NOT_FOUND', true);
    await run();
    expect((await notices()).map(({ change: how, facts }) => `${how} ${facts.code}`)).toEqual([
      'failed SOURCE_AUTH_FAILED',
      'resolved SOURCE_AUTH_FAILED',
      'failed SOURCE_NOT_FOUND',
    ]);
  });

  it('failures that follow from a failed download are left out', async () => {
    const flow = await addFlow(database, account, { identity: 'f' });
    await addUpload(database, account, flow, { ...failed, failure_code: 'INPUT_FAILED' });
    await run();
    expect(await written()).toEqual([]);
  });

  it('go to the filters of their kind', async () => {
    await fail('ads', { purpose: 'backfill' });
    await fail('ads', { purpose: 'proof' });
    await account.rows(sql`insert into late_upload (account_id, upload_name, report_date, deadline)
      select ${account.accountId}::uuid, 'daily ' || n, '2026-11-20', '2026-11-21T09:00:00Z' from generate_series(1, 3) n`);
    await run();
    expect((await written()).sort()).toEqual(['backfills failed 1', 'late failed 3', 'tests failed 1']);
    await account.rows(sql`update late_upload set delivered = now()`);
    await run();
    expect((await written()).at(-1)).toBe('late resolved 3');
    const late = (await notices()).find(({ to }) => to === 'late');
    expect(late?.facts).toMatchObject({ subject: '2026-11-21T09:00:00Z', names: ['daily 1', 'daily 2', 'daily 3'] });
  });

  it('failures are awaited for a while before they are announced, and not at all when they end before', async () => {
    const id = await fail('ads');
    await gatherFailures(database);
    await announceGroups(database, Date.now());
    expect(await written()).toEqual([]);
    await change(id, 'completed', null, true);
    await gatherFailures(database);
    await announceGroups(database, Date.now() + SETTLE_MS * 2);
    expect(await written()).toEqual([]);
  });

  it('failures of a transaction that is rolled back are not noted', async () => {
    const rolledBack = account.inAccount(async (tx) => {
      await sql`insert into download (account_id, source, project, trigger, changelist_id, status, failure_code, finished)
        values (${account.accountId}::uuid, 'ads', 'p', 'x', ${account.changelistId}::uuid, 'failed', 'INTERNAL', now())`.execute(
        tx,
      );
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await run();
    expect(await written()).toEqual([]);
  });

  it('failures of an account without integrations cost no row', async () => {
    await addDownload(database, other, { source: 'ads', ...failed });
    expect(await other.rows(sql`select from failure_change`)).toEqual([]);
  });

  it('failures are gathered once by programs side by side', async () => {
    for (let n = 0; n < 30; n += 1) await fail('ads');
    await Promise.all(Array.from({ length: 4 }, () => gatherFailures(database)));
    await run();
    await Promise.all(Array.from({ length: 4 }, () => announceGroups(database, Date.now() + 60_000, 0)));
    expect(await written()).toEqual(['production failed 30']);
  });
});
