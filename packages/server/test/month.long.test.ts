import type { LoadResult } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { noFault } from '@switchboard/model/faults';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../src/db/database.ts';
import { failUnit } from '../src/pipeline/attempts/fail-unit.ts';
import { completeDownload } from '../src/pipeline/downloads/complete-download.ts';
import { completeFlow } from '../src/pipeline/flows/run-flow.ts';
import { startDueFlows } from '../src/pipeline/flows/start-flows.ts';
import { unsuspendDeclaration } from '../src/pipeline/recovery/unsuspend.ts';
import { schedule } from '../src/pipeline/schedule/scheduler.ts';
import { loadPlan } from '../src/pipeline/state/plan-queries.ts';
import { UNIT_KINDS } from '../src/pipeline/state/unit-kinds.ts';
import { changeStatus } from '../src/pipeline/state/unit-status.ts';
import { completeUpload } from '../src/pipeline/uploads/run-upload.ts';
import { type TakenUnit, takeUnit } from '../src/units/take-unit.ts';
import { fenceUnit } from '../src/units/unit.ts';
import { queryAsSuperuser } from '../testing/database.ts';
import { useAccount } from '../testing/hooks/use-account.ts';
import { useDatabase } from '../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../testing/idle-queue.ts';
import { publishText } from '../testing/publish-text.ts';
import { type Course, type Due, expectedRuns, expectedUploads, ticksOf } from './month/oracle.ts';
import { FAILING, monthScript, SOURCES, UPLOADS } from './month/script.ts';

/**
 * A month of an account by the scheduler's clock. Scheduler, publishing, claims, completions, failures, suspension and flows
 * are the program's own; only fetching, loading, querying and sending are left out: their answers are made up.
 */
const COURSE: Course = {
  start: Date.parse('2026-10-20T00:00:00Z'),
  end: Date.parse('2026-11-20T00:00:00Z'),
  outage: [Date.parse('2026-10-27T13:00:00Z'), Date.parse('2026-10-29T13:00:00Z')],
  failing: ['2026-11-05', '2026-11-06', '2026-11-07'],
  unsuspended: Date.parse('2026-11-12T10:00:00Z'),
};

const EXPECTED = expectedRuns(COURSE);

const used = useDatabase();
const { database } = used;
const account = useAccount(used);
const { inAccount, rows } = account;
const DAY = 86_400_000;
let fixed = false;
/** Downloads in the order in which they completed: of one report date one after the other, as the program has them wait. */
const completed: Omit<Due, 'at'>[] = [];
let suspendedAt: number | null = null;
let now = COURSE.start;

beforeAll(async () => {
  await publishText(database, account, monthScript(), COURSE.start);
  for (const tick of ticksOf(COURSE)) await liveThrough(tick);
}, 400_000);

async function liveThrough(tick: number): Promise<void> {
  now = tick;
  // The database analyzes its tables by itself, but not as fast as a month passes here.
  if (tick % DAY === 0) await queryAsSuperuser(used.url, 'analyze');
  if (tick === COURSE.unsuspended) {
    fixed = true;
    const declared = { accountId: account.accountId, kind: 'download', name: FAILING } as const;
    await inAccount((tx) => unsuspendDeclaration(tx, IDLE_QUEUE, declared, { by: 'Olivia', now }));
  }
  const deps = { database, queue: IDLE_QUEUE, fault: noFault, now: () => now, onError: () => {} };
  const counts = await Promise.all([schedule(deps), schedule(deps)]);
  if (counts[0] + counts[1] > 0 || tick === COURSE.unsuspended) await workThrough();
}

type Ready = { id: string; kind: 'download' | 'flow' | 'upload'; source: string | null; reportDate: string | null };

/** All that can start is done, by four workers. */
async function workThrough(): Promise<void> {
  for (;;) {
    const ready = await rows(
      sql<Ready>`
        select u.id, u.kind, d.source, d.report_date::text as "reportDate" from unit u
        left join download d on d.account_id = u.account_id and d.id = u.id where u.state = 'ready' order by u.id`,
    );
    if (ready.length === 0) return;
    const worker = async (): Promise<void> => {
      for (let unit = ready.shift(); unit !== undefined; unit = ready.shift()) {
        const taken = unit;
        // As workers do: with prepared statements.
        await database.prepared.withAccount(account.accountId, (tx) => perform(tx, taken));
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }
}

async function perform(tx: Tx, ready: Ready): Promise<void> {
  const unit = await takeUnit(tx, UNIT_KINDS, { accountId: account.accountId, unitId: ready.id }, 'month');
  if (!unit) return;
  await fenceUnit(tx, unit);
  if (unit.kind === 'download') await download(tx, unit, ready);
  else if (unit.kind === 'flow') await flow(tx, unit);
  else await upload(tx, unit);
}

const LOADED: LoadResult = {
  tables: [{ tableKey: 'table', filename: 'a.csv', rows: 1 }],
  columns: [],
  records: 1,
  rows: 1,
  dirtyRows: 0,
  dirtyStatus: 'none',
  newDirtyRows: 0,
  newDirtyStatus: 'none',
  dirtyKey: null,
  newDirtyKey: null,
  sampleKey: 'sample',
  bytes: 2,
};

let plan: { readonly changelistId: string; readonly plan: Plan } | undefined;

async function download(tx: Tx, unit: TakenUnit, { source: name, reportDate }: Ready): Promise<void> {
  await changeStatus(tx, 'download', unit, 'downloading');
  if (name === FAILING && !fixed && COURSE.failing.includes(reportDate ?? '')) {
    const failure = new PipelineError('SOURCE_NOT_FOUND', { name, url: 'http://x', status: 404, body: 'gone' });
    await failUnit(tx, IDLE_QUEUE, unit, { retry: false, reason: 'permanent', failure });
    const [state] = (
      await sql<{ status: string }>`select status from download_declaration where name = ${name}`.execute(tx)
    ).rows;
    if (state?.status === 'suspended') suspendedAt ??= now;
    return;
  }
  const { accountId } = account;
  if (plan === undefined) {
    const running = await sql<{ id: string }>`select id from changelist where status = 'running'`.execute(tx);
    const changelistId = running.rows[0]?.id ?? '';
    plan = { changelistId, plan: await loadPlan(tx, accountId, changelistId) };
  }
  const source = plan.plan.sources.find((candidate) => candidate.name === name);
  if (!source) throw new Error(`There is no source ${name}.`);
  await completeDownload(tx, unit, source, [{ table: source.name, answer: LOADED }]);
  await startDueFlows(tx, IDLE_QUEUE, {
    accountId,
    downloadId: unit.unitId,
    changelistId: plan.changelistId,
    purpose: unit.purpose,
    source,
    reportDate,
  });
  completed.push({ source: source.name, reportDate });
}

async function flow(tx: Tx, unit: TakenUnit): Promise<void> {
  await changeStatus(tx, 'flow', unit, 'PROCESSING');
  const uploads = await sql<{
    id: string;
    name: string;
  }>`select id, name from upload where flow_id = ${unit.unitId}`.execute(tx);
  const outputs = uploads.rows.map(({ name }) => ({
    upload: name,
    resultKey: 'result',
    rows: 1,
    bytes: 2,
    sha256: 'x',
    columns: [],
  }));
  if (plan === undefined) throw new Error('A flow ran before its download.');
  const flow = { plan: plan.plan, reportDate: null, uploads: uploads.rows, declared: plan.plan.uploads };
  await completeFlow(tx, { queue: IDLE_QUEUE }, unit, flow, outputs);
}

async function upload(tx: Tx, unit: TakenUnit): Promise<void> {
  await changeStatus(tx, 'upload', unit, 'uploading');
  const found = await sql<{
    name: string;
    flow_id: string;
    report_date: string | null;
  }>`select name, flow_id, report_date::text as report_date from upload where id = ${unit.unitId}`.execute(tx);
  const [row] = found.rows;
  if (!row) throw new Error('There is no such upload.');
  await completeUpload(tx, unit, row, { rows: 1, bytes: 2, destination: 'file', alreadyDelivered: false });
}

const counted = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

describe('a month of an account', () => {
  it('a month of an account has 20 downloads and 20 uploads in three zones', () => {
    expect([SOURCES.length, UPLOADS.length, new Set(SOURCES.map((source) => source.timezone)).size]).toEqual([
      20, 20, 3,
    ]);
  });

  it('creates every due run exactly once', async () => {
    const found = await rows(
      sql<{ run: string }>`select source || ' ' || coalesce(report_date::text, 'null') || ' ' ||
        to_char(due at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as run from download`,
    );
    const expected = EXPECTED.map(
      (run) => `${run.source} ${run.reportDate} ${new Date(run.at).toISOString().slice(0, 16).replace('T', ' ')}`,
    );
    expect(expected.length).toBeGreaterThan(600);
    expect(counted(found.map((row) => row.run))).toEqual(counted(expected));
  });

  it('catches up on runs missed during an outage, as far back as each lookback', {
    tags: 'proof:month-outage',
  }, async () => {
    const [from, to] = COURSE.outage;
    const missed = await rows(
      sql<{ source: string; runs: number }>`
        select source, count(*)::int as runs from download
        where due > ${new Date(from)} and due < ${new Date(to)} and source in ('s2', 's16', 's18') group by 1 order by 1`,
    );
    // Due on the 28th and 29th at 6:00; of data without dates only the newest.
    expect(missed).toEqual([
      { source: 's16', runs: 1 },
      { source: 's18', runs: 2 },
      { source: 's2', runs: 2 },
    ]);
  });

  it('suspends a source that fails three dates, and catches up once it is unsuspended', {
    tags: 'proof:month-suspension',
  }, async () => {
    expect(suspendedAt).toBe(Date.parse('2026-11-08T15:00:00Z'));
    const dates = await rows(
      sql<{ date: string; status: string }>`
        select report_date::text as date, status from download where source = ${FAILING} and report_date >= '2026-11-04'
        order by report_date`,
    );
    expect(dates).toEqual(
      Array.from({ length: 15 }, (_, index) => ({
        date: `2026-11-${String(4 + index).padStart(2, '0')}`,
        status: 'completed',
      })),
    );
    const events = await rows(
      sql<{
        code: string;
      }>`select code from event where download_declaration = ${FAILING} and severity in ('error', 'fatal') order by id`,
    );
    expect(counted(events.map((event) => event.code))).toEqual({ SOURCE_NOT_FOUND: 3, DECLARATION_SUSPENDED: 1 });
  });

  it('uploads every report date once for each version of its inputs, and leaves no unit open', async () => {
    const found = await rows(
      sql<{ id: string; runs: number }>`
        select name || ' ' || coalesce(report_date::text, 'null') as id, count(*)::int as runs from upload
        where status = 'completed' group by 1`,
    );
    expect(Object.fromEntries(found.map((row) => [row.id, row.runs]))).toEqual(
      Object.fromEntries(expectedUploads(completed)),
    );
    const open = await rows(sql`select id from unit where state <> 'done'`);
    expect(open).toEqual([]);
    const unfinished = await rows(sql`select id from flow where status <> 'STOPPED'`);
    expect(unfinished).toEqual([]);
  });

  it('completes every run', () => {
    expect(completed).toHaveLength(EXPECTED.length);
    expect(counted(completed.map((run) => `${run.source} ${run.reportDate}`))).toEqual(
      counted(EXPECTED.map((run) => `${run.source} ${run.reportDate}`)),
    );
  });
});
