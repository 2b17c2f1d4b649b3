import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { addFlow } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { findingOf, useInstallation } from '../../../testing/hooks/use-installation.ts';
import { unsuspendDeclaration, unsuspendKey } from '../../pipeline/recovery/unsuspend.ts';
import { schedule } from '../../pipeline/schedule/scheduler.ts';
import { openUnitQueue } from '../../units/open-unit-queue.ts';
import type { DoctorFinding } from './report.ts';

const DAY = 86_400_000;

const installation = useInstallation();
const { about } = installation;
const account = useAccount(installation, {}, beforeEach);
/** The names of what this check finds. */
const named = async (check: string): Promise<string[]> => (await about(check)).items.map(({ what }) => what).sort();
const change = (query: RawBuilder<unknown>, of: BuiltAccount = account): Promise<unknown> =>
  installation.database.withAccount(of.accountId, (tx) => query.execute(tx));
const changeAll = (query: RawBuilder<unknown>): Promise<unknown> =>
  installation.database.withSystem((tx) => query.execute(tx));

/** Expects a check to report exactly these, the oldest first, and what to start. */
async function expectStuck(check: string, todo: string, names: readonly string[]): Promise<DoctorFinding> {
  const report = await installation.examine();
  const found = findingOf(report, check);
  expect(found).toMatchObject({
    level: 'problem',
    total: names.length,
    todo: expect.stringContaining(todo) as unknown,
  });
  expect(found.items.map(({ what }) => what)).toEqual(names);
  const text: unknown = expect.any(String);
  expect(found.items[0]).toMatchObject({ account: account.urlName, why: text, since: text, todo: null });
  expect(report.stuck).toBe(true);
  return found;
}

/** Minutes ago: when it was declared, became due, was to be probed and was last probed. */
type SourceAges = {
  readonly of?: BuiltAccount;
  readonly declared?: number;
  readonly due?: number;
  readonly probe?: number;
  readonly probing?: number;
  readonly probed?: number;
  readonly key?: string;
  readonly status?: string;
};
const back = (minutes: number | undefined): RawBuilder<unknown> =>
  minutes === undefined ? sql`null` : sql`now() - make_interval(mins => ${minutes})`;

async function addSource(name: string, ages: SourceAges): Promise<void> {
  const { of = account, declared = 60 * 24 * 30, due, probe, probing, probed, key = null, status = 'active' } = ages;
  await change(
    sql`
      insert into download_declaration (account_id, id, name, project, connector, key_id, status, scheduled_through, next_due,
        next_probe, probing_until, last_probe, probe_number)
      values (${of.accountId}, uuidv7(make_interval(mins => ${-declared})), ${name}, 'ads', 'http',
        (select id from key where account_id = ${of.accountId} and name = ${key}), ${status},
        now(), ${back(due)}, ${back(probe)}, ${back(probing)}, ${back(probed)}, ${probed === undefined ? 0 : 1})`,
    of,
  );
}

test('reports schedules that no scheduler works on, with since when', async () => {
  await addSource('ads', { due: 7 });
  await addSource('costs', { due: 60 });
  await addSource('clicks', { due: 4 });
  await expectStuck('schedules', 'role scheduler', ['download costs', 'download ads']);
});

test('reports schedules that are ahead of the clock', async () => {
  await addSource('ads', { due: 1 });
  await addSource('costs', { due: 1 });
  await change(sql`update download_declaration set scheduled_through = now() + interval '2 days' where name = 'costs'`);
  await expectStuck('ahead', 'role scheduler', ['download costs']);
});

test('reports no schedule that is not due or not active', async () => {
  await addSource('suspended', { due: 60, status: 'suspended' });
  await addSource('retired', {});
  await addSource('just published with its lookback', { due: 60 * 24 * 7, declared: 1 });
  const [inactive, unpublished] = [
    await buildAccount(installation.database),
    await buildAccount(installation.database),
  ];
  await addSource('ads', { of: inactive, due: 60 });
  await addSource('ads', { of: unpublished, due: 60 });
  await changeAll(sql`update account set status = 'deactivated' where id = ${inactive.accountId}`);
  await change(sql`update changelist set status = 'archived'`, unpublished);
  expect(await about('schedules')).toMatchObject({ level: 'fine', total: 0 });
});

test('a clock that differs from the database’s makes nothing late', async () => {
  const now = new Date(Date.now() + 60_000);
  await addSource('ads', {});
  await change(sql`update download_declaration set next_due = ${now}, next_probe = ${now}`);
  const ahead = await installation.examine({ now: () => Date.now() + DAY });
  expect([findingOf(ahead, 'schedules'), findingOf(ahead, 'probes')]).toMatchObject([{ total: 0 }, { total: 0 }]);

  const behind = Date.now() - DAY;
  await change(sql`update download_declaration set next_due = ${new Date(behind)}, next_probe = ${new Date(behind)}`);
  const report = await installation.examine({ now: () => behind });
  expect([findingOf(report, 'schedules'), findingOf(report, 'probes')]).toMatchObject([{ total: 0 }, { total: 0 }]);
});

test('a running scheduler leaves nothing late, however long none ran', async () => {
  const queue = openUnitQueue({ url: installation.url, onError: () => {} });
  await addSource('ads', { due: 600 });
  expect(await named('schedules')).toEqual(['download ads']);
  await schedule({ database: installation.database, queue, fault: async () => {}, now: Date.now, onError: () => {} });
  expect(await named('schedules')).toEqual([]);
  await queue.stop();
});

test('reports sources that no worker probes', async () => {
  await addSource('ads', { probe: 20 });
  await addSource('costs', { probe: 60, probing: 60 });
  await addSource('clicks', { probe: 14 });
  await change(
    sql`insert into key (account_id, name, type, created) values (${account.accountId}, 'api', 'ftp', ${back(90)})`,
  );
  await addSource('with key', { probe: 40, key: 'api' });
  await expectStuck('probes', 'role worker', ['download costs', 'download with key', 'download ads']);
});

test.each<[string, SourceAges]>([
  ['is being probed', { probe: 20, probing: -2 }],
  ['was being probed until just now by a program that has stopped', { probe: 20, probing: 3 }],
  ['is suspended', { probe: 600, status: 'suspended' }],
  ['has an archived key', { probe: 600, key: 'archived' }],
  ['has a suspended key', { probe: 600, key: 'suspended' }],
  ['has a key that was added just now', { probe: 600, key: 'new' }],
])('a source that %s is not late for its probe', async (_, ages) => {
  await change(sql`
    insert into key (account_id, name, type, status, created) values
      (${account.accountId}, 'suspended', 'ftp', 'suspended', ${back(90)}),
      (${account.accountId}, 'archived', 'ftp', 'archived', ${back(90)}), (${account.accountId}, 'new', 'ftp', 'active', now())`);
  await addSource('ads', ages);
  expect(await about('probes')).toMatchObject({ level: 'fine', total: 0 });
});

test('the time limit of a probe starts over when the source or its key is unsuspended', async () => {
  const queue = openUnitQueue({ url: installation.url, onError: () => {} });
  const { accountId } = account;
  await change(sql`
    insert into key (account_id, name, type, status, created) values (${accountId}, 'api', 'ftp', 'suspended', ${back(90)})`);
  await addSource('ads', { probe: 600, status: 'suspended' });
  await addSource('costs', { probe: 600, key: 'api' });
  await installation.database.withAccount(accountId, async (tx) => {
    const how = { by: 'Ann', now: Date.now() };
    await unsuspendDeclaration(tx, queue, { accountId, kind: 'download', name: 'ads' }, how);
    await unsuspendKey(tx, queue, { accountId, name: 'api' }, how);
  });
  const report = await installation.examine();
  expect([findingOf(report, 'schedules'), findingOf(report, 'probes')]).toMatchObject([{ total: 0 }, { total: 0 }]);
  await change(sql`update download_declaration set next_probe = ${back(16)}`);
  expect(await named('probes')).toEqual(['download ads', 'download costs']);
  await queue.stop();
});

test('sources wait while their account has as many probes as it may', async () => {
  const other = await buildAccount(installation.database);
  for (const name of ['one', 'two', 'three']) await addSource(name, { probe: 30 });
  await addSource('elsewhere', { of: other, probe: 30 });
  expect(await named('probes')).toHaveLength(4);
  await addSource('probed', { probe: 1, probing: -4 });
  expect(await named('probes')).toEqual(['download elsewhere']);
  // Between two probes none is running.
  await change(sql`update download_declaration set probing_until = null, next_probe = null, last_probe = now(), probe_number = 1
    where name = 'probed'`);
  expect(await named('probes')).toEqual(['download elsewhere']);
  await change(sql`update download_declaration set last_probe = ${back(16)} where name = 'probed'`);
  expect(await named('probes')).toHaveLength(4);
  // A download without a probe says nothing about probes.
  await change(sql`update download_declaration set last_probe = now(), probe_number = 0 where name = 'probed'`);
  expect(await named('probes')).toHaveLength(4);
  await changeAll(sql`update account set status = 'deactivated'`);
  expect(await named('probes')).toEqual([]);
});

async function addBackfill(
  title: string,
  status: string,
  minutes: number,
  of: BuiltAccount = account,
): Promise<string> {
  const { rows } = await installation.database.withAccount(of.accountId, (tx) =>
    sql<{ id: string }>`
      insert into backfill (account_id, title, status, start_date, end_date, changelist_id, upload_names, download_names,
        created_on)
      values (${of.accountId}, ${title}, ${status}, '2026-11-01', '2026-11-02', ${of.changelistId}, '{daily}', '{ads}',
        ${back(minutes)}) returning id`.execute(tx),
  );
  return rows[0]?.id ?? '';
}
async function addFlowOf(backfill: string, status: string, created: number, finished?: number): Promise<void> {
  const id = await addFlow(installation.database, account, { backfill_id: backfill, purpose: 'backfill', status });
  await change(sql`update flow set created = ${back(created)}, finished = ${back(finished)} where id = ${id}`);
}

test('reports backfills that are not launched, or whose pipelines have ended', async () => {
  await addBackfill('Untouched', 'preparing', 7);
  await addFlowOf(await addBackfill('Left half done', 'preparing', 60), 'STOPPED', 20, 15);
  await addFlowOf(await addBackfill('Over', 'running', 50), 'STOPPED', 40, 30);
  await addBackfill('Empty', 'running', 6);
  const { items } = await expectStuck('backfills', 'role scheduler', [
    'backfill Left half done',
    'backfill Over',
    'backfill Untouched',
    'backfill Empty',
  ]);
  expect(items[1]?.why).toBe('all its pipelines have ended, and it has not');
  expect(items[2]?.why).toBe('launched, and some of its pipelines do not exist');
});

test('reports no backfill that is running, just launched or just ending', async () => {
  await addBackfill('New', 'preparing', 4);
  const large = await addBackfill('Large', 'preparing', 60);
  await addFlowOf(large, 'STOPPED', 50, 40);
  await addFlowOf(large, 'PENDING', 1);
  const running = await addBackfill('Running', 'running', 60);
  await addFlowOf(running, 'STOPPED', 50, 40);
  await addFlowOf(running, 'PENDING', 50);
  await addFlowOf(await addBackfill('Ending', 'running', 60), 'FATAL', 50, 1);
  await addBackfill('Ended', 'completed', 60);
  const inactive = await buildAccount(installation.database);
  await addBackfill('Held', 'preparing', 60, inactive);
  await changeAll(sql`update account set status = 'deactivated' where id = ${inactive.accountId}`);
  expect(await about('backfills')).toMatchObject({ level: 'fine', total: 0 });
});
