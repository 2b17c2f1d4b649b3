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

/** `retried` of a dry run are those that would be tried; `left` those that cannot be. */
export type RetriedCounts = { readonly retried: number; readonly left: number };
/** `next`: where the next page begins; null after the last one. */
export type RetriedPage = RetriedCounts & { readonly next: string | null };

export type RetryParts = { readonly database: Database; readonly queue: Queue };

type Failed = { readonly accountId: string; readonly unitId: string; readonly kind: 'download' | 'upload' };

const PAGE = 200;

/** Rolls a transaction back whose outcome is only wanted. */
class DryRun extends Error {}

/** Starts the downloads and uploads of active accounts again that failed between two instants for a cause, downloads first. */
export async function retryFailed(parts: RetryParts, selection: FailedSelection, by: string): Promise<RetriedCounts> {
  let [retried, left] = [0, 0];
  for (let after: string | null = ''; after !== null; ) {
    const page: RetriedPage = await retryFailedPage(parts, selection, by, after);
    retried += page.retried;
    left += page.left;
    after = page.next;
  }
  return { retried, left };
}

/**
 * Starts a page of them again.
 * @param by name of the person who asked, which their events keep
 * @param after `next` of the page before; '' for the first
 */
export async function retryFailedPage(
  { database, queue }: RetryParts,
  { from, to, causes, account, isDryRun }: FailedSelection,
  by: string,
  after: string,
): Promise<RetriedPage> {
  const failed = await database.withSystem(async (tx) => {
    const one = (kind: 'download' | 'upload') => sql`
      select x.account_id as "accountId", x.id as "unitId", ${kind} as kind
      from ${sql.table(kind)} x join account a on a.id = x.account_id
      where x.status = 'failed' and x.failure_code = any(${[...causes]}) and x.finished >= ${from} and x.finished < ${to}
        and a.status = 'active' and (${account}::text is null or a.url_name = ${account})
        and ${kind} || ' ' || x.id::text > ${after} collate "C"`;
    const { rows } = await sql<Failed>`
      ${one('download')} union all ${one('upload')} order by kind, "unitId" limit ${PAGE}`.execute(tx);
    return rows;
  });
  let retried = 0;
  for (const { accountId, unitId, kind } of failed)
    if (await retryOne({ database, queue }, { accountId, unitId, kind }, by, isDryRun)) retried += 1;
  const last = failed.at(-1);
  const next = last === undefined || failed.length < PAGE ? null : `${last.kind} ${last.unitId}`;
  return { retried, left: failed.length - retried, next };
}

/** Whether it is, or would be, started again. */
async function retryOne(
  { database, queue }: RetryParts,
  transfer: Failed,
  by: string,
  isDryRun: boolean,
): Promise<boolean> {
  let isRetried = false;
  try {
    await database.withAccount(transfer.accountId, async (tx) => {
      isRetried = (await retryTransfer(tx, queue, transfer, by)) === 'ok';
      if (isDryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return isRetried;
}
