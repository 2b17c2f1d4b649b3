import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addIntegrationRow } from '../../../testing/add-integration.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { createVault } from '../../identity/vault.ts';
import { announceGroups } from './announce-groups.ts';
import { gatherFailures } from './gather-failures.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const vault = createVault(randomBytes(32));
const HOUR = 3_600_000;
let personId: string;

beforeEach(async () => {
  await addIntegrationRow(database, vault, account.accountId, [
    { production: true, lateUploads: true, channel_id: 'all' },
  ]);
  const people = await database.withSystem((tx) =>
    sql<{ id: string }>`
      insert into person (email, name) values (${`${account.urlName}@test.test`}, 'Olivia') returning id`.execute(tx),
  );
  personId = people.rows[0]?.id ?? '';
});

const fail = (source: string, code = 'SOURCE_NOT_FOUND') =>
  addDownload(database, account, { source, status: 'failed', failure_code: code, finished: new Date() });
/** A window that begins an hour before now, by the clock of the database. */
const plan = (kind: string, name: string | null, hours: number, begins = -1) =>
  account.rows(sql`
    insert into maintenance_window (account_id, kind, name, starts, ends, reason, planned_by)
    values (${account.accountId}, ${kind}, ${name}, now() + ${begins} * interval '1 hour', now() + ${hours} * interval '1 hour', 'Move',
      ${personId})`);
async function announced(hoursFromNow = 0): Promise<readonly string[]> {
  while (await gatherFailures(database));
  await announceGroups(database, Date.now() + hoursFromNow * HOUR + 60_000, 0);
  const rows = await account.rows<{ named: string }>(sql`
    select facts ->> 'transfer' || ' ' || (facts ->> 'names') as named from notice where account_id = ${account.accountId} order by 1`);
  return rows.map(({ named }) => named);
}

describe('notices during maintenance', () => {
  it('failures of a download in maintenance are announced at the end, others at once', async () => {
    await plan('download', 'ads', 2);
    await fail('ads');
    await fail('clicks');
    expect(await announced()).toEqual(['download ["clicks"]']);
    expect(await announced(3)).toEqual(['download ["ads"]', 'download ["clicks"]']);
  });

  it('failures and missed deadlines of an upload in maintenance wait, and a download of its name does not', async () => {
    await plan('upload', 'daily', 2);
    await account.rows(sql`insert into late_upload (account_id, upload_name, report_date, deadline)
      values (${account.accountId}, 'daily', '2026-11-18', now())`);
    await fail('daily');
    expect(await announced()).toEqual(['download ["daily"]']);
    expect(await announced(3)).toEqual(['download ["daily"]', 'late_upload ["daily"]']);
  });

  it('one download in maintenance, the failure of another for the same cause is announced', async () => {
    for (const source of ['ads', 'clicks'])
      await account.rows(sql`
        with k as (
          insert into key (account_id, name, type) select ${account.accountId}, 'shop', 'basic' where not exists (
            select from key where account_id = ${account.accountId}) returning id)
        insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
        select ${account.accountId}, ${source}, 'p', 'http', coalesce((select id from k), (select id from key where account_id = ${account.accountId})), now()`);
    await plan('download', 'ads', 2);
    await fail('ads', 'SOURCE_AUTH_FAILED');
    expect(await announced()).toEqual([]);
    await fail('clicks', 'SOURCE_AUTH_FAILED');
    expect(await announced()).toEqual(['download ["ads", "clicks"]']);
  });

  it('nothing of an account in maintenance is announced, and afterwards what still fails', async () => {
    await plan('account', null, 2);
    const over = await fail('ads');
    await fail('clicks');
    expect(await announced()).toEqual([]);
    await account.rows(sql`update download set status = 'completed', failure_code = null where id = ${over}`);
    expect(await announced(3)).toEqual(['download ["clicks"]']);
  });

  it('failures before maintenance begins are announced', async () => {
    await plan('account', null, 5, 4);
    await fail('ads');
    expect(await announced()).toEqual(['download ["ads"]']);
  });

  it('the end of what was announced before is announced', async () => {
    const id = await fail('ads');
    expect(await announced()).toHaveLength(1);
    await plan('account', null, 2);
    await account.rows(sql`update download set status = 'completed', failure_code = null where id = ${id}`);
    await announced();
    expect(
      await account.rows(sql`select change from notice where account_id = ${account.accountId} order by sequence`),
    ).toEqual([{ change: 'failed' }, { change: 'resolved' }]);
  });
});
