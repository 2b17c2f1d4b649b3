import type { FoundFiles } from '@switchboard/connectors';
import { retryDelay } from '@switchboard/engine';
import type { PipelineError } from '@switchboard/model/errors/errors';
import type { Fault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import { isDated, type Plan, type Source } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { suspendKey } from '../../identity/keys/suspend-key.ts';
import { recordEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import type { FailUnit } from '../../units/unit.ts';
import { isProbed } from '../state/plan-queries.ts';
import { isAllDirtyIn } from '../state/unit-status.ts';
import { datesTaken, decideProbe, type KnownFile, nextProbe, type Probe } from './decide-probe.ts';
import { lockFiles } from './lock-files.ts';
import { noteFile, takeFiles } from './take-files.ts';
import { datesUnread, datesWaiting, failDates, failWaiting, waitingSince } from './waiting-dates.ts';

export type ProbeDeps = {
  readonly queue: Queue;
  readonly failUnit: FailUnit;
  readonly fault: Fault;
  readonly now: () => number;
  readonly random: () => number;
  /** Milliseconds without a change after which a file counts as whole. */
  readonly settle: number;
  /** Milliseconds before the first retry of a failed probe; the engine's by default. */
  readonly retryBase?: number;
};

/** Sources whose probe is due, the longest due first; of one account at most as many as may be probed at once. */
export async function dueProbes(tx: Tx, now: number): Promise<{ readonly accountId: string; readonly name: string }[]> {
  const at = new Date(now);
  const due = await sql<{ account_id: string; name: string }>`
    select account_id, name from (
      select s.account_id, s.name, s.next_probe, row_number() over (partition by s.account_id order by s.next_probe) as place
      from download_declaration s join account a on a.id = s.account_id and a.status = 'active'
      where s.status = 'active' and s.next_probe <= ${at} and (s.probing_until is null or s.probing_until <= ${at})
        and (s.key_id is null or exists (
          select from key k where k.account_id = s.account_id and k.id = s.key_id and k.status = 'active'))
    ) waiting
    where place <= ${LIMITS.probesPerAccount} order by next_probe limit 100
  `.execute(tx);
  return due.rows.map((row) => ({ accountId: row.account_id, name: row.name }));
}

/** Leases the probe of a source. Null when it is leased already, is not due, has no files to probe, or its account has enough. */
export async function claimProbe(tx: Tx, accountId: string, name: string, now: number): Promise<Probe | null> {
  const at = new Date(now);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`probes ${accountId}`}, 0))`.execute(tx);
  const claimed = await sql<{ probe_number: number; probe_failures: number }>`
    update download_declaration set probing_until = ${new Date(now + LIMITS.probeLease)}, next_probe = ${new Date(now + LIMITS.probeLease)},
      probe_number = probe_number + 1
    where account_id = ${accountId} and name = ${name} and status = 'active' and next_probe <= ${at}
      and (probing_until is null or probing_until <= ${at})
      and (select count(*) from download_declaration other where other.account_id = ${accountId} and other.probing_until > ${at})
        < ${LIMITS.probesPerAccount}
    returning probe_number, probe_failures
  `.execute(tx);
  const [row] = claimed.rows;
  if (!row) return null;
  const running = await sql<{ id: string; plan: Plan }>`
    select id, plan from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  const [changelist] = running.rows;
  const source = changelist?.plan.sources.find((candidate) => candidate.name === name);
  // The running script has removed the source or no longer reads it from files.
  if (!changelist || !source || !isProbed(source.connector)) {
    await sql`
      update download_declaration set next_probe = null, probing_until = null where account_id = ${accountId} and name = ${name}
    `.execute(tx);
    return null;
  }
  return { accountId, changelistId: changelist.id, source, number: row.probe_number, failures: row.probe_failures };
}

/** The files that a probe has found, and the report dates that it has probed; null for a source without dates. */
export type ProbeResult = FoundFiles & { readonly dates: readonly string[] | null };

/**
 * The report dates that a probe takes files of, oldest first: those within the lookback, and earlier ones whose download has
 * yet to read its files. Null for a source without dates.
 */
export async function datesOfProbe(tx: Tx, probe: Probe, now: number): Promise<readonly string[] | null> {
  const within = datesOf(probe.source, now);
  if (within === null) return null;
  const skipped = await skippedDates(tx, probe);
  const taken = within.filter((date) => !skipped.has(date));
  return [...new Set([...(await datesUnread(tx, probe)), ...taken])].sort();
}

/** The report dates that a person left out. */
async function skippedDates(tx: Tx, { accountId, source }: Probe): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ date: string }>`
    select unnest(skipped_dates) as date from download_declaration where account_id = ${accountId} and name = ${source.name}
  `.execute(tx);
  return new Set(rows.map(({ date }) => date));
}

/** The report dates whose files are taken by schedule; null for a source without dates. */
function datesOf(source: Source, now: number): readonly string[] | null {
  return isDated(source) ? datesTaken(source.schedule, now) : null;
}

/** Turns found files into downloads, each exactly once. Writes files, downloads and the time of the next probe in one transaction. */
export async function recordProbe(tx: Tx, deps: ProbeDeps, probe: Probe, result: ProbeResult): Promise<void> {
  const { accountId, source } = probe;
  const now = deps.now();
  await lockFiles(tx, accountId, source.name);
  if (!(await isCurrent(tx, probe))) return;
  const earliest = datesOf(source, now)?.[0] ?? null;
  const decision = decideProbe({
    found: result.files,
    leftOut: result.leftOut,
    known: await knownFiles(tx, probe),
    waiting: await datesWaiting(tx, probe),
    now,
    settle: deps.settle,
    due: await latestDue(tx, probe),
    earliest,
  });
  const context = { ...probe, ...deps, now: new Date(now) };
  for (const take of decision.takes) await takeFiles(tx, context, take);
  for (const file of decision.growing) await noteFile(tx, context, file, null);
  await sql`
    delete from source_file where account_id = ${accountId} and source = ${source.name}
      and path = any(${[...decision.forget]}::text[])
  `.execute(tx);
  if (earliest !== null) {
    // Only dates that this probe has covered: one that was started again meanwhile belongs to the next probe.
    const growing = new Set(decision.growing.map((file) => file.reportDate));
    const past = (result.dates ?? []).filter((date) => date < earliest && !growing.has(date));
    await failDates(tx, probe, past);
  }
  const since = await waitingSince(tx, probe);
  const next = nextProbe(now, { growing: decision.growing.length > 0, waitingSince: since }, deps.settle);
  await endProbe(tx, probe, now, next, 0);
}

/**
 * Records a failed probe, which never counts as "no files": it is retried later. A permanent failure also fails the waiting
 * report dates. A rejected key is suspended, which blocks further probes until it is fixed.
 */
export async function recordFailedProbe(tx: Tx, deps: ProbeDeps, probe: Probe, failure: PipelineError): Promise<void> {
  const { accountId, source } = probe;
  const now = deps.now();
  await lockFiles(tx, accountId, source.name);
  if (!(await isCurrent(tx, probe))) return;
  const permanent = failure.class === 'permanent';
  if (permanent) await failWaiting(tx, deps, probe, failure);
  const isSuspended =
    failure.class === 'authentication' &&
    source.key !== null &&
    (await suspendKey(tx, accountId, source.key, failure.message));
  const failures = probe.failures + 1;
  // A source that fails for days is reported only now and then; a key that is suspended always, since lists follow events.
  if (isSuspended || failures <= LIMITS.retryLimit || failures % 10 === 0) {
    await recordEvent(tx, {
      accountId,
      severity: permanent ? failure.severity : 'warn',
      code: failure.code,
      message: failure.message,
      project: source.project,
      downloadDeclaration: source.name,
      willRetry: !permanent,
    });
  }
  const delay = retryDelay(permanent ? 30 : probe.failures, deps.random, failure.retryAfter, deps.retryBase);
  await endProbe(tx, probe, now, now + delay, failures);
}

/** Makes the source of a probe due again, as if it had not been probed. */
export async function giveBackProbe(tx: Tx, { accountId, source, number }: Probe): Promise<void> {
  await sql`
    update download_declaration set probing_until = null, next_probe = now()
    where account_id = ${accountId} and name = ${source.name} and probe_number = ${number}
  `.execute(tx);
}

/** Whether this probe is still the source's latest, of the running script. Makes the source due at once where it is not. */
async function isCurrent(tx: Tx, probe: Probe): Promise<boolean> {
  const found = await sql<{ running: boolean }>`
    select exists (
      select from changelist c where c.account_id = s.account_id and c.id = ${probe.changelistId} and c.status = 'running'
    ) as running
    from download_declaration s
    where s.account_id = ${probe.accountId} and s.name = ${probe.source.name} and s.probe_number = ${probe.number}
      and s.status = 'active'
  `.execute(tx);
  if (found.rows[0]?.running === true) return true;
  await giveBackProbe(tx, probe);
  return false;
}

async function endProbe(tx: Tx, probe: Probe, now: number, next: number | null, failures: number): Promise<void> {
  const ended = await sql`
    update download_declaration set last_probe = ${new Date(now)},
      -- A probe that was requested meanwhile stays due.
      next_probe = least(case when next_probe = probing_until then null else next_probe end,
        ${next === null ? null : new Date(next)}::timestamptz),
      probing_until = null, probe_failures = ${failures}
    where account_id = ${probe.accountId} and name = ${probe.source.name} and probe_number = ${probe.number}
  `.execute(tx);
  if (ended.numAffectedRows !== 1n) throw new Error(`The probe of ${probe.source.name} was superseded.`);
}

async function knownFiles(tx: Tx, probe: Probe): Promise<KnownFile[]> {
  const found = await sql<{
    path: string;
    version: string;
    seen: Date;
    report_date: string | null;
    status: string | null;
  }>`
    select f.path, f.checksum as version, f.seen, f.report_date::text as report_date,
      case when ${isAllDirtyIn('d')} then 'failed' else d.status end as status
    from source_file f left join download d on d.account_id = f.account_id and d.id = f.download_id
    where f.account_id = ${probe.accountId} and f.source = ${probe.source.name}
  `.execute(tx);
  return found.rows.map(({ path, version, seen, report_date: reportDate, status }) => {
    const lost = status !== null && ['failed', 'cancelled', 'abandoned'].includes(status);
    return {
      path,
      version,
      seen: seen.getTime(),
      reportDate,
      download: status === null ? 'none' : lost ? 'lost' : 'kept',
    };
  });
}

async function latestDue(tx: Tx, probe: Probe): Promise<string> {
  const found = await sql<{ scheduled_through: Date }>`
    select scheduled_through from download_declaration where account_id = ${probe.accountId} and name = ${probe.source.name}
  `.execute(tx);
  return found.rows[0]?.scheduled_through.toISOString() ?? '';
}
