import { ERRORS } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { Plan } from '@switchboard/model/plan';
import { addDays } from '@switchboard/model/schedule/schedule';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { activateKey } from '../../identity/keys/suspend-key.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { causeNow } from '../../observe/cause.ts';
import type { Queue } from '../../queue/queue.ts';
import { cancelRequestOf } from '../../units/request-unit-cancel.ts';
import { releaseBlocked } from '../../units/unit.ts';
import { activateUpload } from '../deadlines/upload-declarations.ts';
import { activateSource, postponeProbes } from '../sources/source-rows.ts';
import { requestCancel } from '../state/request-cancel.ts';
import { IS_NOT_LATEST, restartTransfer, takeRunningScript, takeRunningScriptOfFlow } from '../state/start-again.ts';
import { UNIT_KINDS } from '../state/unit-kinds.ts';
import { isAllDirtyIn } from '../state/unit-status.ts';
import { pauseDeclarations } from '../suspension/pause.ts';
import { retryTransfer } from './abandon-or-retry.ts';
import { resume } from './resume.ts';
import { retryProcessing } from './retry-flow.ts';

export type Declared = { readonly accountId: string; readonly kind: 'download' | 'upload'; readonly name: string };

/** The person who unsuspends, and when (epoch milliseconds). */
export type Unsuspending = { readonly by: string; readonly now: number; readonly personId?: string };

/** How many report dates are tried again at once; older ones can be retried by hand or backfilled. */
const RETRIED_AT_ONCE = 400;

/**
 * Unsuspends a download or upload: releases the units that it blocked, schedules missed report dates, and retries those that
 * failed within the lookback.
 * @returns false when there is no such declaration
 */
export async function unsuspendDeclaration(
  tx: Tx,
  queue: Queue,
  declared: Declared,
  { by, now, personId }: Unsuspending,
): Promise<boolean> {
  const table = sql.table(`${declared.kind}_declaration`);
  const found = await sql<{ status: string; project: string }>`
    select status, project from ${table} where account_id = ${declared.accountId} and name = ${declared.name}
      and status <> 'removed' for update
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return false;
  const { accountId, kind, name } = declared;
  if (row.status === 'active') return true;
  if (row.status === 'paused')
    return (
      (await resume(tx, queue, declared, { by: { name: by, personId: personId ?? null }, catchUp: 'all', now })) !==
      'not_found'
    );
  if (kind === 'download') await activateSource(tx, accountId, name, now);
  else await activateUpload(tx, accountId, name);
  await pauseDeclarations(tx, accountId);
  await releaseBlocked(
    tx,
    { queue, kinds: UNIT_KINDS },
    declared.accountId,
    { kind: declared.kind === 'download' ? 'source' : 'upload', name: declared.name },
    { cause: causeNow(null, { account: declared.accountId }) },
  );
  const retried =
    (await retryFailedDates(tx, queue, declared, now)) + (await retryFailedFlows(tx, queue, declared, { by, now }));
  await recordEvent(tx, {
    accountId: declared.accountId,
    severity: 'info',
    project: row.project,
    code: 'DECLARATION_UNSUSPENDED',
    parameters: { name: declared.name, person: by, runs: retried },
    ...(declared.kind === 'download' ? { downloadDeclaration: declared.name } : { uploadDeclaration: declared.name }),
  });
  return true;
}

/**
 * Makes a suspended key active: releases the units that it blocked, and retries those that failed, those of backfills and test runs
 * where the key was the cause.
 * @returns false when there is no such key
 */
export async function unsuspendKey(
  tx: Tx,
  queue: Queue,
  key: { readonly accountId: string; readonly name: string },
  { by, now, personId }: Unsuspending,
): Promise<boolean> {
  const { accountId, name } = key;
  const found = await sql<{ id: string; status: string }>`
    select id, status from key where account_id = ${accountId} and name = ${name} and status <> 'archived' for no key update
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return false;
  if (row.status === 'active') return true;
  if (row.status === 'paused') {
    const resuming = { by: { name: by, personId: personId ?? null }, catchUp: 'all', now } as const;
    return (await resume(tx, queue, { accountId, kind: 'key', name }, resuming)) !== 'not_found';
  }
  await activateKey(tx, accountId, row.id, personId ?? null);
  const released = await releaseBlocked(
    tx,
    { queue, kinds: UNIT_KINDS },
    accountId,
    { kind: 'key', name },
    {
      cause: causeNow(null, { account: accountId }),
    },
  );
  const users = await sql<Omit<Declared, 'accountId'>>`
    select 'download' as kind, name from download_declaration where account_id = ${accountId} and key_id = ${row.id} and status = 'active'
    union all
    select 'upload', name from upload_declaration where account_id = ${accountId} and key_id = ${row.id} and status = 'active'
  `.execute(tx);
  let retried = 0;
  for (const user of users.rows) {
    const declared = { accountId, ...user };
    retried += (await retryFailedDates(tx, queue, declared, now)) + (await retryRejected(tx, queue, declared, by));
  }
  // After the units: probes and workers lock them first.
  await postponeProbes(tx, accountId, row.id, now);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'KEY_UNSUSPENDED',
    parameters: { key: name, person: by, waiting: released, retried },
  });
  return true;
}

/**
 * Restarts failed production runs within the lookback with a fresh count of retries; of a report date the latest, if that failed.
 * An upload with a requested cancel only queries its destination.
 */
async function retryFailedDates(tx: Tx, queue: Queue, declared: Declared, now: number): Promise<number> {
  const { accountId, kind, name } = declared;
  const since = await sinceOf(tx, declared, now);
  const which =
    kind === 'download'
      ? sql`d.source = ${name} and d.due >= ${since}::date::timestamp at time zone 'UTC' and not ${IS_NOT_LATEST}`
      : sql`d.name = ${name} and coalesce(d.report_date, d.created::date) >= ${since}::date and d.result_key is not null and d.result_removed is null`;
  const failure = kind === 'download' ? sql`d.status = 'failed' or ${isAllDirtyIn('d')}` : sql`d.status = 'failed'`;
  const flow = kind === 'upload' ? sql`d.flow_id` : sql`null::uuid`;
  const failed = await sql<{ id: string; purpose: Purpose; report_date: string | null; flow_id: string | null }>`
    select d.id, d.purpose, d.report_date::text as report_date, ${flow} as flow_id from ${sql.table(kind)} d
    where d.account_id = ${accountId} and d.purpose = 'production' and (${failure}) and ${which}
    order by d.report_date desc nulls last limit ${RETRIED_AT_ONCE} for update
  `.execute(tx);
  for (const row of failed.rows) {
    const unit = { accountId, unitId: row.id, kind, purpose: row.purpose } as const;
    const cancelRequest = kind === 'upload' ? await cancelRequestOf(tx, unit) : null;
    if (cancelRequest && (await requestCancel(tx, queue, unit, cancelRequest))) continue;
    if (row.flow_id === null) await takeRunningScript(tx, unit);
    else await takeRunningScriptOfFlow(tx, { accountId, unitId: row.flow_id });
    await restartTransfer(tx, queue, { ...unit, reportDate: row.report_date });
  }
  return failed.rows.length;
}

/** Failures of a key that the other side rejected, or that was suspended. */
const KEY_FAILURES = Object.entries(ERRORS).flatMap(([code, { class: kind }]) =>
  kind === 'authentication' ? [code] : [],
);

/**
 * Restarts what failed because of a key for backfills and test runs that are not cancelled, of the last days: the dates of a backfill are
 * chosen by a person, however long ago they are.
 */
async function retryRejected(tx: Tx, queue: Queue, declared: Declared, by: string): Promise<number> {
  const { accountId, kind, name } = declared;
  const declaredAs = kind === 'download' ? sql`d.source = ${name}` : sql`d.name = ${name}`;
  const failed = await sql<{ id: string }>`
    select d.id from ${sql.table(kind)} d
    where d.account_id = ${accountId} and d.purpose <> 'production' and d.status = 'failed' and ${declaredAs}
      and d.failure_code = any(${KEY_FAILURES}::text[]) and d.finished > now() - ${`${LIMITS.sampleAgeDays} days`}::interval
    order by d.report_date desc nulls last, d.id desc limit ${RETRIED_AT_ONCE}
  `.execute(tx);
  let retried = 0;
  for (const { id: unitId } of failed.rows)
    if ((await retryTransfer(tx, queue, { accountId, unitId, kind }, by)) === 'ok') retried += 1;
  return retried;
}

/**
 * Restarts flows whose processing failed, the latest of each report date: such an upload has no result to deliver. A
 * key had no part in that.
 */
async function retryFailedFlows(tx: Tx, queue: Queue, declared: Declared, { by, now }: Unsuspending): Promise<number> {
  const { accountId, kind, name } = declared;
  if (kind === 'download') return 0;
  const later = sql`
    select from upload later
    where later.account_id = u.account_id and later.name = u.name and later.purpose = u.purpose and later.id > u.id
      and later.status not in ('cancelled', 'abandoned')`;
  const failed = await sql<{ flow_id: string }>`
    select u.flow_id from upload u
    where u.account_id = ${accountId} and u.name = ${name} and u.purpose = 'production' and u.status = 'failed'
      and (u.result_key is null or u.result_removed is not null) and coalesce(u.report_date, u.created::date) >= ${await sinceOf(tx, declared, now)}::date
      and not (exists (${later} and later.report_date = u.report_date)
        or u.report_date is null and exists (${later} and later.report_date is null))
    order by u.report_date desc nulls last limit ${RETRIED_AT_ONCE}
  `.execute(tx);
  let retried = 0;
  for (const { flow_id: unitId } of failed.rows)
    if ((await retryProcessing(tx, queue, { accountId, unitId }, by)) === 'ok') retried += 1;
  return retried;
}

/** The first day of the lookback, yyyy-MM-dd. */
async function sinceOf(tx: Tx, declared: Declared, now: number): Promise<string> {
  return addDays(new Date(now).toISOString().slice(0, 10), -(await lookbackOf(tx, declared)));
}

async function lookbackOf(tx: Tx, declared: Declared): Promise<number> {
  if (declared.kind === 'upload') return LIMITS.sampleAgeDays;
  const found = await sql<{ plan: Plan }>`
    select plan from changelist where account_id = ${declared.accountId} and status = 'running'
  `.execute(tx);
  const source = found.rows[0]?.plan.sources.find((candidate) => candidate.name === declared.name);
  return source?.schedule.lookbackDays ?? 0;
}
