import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ServiceOptions } from '../../graphql/context.ts';
import type { Session } from '../../identity/session.ts';
import type { TransferOutcome } from '../../pipeline/recovery/abandon-or-retry.ts';
import { abandonTransfer, retryTransfer } from '../../pipeline/recovery/abandon-or-retry.ts';
import type { BulkAction, TransferKind } from '../transfers/transfer-kinds.ts';
import { type RunAgainOutcome, runAgain } from './run-again.ts';

/**
 * `expired`: nothing has been changed, and what was counted is too old to be changed. `other_request`: another request has run
 * it. `ok`: one batch was processed, or none was left.
 */
export type RunOutcome = 'ok' | 'not_found' | 'expired' | 'other_request';

/** Changes of many downloads or uploads, made by the person who previewed them. */
export type BulkActions = {
  /** Processes the next items. To be repeated with the same `requestId` until none is open. */
  run(session: Session, changeId: string, requestId: string): Promise<RunOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly bulkChanges: BulkActions;
  }
}

/** Items that one call processes. */
const BATCH = 100;
/** How long a preview may be run, in milliseconds. */
const EXPIRY_MS = 3_600_000;

type Change = {
  readonly accountId: string;
  readonly id: string;
  readonly kind: TransferKind;
  readonly action: BulkAction;
};

type Item = { readonly position: number; readonly unitId: string };

type ChangeRow = Pick<Change, 'kind' | 'action'> & { readonly request_id: string | null; readonly created: Date };

export function createBulkActions({ database, queue, now }: ServiceOptions): BulkActions {
  const apply = async (
    tx: Tx,
    change: Change,
    unitId: string,
    by: string,
  ): Promise<TransferOutcome | RunAgainOutcome> => {
    const transfer = { accountId: change.accountId, unitId, kind: change.kind };
    if (change.action === 'run_again')
      return runAgain(tx, queue, transfer, { by, requestId: `bulk ${change.id} ${unitId}`, now: now() });
    if (change.action === 'retry') return retryTransfer(tx, queue, transfer, by);
    return abandonTransfer(tx, queue, transfer, by);
  };

  /** Processes one open item. Returns false when none is left for this call. */
  const runNext = async (change: Change, by: string): Promise<boolean> => {
    const locked: { item?: Item } = {};
    try {
      return await database.withAccount(change.accountId, async (tx) => {
        const item = await lockNextItem(tx, change);
        if (!item) return false;
        locked.item = item;
        await storeOutcome(tx, change, item, await apply(tx, change, item.unitId, by));
        return true;
      });
    } catch (error) {
      const { item } = locked;
      // Without an outcome it would be the first item of every run.
      if (item) await database.withAccount(change.accountId, (tx) => storeOutcome(tx, change, item, 'error'));
      throw error;
    }
  };

  return {
    async run({ accountId, person }, changeId, requestId) {
      if (accountId === null) return 'not_found';
      const begun = await database.withAccount(accountId, (tx) =>
        begin(tx, { accountId, changeId, requestId, personId: person.id, oldest: new Date(now() - EXPIRY_MS) }),
      );
      if (typeof begun === 'string') return begun;
      for (let done = 0; done < BATCH; done += 1) if (!(await runNext(begun, person.name))) break;
      await database.withAccount(accountId, (tx) => finishIfDone(tx, begun));
      return 'ok';
    },
  };
}

/** Reserves the change for the request. */
async function begin(
  tx: Tx,
  run: {
    readonly accountId: string;
    readonly changeId: string;
    readonly requestId: string;
    readonly personId: string;
    readonly oldest: Date;
  },
): Promise<Change | Exclude<RunOutcome, 'ok'>> {
  const { rows } = await sql<ChangeRow>`
    select kind, action, request_id, created from bulk_change
    where account_id = ${run.accountId} and id = ${run.changeId} and created_by = ${run.personId} for update
  `.execute(tx);
  const [row] = rows;
  if (!row) return 'not_found';
  if (row.request_id !== null && row.request_id !== run.requestId) return 'other_request';
  if (row.request_id === null && row.created < run.oldest) return 'expired';
  await sql`
    update bulk_change set request_id = ${run.requestId} where account_id = ${run.accountId} and id = ${run.changeId}
  `.execute(tx);
  return { accountId: run.accountId, id: run.changeId, kind: row.kind, action: row.action };
}

/** Locks the first open item that no other call processes. */
async function lockNextItem(tx: Tx, { accountId, id }: Change): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    select position, unit_id as "unitId" from bulk_change_item
    where account_id = ${accountId} and bulk_change_id = ${id} and outcome is null
    order by position limit 1 for update skip locked
  `.execute(tx);
  return rows[0];
}

async function storeOutcome(
  tx: Tx,
  { accountId, id }: Change,
  { position }: Item,
  outcome: TransferOutcome | RunAgainOutcome | 'error',
): Promise<void> {
  await sql`
    update bulk_change_item set outcome = ${outcome}
    where account_id = ${accountId} and bulk_change_id = ${id} and position = ${position} and outcome is null
  `.execute(tx);
}

async function finishIfDone(tx: Tx, { accountId, id }: Change): Promise<void> {
  await sql`
    update bulk_change set finished = now()
    where account_id = ${accountId} and id = ${id} and finished is null and not exists (
      select from bulk_change_item i where i.account_id = ${accountId} and i.bulk_change_id = ${id} and i.outcome is null)
  `.execute(tx);
}
