import type { ErrorCode } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { retryTransfer } from './abandon-or-retry.ts';

/** Error codes of failures that say nothing of a script, its sources or its destinations. */
export const INSTALLATION_CODES: readonly ErrorCode[] = [
  'STORAGE_FULL',
  'STORAGE_FAILED',
  'HOST_FAILED',
  'WORKER_STOPPED',
  'PROCESS_STOPPED',
  'FILE_FOLDER_NOT_SHARED',
  'INTERNAL',
];

export type FailedSelection = {
  /** When they failed: from the first instant on, before the second. */
  readonly from: Date;
  readonly to: Date;
  readonly causes: readonly string[];
  /** The account's name in addresses; null for all accounts. */
  readonly account: string | null;
  /** Counts without retrying. */
  readonly isDryRun: boolean;
};

/** `retried` of a dry run are those that would be tried. */
export type RetriedCounts = { readonly retried: number; readonly left: number };

type Failed = { readonly accountId: string; readonly unitId: string; readonly kind: 'download' | 'upload' };

/** Starts the downloads and uploads of active accounts again that failed between two instants for a cause, downloads first. */
export async function retryFailed(
  { database, queue }: { readonly database: Database; readonly queue: Queue },
  { from, to, causes, account, isDryRun }: FailedSelection,
): Promise<RetriedCounts> {
  const failed = await database.withSystem(async (tx) => {
    const one = (kind: 'download' | 'upload') => sql`
      select x.account_id as "accountId", x.id as "unitId", ${kind} as kind, x.finished
      from ${sql.table(kind)} x join account a on a.id = x.account_id
      where x.status = 'failed' and x.failure_code = any(${[...causes]}) and x.finished >= ${from} and x.finished < ${to}
        and a.status = 'active' and (${account}::text is null or a.url_name = ${account})`;
    const { rows } = await sql<Failed>`${one('download')} union all ${one('upload')} order by kind, finished`.execute(
      tx,
    );
    return rows;
  });
  if (isDryRun) return { retried: failed.length, left: 0 };
  let retried = 0;
  for (const { accountId, unitId, kind } of failed) {
    const transfer = { accountId, unitId, kind };
    const outcome = await database.withAccount(accountId, (tx) =>
      retryTransfer(tx, queue, transfer, 'an administrator'),
    );
    if (outcome === 'ok') retried += 1;
  }
  return { retried, left: failed.length - retried };
}
