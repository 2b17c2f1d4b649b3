import type { Purpose } from '@switchboard/model';
import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../ledger/unit.ts';

/** The queue only wakes workers: what is true stands in the ledger, so a job may be lost or come twice. */
export type Queue = {
  /** Wakes a worker for a unit, in the caller's transaction: committed with it or not at all. */
  wake(tx: Tx, unit: WokenUnit, afterMs?: number): Promise<void>;
  /** The next job, production first, of none of these accounts (those that have their share of this worker already). */
  take(saturatedAccounts: readonly string[]): Promise<QueueJob | null>;
  /** The job has served: its unit is claimed, or was not to be had. */
  done(job: QueueJob): Promise<void>;
  stop(): Promise<void>;
};

export type WokenUnit = UnitRef & {
  readonly purpose: Purpose;
  readonly kind: UnitKind;
  /** yyyy-MM-dd; of many that wait, the newest goes first. */
  readonly reportDate?: string | null;
};

export type QueueJob = UnitRef & { readonly jobId: string };

const QUEUE = 'unit';
const PRIORITY: Readonly<Record<Purpose, number>> = { production: 20_000, backfill: 10_000, proof: 0 };
/** What is nearest to its destination goes first: results arrive while later dates are still being fetched. */
const NEARNESS: Readonly<Record<UnitKind, number>> = { upload: 4_000, flow: 2_000, download: 0 };
const OLDEST_DAYS = 1_000;
const RETENTION_SECONDS = 90 * 86_400;

type JobData = { readonly account_id: string; readonly unit_id: string };

/** Purpose before nearness before date; what has no date is needed by every date. */
export function priorityOf(unit: WokenUnit, now: number): number {
  const days =
    unit.reportDate == null ? 0 : Math.floor((now - Date.parse(`${unit.reportDate}T00:00:00Z`)) / 86_400_000);
  return PRIORITY[unit.purpose] + NEARNESS[unit.kind] + OLDEST_DAYS - Math.min(Math.max(days, 0), OLDEST_DAYS);
}

/** @param options.url of a login that may create the queue's schema */
export async function startQueue(options: {
  readonly url: string;
  readonly onError: (error: Error) => void;
}): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: options.url,
    max: 4,
    application_name: 'switchboard-queue',
    schedule: false,
  });
  boss.on('error', options.onError);
  await boss.start();
  await boss.createQueue(QUEUE, {
    // One waiting job a unit: waking it again changes nothing until that job is taken.
    policy: 'short',
    // The ledger owns retries, and a job says nothing that its unit does not.
    retryLimit: 0,
    expireInSeconds: 86_399,
    retentionSeconds: RETENTION_SECONDS,
    deleteAfterSeconds: 3_600,
  });
  await boss.getDb().executeSql(`
    grant usage on schema pgboss to switchboard_app, switchboard_engine;
    grant select, insert, update on all tables in schema pgboss to switchboard_app, switchboard_engine;
    grant execute on all functions in schema pgboss to switchboard_app, switchboard_engine;
  `);

  return {
    async wake(tx, unit, afterMs = 0) {
      const data: JobData = { account_id: unit.accountId, unit_id: unit.unitId };
      await boss.send(QUEUE, data, {
        priority: priorityOf(unit, Date.now()),
        group: { id: unit.accountId },
        singletonKey: unit.unitId,
        ...(afterMs > 0 ? { startAfter: afterMs / 1000 } : {}),
        db: {
          executeSql: async (text, values) => {
            const result = await tx.executeQuery(CompiledQuery.raw(text, values ?? []));
            return { rows: result.rows };
          },
        },
      });
      await sql`update unit set enqueued = now() where account_id = ${unit.accountId} and id = ${unit.unitId}`.execute(
        tx,
      );
      if (afterMs <= 0) await sql`select pg_notify('switchboard_units', 'wake')`.execute(tx);
    },
    async take(saturatedAccounts) {
      const [job] = await boss.fetch<JobData>(QUEUE, {
        ...(saturatedAccounts.length > 0 ? { ignoreGroups: [...saturatedAccounts] } : {}),
      });
      return job ? { jobId: job.id, accountId: job.data.account_id, unitId: job.data.unit_id } : null;
    },
    async done(job) {
      await boss.complete(QUEUE, job.jobId);
    },
    async stop() {
      await boss.stop({ graceful: false });
    },
  };
}
