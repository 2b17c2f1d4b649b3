import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { buildDownload } from '../../../testing/build-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { findingOf, useInstallation } from '../../../testing/hooks/use-installation.ts';
import { connect } from '../../db/connect.ts';
import { openDatabase } from '../../db/database.ts';
import { openUnitQueue } from '../../units/open-unit-queue.ts';
import type { DoctorReport } from './report.ts';

const A_TEXT: unknown = expect.any(String);

const installation = useInstallation();
const account = useAccount(installation, {}, beforeEach);
const { inAccount } = account;
const age = (id: string, state: string, more = sql``): Promise<unknown> =>
  inAccount((tx) =>
    sql`update unit set created = now() - interval '3 hours', enqueued = now() - interval '3 hours', state = ${state} ${more}
      where id = ${id}`.execute(tx),
  );
const woken = (id: string, minutesAgo: number): Promise<unknown> =>
  inAccount((tx) =>
    sql`update unit set enqueued = now() - make_interval(mins => ${minutesAgo}) where id = ${id}`.execute(tx),
  );
const problems = (report: DoctorReport): string[] =>
  report.findings.filter(({ level }) => level === 'problem').map(({ check }) => check);

async function addSource(name: string, more: { readonly key?: string; readonly status?: string } = {}): Promise<void> {
  await inAccount((tx) =>
    sql`insert into download_declaration (account_id, name, project, connector, key_id, status, status_reason, suspended_on, scheduled_through)
      values (${account.accountId}, ${name}, 'ads', 'http',
        (select id from key where name = ${more.key ?? null}), ${more.status ?? 'active'},
        ${more.status === 'suspended' ? 'its last 3 report dates failed.' : null},
        ${more.status === 'suspended' ? sql`now() - interval '1 day'` : null}, now())`.execute(tx),
  );
}

test('reports nothing stuck in a healthy installation', async () => {
  const queue = openUnitQueue({ url: installation.url, onError: () => {} });
  await buildDownload(installation.database, account);
  const report = await installation.examine();
  expect(problems(report)).toEqual([]);
  expect(report.stuck).toBe(false);
  expect(findingOf(report, 'oldest')).toMatchObject({ level: 'notice', total: 1 });
  expect(report.database).not.toContain(new URL(installation.url).password || 'postgres:');
  await queue.stop();
});

test('reports a role that no program runs as a problem', async () => {
  await installation.disconnect();
  // The server takes a moment to notice that a connection was closed.
  await expect.poll(() => installation.about('programs')).toMatchObject({ level: 'problem' });
});

test('reports units with an expired lease, overdue or long in the queue with attempt, phase and reason', async () => {
  const dead = await buildDownload(installation.database, account, { reportDate: '2026-11-19' });
  const late = await buildDownload(installation.database, account);
  const queued = await buildDownload(installation.database, account);
  await age(
    dead,
    'running',
    sql`, attempt = 3, phase = 'unpack', worker = 'host-1', lease_until = now() - interval '10 minutes'`,
  );
  await age(late, 'waiting', sql`, next_try = now() - interval '1 hour', retry_count = 2`);
  await age(queued, 'ready');
  const report = await installation.examine();
  expect(report.stuck).toBe(true);
  expect(findingOf(report, 'leases').items).toEqual([
    {
      account: account.urlName,
      what: `download ads of 2026-11-19 (${dead})`,
      why: 'attempt 3 of host-1 stopped renewing its lease in unpack',
      since: A_TEXT,
      todo: null,
    },
  ]);
  expect(findingOf(report, 'retries').items).toMatchObject([{ why: 'retry_scheduled: retry 2 of 4' }]);
  expect(findingOf(report, 'waiting').items).toMatchObject([{ what: `download ads (${queued})`, why: 'queued' }]);
});

test('reports blocked units by what blocks them, with the declaration or key to fix and what uses it', async () => {
  await addSource('ads', { status: 'suspended' });
  await inAccount((tx) =>
    sql`insert into key (account_id, name, type, status) values
      (${account.accountId}, 'costs key', 'basic', 'suspended'), (${account.accountId}, 'former key', 'basic', 'archived')
    `.execute(tx),
  );
  await addSource('costs', { key: 'costs key' });
  await addSource('clicks', { key: 'former key' });
  for (const source of ['ads', 'ads', 'costs']) {
    const id = await buildDownload(installation.database, account, { source });
    const block = source === 'ads' ? sql`'source', 'ads'` : sql`'key', 'costs key'`;
    await inAccount((tx) =>
      sql`update unit set state = 'held', (blocked_kind, blocked_by) = (${block}) where id = ${id}`.execute(tx),
    );
  }
  const report = await installation.examine();
  expect(findingOf(report, 'blocked').items).toMatchObject([
    { what: 'source ads', why: '2 units wait: source_suspended: ads', todo: 'Unsuspend the download ads.' },
    { what: 'key costs key', why: '1 unit waits: key_suspended: costs key' },
  ]);
  expect(findingOf(report, 'declarations').items).toMatchObject([
    { what: 'download ads', why: 'its last 3 report dates failed.' },
  ]);
  expect(findingOf(report, 'keys').items).toMatchObject([
    { what: 'key costs key', why: 'suspended; used by download costs' },
  ]);
  expect(findingOf(report, 'archived_keys').items).toMatchObject([
    { what: 'key former key', why: 'archived; used by download clicks' },
  ]);
});

test('reports dates that wait for files as a notice, not as a problem', async () => {
  await addSource('costs');
  for (const reportDate of ['2026-11-18', '2026-11-19']) {
    const id = await buildDownload(installation.database, account, { source: 'costs', reportDate });
    await age(id, 'held', sql`, blocked_kind = 'files', blocked_by = 'costs'`);
  }
  const report = await installation.examine();
  expect(findingOf(report, 'files')).toMatchObject({
    level: 'notice',
    total: 1,
    items: [
      { account: account.urlName, what: 'files costs', why: '2 units wait: checking_files: a file at the source' },
    ],
  });
  expect(findingOf(report, 'blocked')).toMatchObject({ level: 'fine', total: 0 });
  expect(problems(report)).toEqual([]);
  expect(report.stuck).toBe(false);

  // Sources of a deactivated account are not probed.
  await installation.database.withSystem((tx) =>
    sql`update account set status = 'deactivated' where id = ${account.accountId}`.execute(tx),
  );
  expect(await installation.about('blocked')).toMatchObject({
    level: 'problem',
    items: [{ what: 'files costs', why: '2 units wait: account_deactivated', todo: 'Activate the account again.' }],
  });
});

test('reports as a notice what has been paused for over a week without an end', async () => {
  const person = await installation.database.withSystem((tx) =>
    sql<{
      id: string;
    }>`insert into person (email, name) values (${`${account.urlName}@test.test`}, 'Olivia') returning id`.execute(tx),
  );
  const pause = (name: string, days: number, until: string | null) =>
    inAccount((tx) =>
      sql`insert into pause (account_id, kind, target, reason, paused_by, created, until)
        values (${account.accountId}, 'download', ${name}, 'The shop moves', ${person.rows[0]?.id}, now() - make_interval(days => ${days}), ${until})`.execute(
        tx,
      ),
    );
  await pause('old', 8, null);
  await pause('recent', 6, null);
  await pause('ending', 8, '2099-01-01');
  const report = await installation.examine();
  expect(findingOf(report, 'paused')).toMatchObject({
    level: 'notice',
    total: 1,
    items: [{ what: 'download old', why: 'paused by Olivia: The shop moves', since: A_TEXT }],
  });
  expect(report.stuck).toBe(false);
});

test('reports flows whose inputs failed, and orphaned ones', async () => {
  const { accountId, changelistId } = account;
  const flow = async (status: string): Promise<string> => {
    const download = await buildDownload(installation.database, account);
    const id = randomUUID();
    await inAccount(async (tx) => {
      await sql`update download set status = ${status} where id = ${download}`.execute(tx);
      await sql`update unit set state = 'done' where id = ${download}`.execute(tx);
      await sql`insert into flow (account_id, id, changelist_id, purpose, identity, status)
        values (${accountId}, ${id}, ${changelistId}, 'backfill', ${id}, 'SOURCING')`.execute(tx);
      await sql`insert into flow_source (account_id, flow_id, download_id) values (${accountId}, ${id}, ${download})`.execute(
        tx,
      );
      await sql`insert into unit (account_id, id, kind, purpose, state) values (${accountId}, ${id}, 'flow', 'backfill', 'held')`.execute(
        tx,
      );
    });
    await age(id, 'held');
    return id;
  };
  const failed = await flow('failed');
  const forgotten = await flow('completed');
  const report = await installation.examine();
  expect(findingOf(report, 'inputs').items).toMatchObject([
    { what: `flow (${failed}, backfill)`, why: 'inputs_missing: ads (failed)', todo: 'Retry or abandon ads.' },
  ]);
  expect(findingOf(report, 'orphaned').items).toMatchObject([{ what: `flow (${forgotten}, backfill)` }]);
});

test('compares queue and units', async () => {
  const queue = openUnitQueue({ url: installation.url, onError: () => {} });
  const woken = await buildDownload(installation.database, account);
  const forgotten = await buildDownload(installation.database, account);
  const over = await buildDownload(installation.database, account);
  await inAccount(async (tx) => {
    for (const unitId of [woken, over])
      await queue.wake(tx, { accountId: account.accountId, unitId, purpose: 'production', kind: 'download' });
  });
  await age(woken, 'ready');
  await age(forgotten, 'ready');
  await age(over, 'done');
  const report = await installation.examine();
  expect(findingOf(report, 'units_without_job').items.map(({ what }) => what)).toEqual([`download ads (${forgotten})`]);
  expect(findingOf(report, 'jobs_without_unit').items).toMatchObject([{ why: `its unit ${over} is over or gone` }]);
  await queue.stop();
});

test('counts the waiting time from when a unit became ready, not from its creation', async () => {
  const unsuspended = await buildDownload(installation.database, account, { reportDate: '2026-11-19' });
  const waiting = await buildDownload(installation.database, account);
  const slotted = await buildDownload(installation.database, account);
  for (const id of [unsuspended, waiting]) await age(id, 'ready');
  await age(slotted, 'held', sql`, blocked_kind = 'account_slot', blocked_by = null`);
  for (const id of [unsuspended, slotted]) await woken(id, 1);
  await woken(waiting, 20);
  const report = await installation.examine();
  expect(findingOf(report, 'waiting').items.map(({ what }) => what)).toEqual([`download ads (${waiting})`]);
  expect(findingOf(report, 'oldest').items.map(({ what }) => what)).toEqual([`download ads (${waiting})`]);
  expect(Date.now() - Date.parse(findingOf(report, 'oldest').items[0]?.since ?? '')).toBeLessThan(30 * 60_000);
  expect(findingOf(report, 'slots')).toMatchObject({ level: 'fine', total: 0 });
});

test('cuts a long list at 20, and gives its length', async () => {
  await inAccount((tx) =>
    sql`with d as (
      insert into download (account_id, source, project, trigger, changelist_id, created)
      select ${account.accountId}, 'ads', 'ads', 'trigger ' || n, ${account.changelistId}, now() from generate_series(1, 500) n
      returning id)
    insert into unit (account_id, id, kind, purpose, state, created)
    select ${account.accountId}, id, 'download', 'production', 'ready', now() - interval '2 hours' from d`.execute(tx),
  );
  const waiting = await installation.about('waiting');
  expect(waiting.total).toBe(500);
  expect(waiting.items).toHaveLength(20);
});

test('reports a full disk and clocks that differ', async () => {
  const report = await installation.examine({
    freeSpace: async () => ({ free: 0.5e9, total: 100e9 }),
    now: () => Date.now() - 60_000,
  });
  expect(problems(report)).toEqual(expect.arrayContaining(['disk', 'clock']));
  expect(findingOf(report, 'clock').items[0]?.why).toMatch(/^the database is (59|60)\.\d s ahead$/);
});

test('reports a login that binds no role, and what this machine refuses of the sandbox', async () => {
  const { username } = new URL(installation.url);
  await installation.database.withSystem((tx) => sql`select 1`.execute(tx));
  const report = await installation.examine({ sandboxShortage: 'Missing: no network.' });
  const faults =
    'is a superuser, passes row-level security, owns tables, can take on the role of sign-in in a transaction of an account';
  expect(findingOf(report, 'logins')).toMatchObject({
    level: 'notice',
    items: [{ what: `login ${username}`, why: faults }],
  });
  expect(findingOf(report, 'sandbox')).toMatchObject({ level: 'notice', items: [{ why: 'Missing: no network.' }] });
  expect(report.stuck).toBe(false);
  expect(findingOf(await installation.examine({ sandboxShortage: null }), 'sandbox')).toMatchObject({
    level: 'fine',
    title: 'Sandbox of this machine (full)',
  });
});

test('reports tables of another version without reading them', async () => {
  const client = await connect(installation.url);
  await client.query('create temp table removed as select * from schema_migration order by number desc limit 1');
  await client.query('delete from schema_migration where number in (select number from removed)');
  const report = await installation.examine();
  // Other tests borrow the same database.
  await client.query('insert into schema_migration select * from removed');
  await client.end();
  expect(findingOf(report, 'migrations')).toMatchObject({ level: 'problem', total: 1 });
  expect(report.findings.map(({ check }) => check)).not.toContain('leases');
});

test('the connection of the examination only reads', async () => {
  const reader = openDatabase({ url: installation.url, readOnly: true });
  await expect(reader.withSystem((tx) => sql`update unit set attempt = 1`.execute(tx))).rejects.toThrow(/read-only/);
  await reader.close();
});
