import { noFault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import type { Plan, PlanUpload } from '@switchboard/model/plan';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { backendTime } from '../../../testing/backend-time.ts';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../../testing/hooks/use-database.ts';
import { cancelBackfill } from '../../pipeline/backfills/cancel-backfill.ts';
import { advanceBackfills } from '../../pipeline/backfills/jobs.ts';
import { type Launched, type LaunchInput, launchBackfill } from './launch-backfill.ts';
import { previewBackfill } from './preview-backfill.ts';
import { backfillState } from './queries-state.ts';

const used = useDatabase();
const { database, url, rows } = used;
const queue = useQueue(used);
const person = usePerson(used);
const TODAY = '2026-11-20';

const uploadOf = (name: string, sources: readonly string[]): PlanUpload =>
  buildUpload(name, { sources, destination: 'file · {name}/{YYYY-MM-DD}.csv' });
const PLAN: Partial<Plan> = {
  sources: [buildSource('ads'), buildSource('costs')],
  uploads: [uploadOf('daily', ['ads']), uploadOf('spend', ['costs'])],
};
const launch = (account: BuiltAccount, more: Partial<LaunchInput> = {}): Promise<Launched> =>
  launchBackfill(database, {
    accountId: account.accountId,
    person,
    today: TODAY,
    title: ' Clicks again ',
    description: '',
    start: '2026-11-10',
    end: '2026-11-14',
    uploadNames: ['daily'],
    ...more,
  });
const idOf = (launched: Launched): string => {
  if (launched.kind !== 'launched') throw new Error(JSON.stringify(launched));
  return launched.id;
};

describe('launching a backfill', () => {
  it('fails for report dates that are frozen and were delivered, and names the freeze', async () => {
    const account = await buildAccount(database, PLAN);
    const { accountId, changelistId } = account;
    await rows(
      account,
      sql`
      insert into report_freeze (account_id, upload_name, first_date, last_date, reason, frozen_by)
      values (${accountId}, 'daily', '2026-11-01', '2026-11-30', 'Books closed', ${person.id})`,
    );
    expect(await launch(account, { end: '2026-11-10' })).toMatchObject({ kind: 'launched' });
    await rows(
      account,
      sql`
      with made as (
        insert into flow (account_id, changelist_id, purpose, identity) values (${accountId}, ${changelistId}, 'production', 'one')
        returning id
      )
      insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type)
      select ${accountId}, made.id, 'daily', 'p', 'production', date '2026-11-12', 'completed', 'daily.csv', 'file' from made`,
    );
    expect(await launch(account, { start: '2026-11-11' })).toEqual({
      kind: 'refused',
      problem: {
        field: 'start_datetime',
        message:
          'November 2026 is frozen for daily, and 1 report date of it was delivered. Choose other dates, or unfreeze it first.',
      },
    });
    expect(await launch(account, { uploadNames: ['spend'] })).toMatchObject({ kind: 'launched' });
  });

  it('succeeds for exactly one of 200 concurrent launches that share an upload and a date', {
    tags: 'proof:backfill-launch-race',
    timeout: 60_000,
  }, async () => {
    const account = await buildAccount(database, PLAN);
    const other = await buildAccount(database, PLAN);
    await launch(other, { title: 'In another account' });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        launch(account, {
          title: `Number ${index}`,
          start: `2026-11-${String(1 + (index % 10)).padStart(2, '0')}`,
          uploadNames: index % 2 === 0 ? ['daily', 'spend'] : ['spend', 'daily'],
        }),
      ),
    );
    const launched = outcomes.filter((outcome) => outcome.kind === 'launched');
    expect(launched).toHaveLength(1);
    const [only] = await rows(account, sql<{ id: string; title: string }>`select id, title from backfill`);
    const conflicts = outcomes.filter((outcome) => outcome.kind === 'conflict');
    expect(conflicts).toHaveLength(199);
    for (const conflict of conflicts) expect(conflict.backfills).toEqual([only]);
    // What did not happen has no event.
    const launches = sql<{ backfill_id: string }>`select backfill_id from event where code = 'BACKFILL_LAUNCHED'`;
    expect(await rows(account, launches)).toEqual([{ backfill_id: only?.id }]);
  });

  it('conflicts in the database itself, whatever code writes the row', {
    tags: 'proof:backfill-unique-in-database',
  }, async () => {
    const account = await buildAccount(database, PLAN);
    idOf(await launch(account));
    const [second] = await rows(
      account,
      sql<{ id: string }>`
        insert into backfill (account_id, title, start_date, end_date, changelist_id, upload_names, download_names)
        values (${account.accountId}, 'x', '2026-11-14', '2026-11-14', ${account.changelistId}, '{daily}', '{ads}') returning id`,
    );
    const share = sql`
      insert into backfill_upload (account_id, backfill_id, upload_name, dates)
      values (${account.accountId}, ${second?.id}, 'daily', '[2026-11-14,2026-11-14]')`;
    await expect(rows(account, share)).rejects.toThrow('backfill_conflict');
  });

  it('accepts adjoining dates and other uploads, and the same ones after a cancelled backfill', {
    tags: 'proof:backfill-neighbours',
  }, async () => {
    const account = await buildAccount(database, PLAN);
    const first = idOf(await launch(account));
    idOf(await launch(account, { start: '2026-11-15', end: '2026-11-15' }));
    idOf(await launch(account, { uploadNames: ['spend'] }));
    expect(await launch(account, { start: '2026-11-14', end: '2026-11-14' })).toMatchObject({
      kind: 'conflict',
      backfills: [{ id: first, title: 'Clicks again' }],
    });
    const ref = { accountId: account.accountId, backfillId: first };
    const cancel = () => database.withAccount(account.accountId, (tx) => cancelBackfill(tx, queue, ref, person));
    expect(await cancel()).toBe('ok');
    expect(await cancel()).toBe('finished');
    idOf(await launch(account));
  });

  it.each([
    ['title', { title: ' ' }],
    ['description', { description: 'x'.repeat(LIMITS.backfillDescriptionLength + 1) }],
    ['end_datetime', { end: '2026-11-21' }],
    ['end_datetime', { start: '2026-10-01', end: '2026-10-31' }],
    ['end_datetime', { end: '2026-11-09' }],
    ['upload_names', { uploadNames: [] }],
    ['upload_names', { uploadNames: ['daily', 'unknown'] }],
  ] as const)('launching a backfill is refused for its %s, and leaves nothing behind: %j', async (field, more) => {
    const account = await buildAccount(database, PLAN);
    expect(await launch(account, more)).toMatchObject({ kind: 'refused', problem: { field } });
    expect(await rows(account, sql`select 1 from backfill`)).toEqual([]);
  });

  it('takes a thousand uploads over thirty dates within two seconds of processor time', {
    tags: 'proof:backfill-thousand-uploads',
  }, async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `u${index}`);
    const account = await buildAccount(database, {
      sources: [buildSource('ads')],
      uploads: names.map((name) => uploadOf(name, ['ads'])),
    });
    const processorTime = startProcessorTime();
    const id = idOf(await launch(account, { start: '2026-10-22', end: TODAY, uploadNames: names }));
    expect(processorTime()).toBeLessThan(2_000);
    const [kept] = await rows(
      account,
      sql`select count(*) as uploads from backfill_upload where backfill_id = ${id} and active`,
    );
    expect(kept).toEqual({ uploads: 1_000 });
    await rows(account, sql`update backfill set status = 'completed'`);
  });

  it('needs a published script', async () => {
    const account = await buildAccount(database, PLAN);
    await rows(account, sql`update changelist set status = 'replaced'`);
    expect(await launch(account)).toMatchObject({ kind: 'refused', problem: { field: 'upload_names' } });
  });
});

type Made = { readonly flows: readonly string[]; readonly downloads: readonly string[] };

/** Flows with their uploads and downloads, and all downloads, as strings. */
async function madeBy(account: BuiltAccount): Promise<Made> {
  const flows = await rows(
    account,
    sql<{ text: string }>`
      select json_build_array(f.report_date, f.status, u.state, (
        select json_agg(p.name || ' ' || p.status || ' ' || p.destination order by p.name) from upload p where p.flow_id = f.id
      ), (
        select json_agg(d.source || ' ' || coalesce(d.report_date::text, '-') order by d.source)
        from flow_source s join download d on d.id = s.download_id where s.flow_id = f.id
      ))::text as text
      from flow f join unit u on u.id = f.id order by 1`,
  );
  const downloads = await rows(
    account,
    sql<{ text: string }>`
      select d.source || ' ' || coalesce(d.report_date::text, '-') || ' ' || u.state as text
      from download d join unit u on u.id = d.id order by 1`,
  );
  return { flows: flows.map((row) => row.text).sort(), downloads: downloads.map((row) => row.text).sort() };
}

const statusOf = async (account: BuiltAccount): Promise<string[]> =>
  (await rows(account, sql<{ status: string }>`select status from backfill`)).map((row) => row.status);

describe('the job that makes the flows of a backfill', () => {
  const SOURCES = ['a', 'b', 'c', 'site list'];
  const plans = fc.record({
    uploads: fc.array(fc.uniqueArray(fc.constantFrom(...SOURCES), { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
    weekly: fc.boolean(),
    days: fc.integer({ min: 1, max: 4 }),
    kills: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  });

  it('makes exactly what the preview shows, after any number of kills and by any number of workers', {
    tags: 'proof:backfill-flows-once',
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ uploads, weekly, days, kills }) => {
        const { schedule } = buildSource('x');
        const sources = SOURCES.map((name) =>
          name === 'site list'
            ? buildSource(name, { parameters: { url: 'http://127.0.0.1/sites' } })
            : buildSource(name, weekly && name === 'a' ? { schedule: { ...schedule, daysOfWeek: [1, 4] } } : {}),
        );
        const plan = buildPlan({
          sources,
          uploads: uploads.map((inputs, index) => uploadOf(`u${index}`, [...inputs].sort())),
        });
        const account = await buildAccount(database, plan);
        const range = { start: '2026-11-10', end: `2026-11-${9 + days}` };
        const names = plan.uploads.map(({ name }) => name);
        const state = await database.withAccount(account.accountId, (tx) =>
          backfillState(tx, account.accountId, account.changelistId, names, range),
        );
        const preview = previewBackfill({ plan, uploads: names, ...range, state });
        idOf(await launch(account, { ...range, uploadNames: names }));
        for (const after of kills) {
          let left = after;
          const fault = async (): Promise<void> => {
            left -= 1;
            if (left <= 0) throw new Error('killed');
          };
          await advanceBackfills({ database, queue, fault }).catch(() => {});
        }
        const deps = { database, queue, fault: noFault };
        await Promise.all([advanceBackfills(deps), advanceBackfills(deps)]);
        await advanceBackfills(deps);
        const found = await madeBy(account);
        expect(found.flows).toHaveLength(preview.counts.pipelines);
        expect(found.downloads).toHaveLength(preview.counts.downloads);
        const created = preview.dates.flatMap(({ reportDate, cells }) =>
          cells.filter((cell) => cell.action === 'create').map((cell) => `${reportDate} ${cell.upload}`),
        );
        const held = await rows(
          account,
          sql<{ text: string }>`
            select coalesce(u.report_date::text, 'null') || ' ' || u.name as text from upload u join unit w on w.id = u.id and w.state = 'held'`,
        );
        expect(held.map((row) => row.text).sort()).toEqual(created.sort());
        const downloads = new Set(
          preview.dates.flatMap((date) =>
            date.downloads.map((each) => `${each.source} ${each.reportDate ?? '-'} ready`),
          ),
        );
        expect(found.downloads).toEqual([...downloads].sort());
        expect(await statusOf(account)).toEqual([preview.counts.pipelines === 0 ? 'completed' : 'running']);
        await rows(account, sql`update backfill set status = 'completed'`);
      }),
      { numRuns: sampleRuns(25, 3) },
    );
  });

  it('resumes where it was killed, also between the flows of one date', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `u${index}`);
    const account = await buildAccount(database, {
      sources: names.map((name) => buildSource(`s ${name}`)),
      uploads: names.map((name) => uploadOf(name, [`s ${name}`])),
    });
    idOf(await launch(account, { start: '2026-11-13', uploadNames: names }));
    let reached = 0;
    const fault = async (): Promise<void> => {
      reached += 1;
      if (reached === 3) throw new Error('killed');
    };
    await expect(advanceBackfills({ database, queue, fault })).rejects.toThrow('killed');
    const before = await madeBy(account);
    expect(before.flows).toHaveLength(100);
    expect(await statusOf(account)).toEqual(['preparing']);
    expect(await advanceBackfills({ database, queue, fault: noFault })).toBe(40);
    const after = await madeBy(account);
    expect(after.flows).toHaveLength(140);
    expect(after.downloads).toHaveLength(140);
    expect(after.flows).toEqual(expect.arrayContaining([...before.flows]));
    expect(await statusOf(account)).toEqual(['running']);
  }, 60_000);

  it('continues with other backfills when one fails', async () => {
    const broken = await buildAccount(database, PLAN);
    const account = await buildAccount(database, PLAN);
    idOf(await launch(broken));
    idOf(await launch(account));
    await rows(broken, sql`update changelist set plan = null`);
    await expect(advanceBackfills({ database, queue, fault: noFault })).rejects.toThrow('has no plan');
    expect((await madeBy(account)).flows).toHaveLength(5);
    await rows(broken, sql`update backfill set status = 'completed'`);
  });

  it('makes no flows for a cancelled backfill', async () => {
    const account = await buildAccount(database, PLAN);
    const backfillId = idOf(await launch(account));
    await database.withAccount(account.accountId, (tx) =>
      cancelBackfill(tx, queue, { accountId: account.accountId, backfillId }, person),
    );
    await advanceBackfills({ database, queue, fault: noFault });
    expect(await madeBy(account)).toEqual({ flows: [], downloads: [] });
  });

  it('cancels thousands of waiting pipelines at once, and none can be claimed afterwards', {
    tags: 'proof:backfill-cancel-thousands',
    timeout: 60_000,
  }, async () => {
    const account = await buildAccount(database, PLAN);
    const backfillId = idOf(await launch(account));
    // The planner's statistics come from another account: they must not make it join thousands of pipelines row by row.
    const other = await buildAccount(database, PLAN);
    await addPipelines(other, idOf(await launch(other)));
    await queryAsSuperuser(url, 'analyze flow; analyze upload; analyze unit');
    await addPipelines(account, backfillId);
    const took = await database.withAccount(account.accountId, async (tx) => {
      const before = await backendTime(tx);
      await cancelBackfill(tx, queue, { accountId: account.accountId, backfillId }, person);
      return (await backendTime(tx)) - before;
    });
    expect(took).toBeLessThan(5_000);
    expect(await rows(account, sql`select 1 from unit where state <> 'done'`)).toEqual([]);
    const count = (table: string) =>
      rows(account, sql`select status, count(*) as rows from ${sql.table(table)} group by 1 order by 1`);
    expect(await count('flow')).toEqual([
      { status: 'ABANDONED', rows: 1_200 },
      { status: 'FATAL', rows: 400 },
      { status: 'STOPPED', rows: 400 },
    ]);
    expect(await count('upload')).toEqual([
      { status: 'cancelled', rows: 1_200 },
      { status: 'completed', rows: 400 },
      { status: 'failed', rows: 400 },
    ]);
  });
});

/** 2,000 pipelines in all states. */
async function addPipelines(account: BuiltAccount, backfillId: string): Promise<void> {
  await database.withAccount(account.accountId, async (tx) => {
    await sql`
      with flows as (
        insert into flow (account_id, changelist_id, purpose, report_date, identity, status, backfill_id)
        select ${account.accountId}::uuid, ${account.changelistId}::uuid, 'backfill', date '2026-11-10' + n % 5, n::text,
          (array['SOURCING', 'PROCESSING', 'SINKING', 'STOPPED', 'FATAL'])[1 + n % 5], ${backfillId}::uuid
        from generate_series(1, 2000) n returning id, status
      ), uploads as (
        insert into upload (account_id, flow_id, name, project, purpose, status, destination, destination_type)
        select ${account.accountId}::uuid, id, 'daily', 'ads', 'backfill', case status when 'SINKING' then 'uploading'
          when 'STOPPED' then 'completed' when 'FATAL' then 'failed' else 'preparing' end, 'file', 'file' from flows
        returning id, status
      )
      insert into unit (account_id, id, kind, purpose, state)
      select ${account.accountId}::uuid, id, 'flow', 'backfill', case when status = 'SOURCING' then 'held'
        when status = 'PROCESSING' then 'ready' else 'done' end from flows
      union all
      select ${account.accountId}::uuid, id, 'upload', 'backfill', case when status = 'preparing' then 'held'
        when status = 'uploading' then 'ready' else 'done' end from uploads`.execute(tx);
  });
}
