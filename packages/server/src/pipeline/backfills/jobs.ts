import { BACKFILL_ACTIVE } from '@switchboard/model/backfill';
import type { Fault } from '@switchboard/model/faults';
import { fillTemplate } from '@switchboard/model/plan';
import { runStatus } from '@switchboard/model/status/flow-phase';
import { FLOW_FINAL, FLOW_STATUSES, type FlowStatus } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { repeat } from '../../queue/repeat.ts';
import { addUnit } from '../../units/add-units.ts';
import { launchFlow } from '../flows/launch-flow.ts';
import { addDownload } from '../state/download-rows.ts';
import { flowIdentity } from '../state/flow-rows.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { releaseDates } from './cancel-backfill.ts';
import { pipelineCounts } from './pipeline-counts.ts';
import {
  type BackfillDownload,
  type BackfillFlow,
  type BackfillScope,
  backfillFlowIdentity,
  flowsOfDate,
  launchOrder,
  scopeOf,
} from './plan-backfill.ts';

export type BackfillJobDeps = { readonly database: Database; readonly queue: Queue; readonly fault: Fault };

type ActiveRow = { readonly account_id: string; readonly id: string };
type BackfillToAdvance = {
  readonly accountId: string;
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly start: string;
  readonly end: string;
  readonly changelist_id: string;
  readonly upload_names: readonly string[];
  readonly created_by: string | null;
};

/** Flows that one transaction launches at most. */
const BATCH = 50;

/**
 * Advances every active backfill: launches missing flows in batches, one backfill after the other, and ends those whose flows
 * are over. Resumes from the rows after a crash. Any number of programs may run it at once.
 * @returns how many flows were launched and backfills ended
 * @throws the first failure, once every backfill has been advanced
 */
export async function advanceBackfills(deps: BackfillJobDeps): Promise<number> {
  // A backfill that fails must not stop the others.
  const failures = new Map<string, unknown>();
  let done = 0;
  for (let launched = 1; launched > 0; ) {
    launched = 0;
    for (const { account_id: accountId, id } of await activeBackfills(deps.database)) {
      if (failures.has(id)) continue;
      try {
        const step = await deps.database.withAccount(accountId, (tx) => advance(deps, tx, accountId, id));
        launched += step.launched;
        done += step.launched + step.ended;
      } catch (error) {
        failures.set(id, error);
      }
    }
  }
  for (const error of failures.values()) throw error;
  return done;
}

function activeBackfills(database: Database): Promise<ActiveRow[]> {
  return database.withSystem(async (tx) => {
    const found = await sql<ActiveRow>`
      select b.account_id, b.id from backfill b join account a on a.id = b.account_id and a.status = 'active'
      where b.status in (${sql.join(BACKFILL_ACTIVE.map((status) => sql.lit(status)))}) order by b.id
    `.execute(tx);
    return found.rows;
  });
}

type Step = { readonly launched: number; readonly ended: number };

async function advance(deps: BackfillJobDeps, tx: Tx, accountId: string, id: string): Promise<Step> {
  const found = await sql<Omit<BackfillToAdvance, 'accountId'>>`
    select id, title, status, start_date::text as start, end_date::text as "end", changelist_id, upload_names, created_by
    from backfill where account_id = ${accountId} and id = ${id} and status = any(${[...BACKFILL_ACTIVE]}::text[])
    for no key update skip locked
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return { launched: 0, ended: 0 };
  const backfill = { ...row, accountId };
  if (backfill.status === 'running') return { launched: 0, ended: (await endIfOver(tx, backfill)) ? 1 : 0 };
  const plan = await loadPlan(tx, accountId, backfill.changelist_id);
  const scope = scopeOf(plan, backfill.upload_names);
  const batch = await missingFlows(tx, backfill, scope);
  const downloads = new Map<string, string>();
  for (const [index, flow] of batch.entries()) {
    await launch(deps, tx, backfill, scope, flow, downloads);
    if (index === Math.floor(batch.length / 2)) await deps.fault('mid-expansion');
  }
  if (batch.length === 0)
    await sql`update backfill set status = 'running' where account_id = ${accountId} and id = ${id}`.execute(tx);
  return { launched: batch.length, ended: 0 };
}

/** The next flows that are still to be launched, in the order of their dates; empty when every date has all. */
async function missingFlows(tx: Tx, backfill: BackfillToAdvance, scope: BackfillScope): Promise<BackfillFlow[]> {
  const owned = sql`account_id = ${backfill.accountId} and backfill_id = ${backfill.id}`;
  const counted = await sql<{ report_date: string | null; flows: number }>`
    select report_date::text as report_date, count(*)::int as flows from flow where ${owned} group by 1
  `.execute(tx);
  const launched = new Map(counted.rows.map((row) => [row.report_date, row.flows]));
  const missing: BackfillFlow[] = [];
  for (const date of launchOrder(backfill)) {
    const flows = flowsOfDate(scope, date);
    if (flows.length <= (launched.get(date) ?? 0)) continue;
    const there = await sql<{ identity: string }>`
      select identity from flow where ${owned} and report_date is not distinct from ${date}::date
    `.execute(tx);
    const known = new Set(there.rows.map((row) => row.identity));
    missing.push(...flows.filter((flow) => !known.has(flowIdentity(backfillFlowIdentity(backfill.id, flow)))));
    if (missing.length >= BATCH) break;
  }
  return missing.slice(0, BATCH);
}

/** @param known ids of downloads that this transaction has met, by source and date */
async function launch(
  deps: BackfillJobDeps,
  tx: Tx,
  backfill: BackfillToAdvance,
  scope: BackfillScope,
  flow: BackfillFlow,
  known: Map<string, string>,
): Promise<void> {
  const downloads: string[] = [];
  for (const download of flow.downloads) {
    const name = `${download.reportDate} ${download.source}`;
    const id = known.get(name) ?? (await ensureDownload(deps.queue, tx, backfill, scope, download));
    known.set(name, id);
    downloads.push(id);
  }
  const chosen = new Set(flow.uploads);
  await launchFlow(tx, deps.queue, {
    accountId: backfill.accountId,
    changelistId: backfill.changelist_id,
    purpose: 'backfill',
    reportDate: flow.reportDate,
    uploads: scope.uploads
      .filter((upload) => chosen.has(upload.name))
      .map(({ name, project, connector, destination }) => ({
        name,
        project,
        destination: fillTemplate(destination, flow.reportDate, { name }),
        destinationType: connector,
      })),
    downloads,
    identity: backfillFlowIdentity(backfill.id, flow),
    backfillId: backfill.id,
    launchedBy: backfill.created_by,
  });
}

/** The backfill's own download of a source and date, made if it is not there. */
async function ensureDownload(
  queue: Queue,
  tx: Tx,
  backfill: BackfillToAdvance,
  scope: BackfillScope,
  { source, reportDate }: BackfillDownload,
): Promise<string> {
  const { accountId } = backfill;
  const trigger = `backfill ${backfill.id}`;
  const id = await addDownload(tx, {
    accountId,
    changelistId: backfill.changelist_id,
    source: { name: source, project: scope.sources.get(source)?.project ?? '' },
    purpose: 'backfill',
    reportDate,
    trigger,
    backfillId: backfill.id,
  });
  if (id !== null) {
    const unit = { accountId, unitId: id, kind: 'download', purpose: 'backfill' } as const;
    await addUnit(tx, { ...unit, state: 'ready' });
    await queue.wake(tx, { ...unit, reportDate });
    return id;
  }
  const existing = await tx
    .selectFrom('download')
    .select('id')
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where('purpose', '=', 'backfill')
    .where(sql`report_date`, 'is not distinct from', sql`${reportDate}::date`)
    .where('trigger', '=', trigger)
    .executeTakeFirst();
  if (existing === undefined) throw new Error(`The download of ${source} for the backfill ${backfill.id} is gone.`);
  return existing.id;
}

async function endIfOver(tx: Tx, backfill: BackfillToAdvance): Promise<boolean> {
  const { accountId, id } = backfill;
  const ended = await sql`
    update backfill set finished = now(), status = case when exists (
        select from flow f where f.account_id = ${accountId} and f.backfill_id = ${id} and f.status = any(${[...FAILED]}::text[])
      ) then 'completed_with_errors' else 'completed' end
    where account_id = ${accountId} and id = ${id} and not exists (
      select from flow f where f.account_id = ${accountId} and f.backfill_id = ${id}
        and f.status <> all(${[...FLOW_FINAL]}::text[])
    )
  `.execute(tx);
  if (ended.numAffectedRows !== 1n) return false;
  await releaseDates(tx, { accountId, backfillId: id });
  const counts = (await pipelineCounts(tx, accountId, [id])).get(id);
  const { total = 0, succeeded = 0, failed = 0, cancelled = 0, kept = 0 } = counts ?? {};
  await recordEvent(tx, {
    accountId,
    backfillId: id,
    purpose: 'backfill',
    severity: failed > 0 || kept > 0 || total === 0 ? 'warn' : 'info',
    code: 'BACKFILL_COMPLETED',
    parameters: { title: backfill.title, total, succeeded, failed, cancelled, kept },
  });
  return true;
}

const FAILED: readonly FlowStatus[] = FLOW_STATUSES.filter((status) => runStatus(status) === 'failed');

const INTERVAL = 1_000;

/** @param interval milliseconds between two runs: a launched backfill starts, and a finished one ends, within about this time */
export function startBackfillJob(
  deps: BackfillJobDeps & { readonly onError: (error: unknown) => void },
  interval = INTERVAL,
): { stop(): Promise<void> } {
  return repeat(interval, () => advanceBackfills(deps).then(() => {}), deps.onError);
}
