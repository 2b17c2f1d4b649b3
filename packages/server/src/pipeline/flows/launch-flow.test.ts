import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addPart, addUnitOf } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../../testing/hooks/use-database.ts';
import { connect } from '../../db/connect.ts';
import { METRICS } from '../../observe/metrics.ts';
import { createScope, inScope } from '../../observe/scope.ts';
import { watchAttempt } from '../../observe/watch-attempt.ts';
import { failUnit } from '../attempts/fail-unit.ts';
import { abandonTransfer, retryTransfer } from '../recovery/abandon-or-retry.ts';
import { type FlowToLaunch, launchFlow } from './launch-flow.ts';
import { settleFlowsOf } from './settle-flow.ts';

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);
const account = useAccount(
  used,
  {
    sources: [buildSource('ads'), buildSource('costs')],
    uploads: [buildUpload('daily'), buildUpload('both', { sources: ['ads', 'costs'] })],
  },
  beforeEach,
);
const { inAccount } = account;
let downloads: { readonly ads: string; readonly costs: string };

beforeEach(async () => {
  const add = async (source: string): Promise<string> => {
    const id = await addDownload(database, account, { source, purpose: 'backfill', status: 'downloading' });
    await addUnitOf(database, account, id, { kind: 'download', state: 'ready', purpose: 'backfill' });
    return id;
  };
  downloads = { ads: await add('ads'), costs: await add('costs') };
});

const launch = (
  identity = 'one',
  more: Partial<Pick<FlowToLaunch, 'purpose' | 'reportDate'>> = {},
): Promise<string | null> =>
  inAccount((tx) =>
    launchFlow(tx, queue, {
      accountId: account.accountId,
      changelistId: account.changelistId,
      purpose: 'backfill',
      reportDate: '2026-11-20',
      ...more,
      uploads: ['daily', 'both'].map((name) => ({
        name,
        project: 'ads',
        destination: 'file',
        destinationType: 'file',
      })),
      downloads: [downloads.ads, downloads.costs],
      identity,
    }),
  );
const ref = (unitId: string) => ({ accountId: account.accountId, unitId });

/** Ends a download as the worker does: its parts, its status, then the flows that wait for it, in one transaction. */
async function complete(source: 'ads' | 'costs', pause?: () => Promise<void>): Promise<void> {
  await addPart(database, account, downloads[source], { name: source });
  await inAccount(async (tx) => {
    await sql`update unit set state = 'done' where id = ${downloads[source]}`.execute(tx);
    await sql`update download set status = 'completed', finished = now() where id = ${downloads[source]}`.execute(tx);
    await pause?.();
    await settleFlowsOf(tx, queue, ref(downloads[source]));
  });
}
const fail = (source: 'ads' | 'costs'): Promise<void> =>
  inAccount(async (tx) => {
    const unit = {
      ...ref(downloads[source]),
      kind: 'download',
      purpose: 'backfill',
      retryCount: 0,
      retryLimit: 5,
    } as const;
    const failure = new PipelineError('COLUMN_NOT_FOUND', {
      column: 'x',
      file: `${source}.csv`,
      found: 'y',
      advice: '',
    });
    await failUnit(tx, queue, unit, { retry: false, reason: 'permanent', failure });
  });

type Seen = {
  readonly flow: string;
  readonly unit: string;
  readonly uploads: readonly string[];
  readonly inputs: readonly string[];
  readonly message: string | null;
};
async function seen(): Promise<Seen | undefined> {
  const { rows } = await inAccount((tx) =>
    sql<Seen>`
      select f.status as flow, w.state as unit, f.message,
        array(select u.name || ' ' || u.status || ' ' || x.state from upload u join unit x on x.id = u.id where u.flow_id = f.id order by 1) as uploads,
        array(select u.name || ' ' || p.name from upload u join upload_input i on i.upload_id = u.id
          join download_part p on p.id = i.part_id where u.flow_id = f.id order by 1) as inputs
      from flow f join unit w on w.id = f.id where f.purpose = 'backfill'`.execute(tx),
  );
  return rows[0];
}
/** The purposes of the flows, in the order in which their results count. */
const placed = async (): Promise<string[]> =>
  (await inAccount((tx) => sql<{ purpose: string }>`select purpose from flow order by fence`.execute(tx))).rows.map(
    (row) => row.purpose,
  );
const WAITING = {
  flow: 'SOURCING',
  unit: 'held',
  uploads: ['both preparing held', 'daily preparing held'],
  inputs: [],
};
const STARTED = {
  flow: 'PENDING',
  unit: 'ready',
  uploads: ['both preparing held', 'daily preparing held'],
  inputs: ['both ads', 'both costs', 'daily ads'],
};

describe('a flow launched ahead of its downloads', () => {
  it('waits for the last of them, then reads their parts', { tags: 'proof:flow-waits-for-downloads' }, async () => {
    await launch();
    expect(await seen()).toMatchObject(WAITING);
    await complete('ads');
    expect(await seen()).toMatchObject(WAITING);
    await complete('costs');
    expect(await seen()).toMatchObject(STARTED);
  });

  it('a flow launched ahead of its downloads is launched once', async () => {
    expect(await launch()).not.toBeNull();
    expect(await launch()).toBeNull();
    expect(await launch('two')).not.toBeNull();
  });

  it('starts immediately when its downloads are completed already', async () => {
    await complete('ads');
    await complete('costs');
    await launch();
    expect(await seen()).toMatchObject(STARTED);
  });

  it('starts once when both downloads complete at the same time', async () => {
    let arrived = 0;
    const both = async (): Promise<void> => {
      arrived += 1;
      await expect.poll(() => arrived).toBeGreaterThanOrEqual(2);
    };
    await launch();
    await Promise.all([complete('ads', both), complete('costs', both)]);
    expect(await seen()).toMatchObject(STARTED);
  });

  it('starts when a download completes while the flow is being launched', async () => {
    await complete('ads');
    let launching: Promise<unknown> = Promise.resolve();
    await complete('costs', async () => {
      launching = launch();
      // Until the launch waits for this very transaction.
      const admin = await connect(used.url);
      const blocked = async (): Promise<number | null> =>
        (
          await admin.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount;
      await expect.poll(blocked).toBeGreaterThan(0);
      await admin.end();
    });
    await launching;
    expect(await seen()).toMatchObject(STARTED);
  });

  it('a flow launched ahead of its downloads is ordered among other flows by the time its inputs were complete', async () => {
    await launch();
    await addFlow(database, account);
    await complete('ads');
    await complete('costs');
    expect(await placed()).toEqual(['production', 'backfill']);
  });

  const later = { purpose: 'production', status: 'completed' };
  it.each([
    ['is ordered by its launch', 'when one of its downloads has a later version', later, true],
    ['is ordered by its launch', 'when a later backfill has one', { ...later, purpose: 'backfill' }, true],
    ['is ordered by its start', 'when the later one has not completed', { ...later, status: 'downloading' }, false],
    [
      'is ordered by its start',
      'when the later one is of another date',
      { ...later, report_date: '2026-11-21' },
      false,
    ],
    ['is ordered by its start', 'when the later one has no date', { ...later, report_date: null }, false],
    ['is ordered by its start', 'when the later one is of another source', { ...later, source: 'rates' }, false],
    ['is ordered by its start', 'when the later one is of a test run', { ...later, purpose: 'proof' }, false],
  ])('a launched flow %s %s', async (_place, _when, values, keeps) => {
    await launch();
    await addDownload(database, account, values);
    await addFlow(database, account);
    await complete('ads');
    await complete('costs');
    expect(await placed()).toEqual(keeps ? ['backfill', 'production'] : ['production', 'backfill']);
  });

  it('a flow launched ahead of its downloads is ordered by its start when only an earlier version of its downloads exists', async () => {
    await inAccount((tx) => sql`delete from unit`.execute(tx));
    await inAccount((tx) => sql`delete from download`.execute(tx));
    await addDownload(database, account, later);
    const add = (source: string): Promise<string> =>
      addDownload(database, account, { source, purpose: 'backfill', status: 'downloading' });
    downloads = { ads: await add('ads'), costs: await add('costs') };
    await launch();
    await addFlow(database, account);
    await complete('ads');
    await complete('costs');
    expect(await placed()).toEqual(['production', 'backfill']);
  });

  it('a flow launched ahead of its downloads is ordered by its launch also without dates', async () => {
    await inAccount((tx) => sql`update download set report_date = null`.execute(tx));
    await launch('one', { reportDate: null });
    await addDownload(database, account, { ...later, report_date: null });
    await addFlow(database, account, { report_date: null });
    await complete('ads');
    await complete('costs');
    expect(await placed()).toEqual(['backfill', 'production']);
  });

  it('a flow launched ahead of its downloads is ordered by its start in a test run, which is delivered separately', async () => {
    await launch('one', { purpose: 'proof' });
    await addDownload(database, account, later);
    await addFlow(database, account);
    await complete('ads');
    await complete('costs');
    expect(await placed()).toEqual(['production', 'proof']);
  });
});

describe('a download that fails permanently', () => {
  it('fails the flows that wait for it with a message that names it, and resumes them when it is retried', {
    tags: 'proof:download-failure-ends-flows',
  }, async () => {
    await launch();
    await fail('costs');
    const message =
      'Nothing was processed, because the download costs for 2026-11-20 failed. Start that download again to continue: Column x not found in costs.csv. It has: y. Correct the name, or have the file delivered with the column.';
    expect(await seen()).toMatchObject({
      flow: 'FATAL',
      unit: 'done',
      uploads: ['both failed done', 'daily failed done'],
      message,
    });
    const { rows } = await inAccount((tx) =>
      sql`select code, severity, will_retry from event where flow_id is not null`.execute(tx),
    );
    expect(rows).toEqual([{ code: 'INPUT_FAILED', severity: 'error', will_retry: false }]);
    // The other download completes without starting the failed flow.
    await complete('ads');
    expect(await seen()).toMatchObject({ flow: 'FATAL' });
    const retry = () =>
      inAccount((tx) => retryTransfer(tx, queue, { ...ref(downloads.costs), kind: 'download' }, 'Olivia'));
    expect(await retry()).toBe('ok');
    expect(await seen()).toMatchObject({ ...WAITING, message: null });
    await inAccount((tx) => sql`update download set status = 'downloading' where id = ${downloads.costs}`.execute(tx));
    await complete('costs');
    expect(await seen()).toMatchObject(STARTED);
    expect(await retry()).toBe('finished');
  });

  it('a download that fails permanently is recorded and counted for each upload that ends with its flow, with a code of its own', async () => {
    const counted = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await METRICS.failures.get()).values.map(({ labels, value }) => [`${labels.kind} ${labels.code}`, value]),
      );
    await launch();
    const before = await counted();
    const watch = watchAttempt({ fields: {} });
    await inScope(createScope(null, { unit: downloads.costs }, watch), () => fail('costs'));
    const after = await counted();
    const rise = (what: string): number => (after[what] ?? 0) - (before[what] ?? 0);
    expect(['download COLUMN_NOT_FOUND', 'flow INPUT_FAILED', 'upload INPUT_FAILED'].map(rise)).toEqual([1, 1, 2]);
    // The attempt is one at the download.
    expect(watch.code()).toBe('COLUMN_NOT_FOUND');
    const { rows } = await inAccount((tx) =>
      sql<{ name: string; message: string }>`
        select u.name, e.message from event e join upload u on u.id = e.upload_id and u.name = e.upload_declaration
        where e.will_retry = false and e.severity = 'error' and e.code = 'INPUT_FAILED' order by 1`.execute(tx),
    );
    expect(rows.map(({ name }) => name)).toEqual(['both', 'daily']);
    expect(rows[0]?.message).toMatch(
      /^both was not uploaded\. Nothing was processed, because the download costs for 2026-11-20 failed\./,
    );
  });

  it('keeps a flow failed until all its failed downloads are retried', async () => {
    await launch();
    await fail('ads');
    await fail('costs');
    const retry = (id: string) =>
      inAccount((tx) => retryTransfer(tx, queue, { ...ref(id), kind: 'download' }, 'Olivia'));
    await retry(downloads.ads);
    expect(await seen()).toMatchObject({ flow: 'FATAL' });
    await retry(downloads.costs);
    expect(await seen()).toMatchObject(WAITING);
  });

  it('a download that fails permanently cannot be retried for a cancelled backfill', async () => {
    await launch();
    await fail('costs');
    await inAccount(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into backfill (account_id, title, start_date, end_date, changelist_id, upload_names, download_names, status, cancelled_on)
        values (${account.accountId}, 'x', '2026-11-20', '2026-11-20', ${account.changelistId}, '{daily}', '{ads}', 'cancelled', now())
        returning id`.execute(tx);
      await sql`update download set backfill_id = ${rows[0]?.id}`.execute(tx);
    });
    expect(
      await inAccount((tx) => retryTransfer(tx, queue, { ...ref(downloads.costs), kind: 'download' }, 'Olivia')),
    ).toBe('finished');
    expect(await seen()).toMatchObject({ flow: 'FATAL' });
  });
});

it('abandoning a download ends the flows that wait for it', { tags: 'proof:download-end-ends-flows' }, async () => {
  await launch();
  expect(
    await inAccount((tx) => abandonTransfer(tx, queue, { ...ref(downloads.ads), kind: 'download' }, 'Olivia')),
  ).toBe('ok');
  expect(await seen()).toMatchObject({
    flow: 'ABANDONED',
    unit: 'done',
    uploads: ['both abandoned done', 'daily abandoned done'],
  });
  const { rows } = await inAccount((tx) => sql`select 1 from event where upload_id is not null`.execute(tx));
  expect(rows).toEqual([]);
});
