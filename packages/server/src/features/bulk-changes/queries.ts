import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { TransferOutcome } from '../../pipeline/recovery/abandon-or-retry.ts';
import { refusalText } from '../transfers/refusal-text.ts';
import type { BulkAction, TransferKind } from '../transfers/transfer-kinds.ts';
import type { RunAgainOutcome } from './run-again.ts';
import type { SkippedRows } from './select-items.ts';

/** Result for one item. `error`: an unexpected problem, which is in the log. */
export type ItemOutcome = TransferOutcome | RunAgainOutcome | 'error';

export type BulkChangeRow = {
  readonly id: string;
  readonly kind: TransferKind;
  readonly action: BulkAction;
  readonly is_limited: boolean;
  readonly created: Date;
  readonly finished: Date | null;
  readonly count: number;
  readonly open: number;
  /** Set by the preview only, since they are not stored. */
  readonly skipped?: readonly SkippedRows[];
};

/** Changes older than this are deleted when the account makes the next one. */
const KEPT = sql`interval '7 days'`;

/** Stores the items of a change. Returns its id. */
export async function storeBulkChange(
  tx: Tx,
  accountId: string,
  change: {
    readonly kind: TransferKind;
    readonly action: BulkAction;
    readonly isLimited: boolean;
    readonly personId: string;
    readonly unitIds: readonly string[];
  },
): Promise<string> {
  await sql`delete from bulk_change where account_id = ${accountId} and created < now() - ${KEPT}`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into bulk_change (account_id, kind, action, is_limited, created_by)
    values (${accountId}, ${change.kind}, ${change.action}, ${change.isLimited}, ${change.personId}) returning id
  `.execute(tx);
  const id = rows[0]?.id ?? '';
  await sql`
    insert into bulk_change_item (account_id, bulk_change_id, position, unit_id)
    select ${accountId}, ${id}, item.position, item.id
    from unnest(${[...change.unitIds]}::uuid[]) with ordinality as item(id, position)
  `.execute(tx);
  return id;
}

/** The account's changes with these ids. */
export const bulkChangesById: Batch<BulkChangeRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<BulkChangeRow>`
    select c.id, c.kind, c.action, c.is_limited, c.created, c.finished, items.count, items.open
    from bulk_change c
    cross join lateral (
      select count(*)::int as count, (count(*) filter (where i.outcome is null))::int as open from bulk_change_item i
      where i.account_id = c.account_id and i.bulk_change_id = c.id
    ) items
    where c.account_id = ${accountId}::uuid and c.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

export type OutcomeCount = { readonly outcome: ItemOutcome; readonly count: number };

/** By change: how many items had each outcome. */
export const outcomesOfChanges: Batch<readonly OutcomeCount[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<OutcomeCount & { readonly id: string }>`
    select bulk_change_id as id, outcome, count(*)::int as count from bulk_change_item
    where account_id = ${accountId}::uuid and bulk_change_id = any(${[...ids]}::uuid[]) and outcome is not null
    group by 1, 2 order by 1, 3 desc, 2
  `.execute(tx);
  return Map.groupBy(rows, ({ id }) => id);
};

export type RefusedItem = { readonly unitId: string; readonly outcome: ItemOutcome; readonly message: string };

const UNEXPECTED = 'There was a problem processing the request. Please try this one again by itself.';

type RefusedRow = Omit<RefusedItem, 'message'> & Pick<BulkChangeRow, 'id' | 'kind' | 'action'>;

const messageOf = ({ outcome, action, kind }: RefusedRow): string =>
  (outcome === 'error' ? null : refusalText(outcome, action, kind)) ?? UNEXPECTED;

/** By change: the first items that were not changed, in their order. */
export const refusedItems =
  (max: number): Batch<readonly RefusedItem[]> =>
  async (tx, accountId, ids) => {
    const { rows } = await sql<RefusedRow>`
      select c.id, c.kind, c.action, refused.unit_id as "unitId", refused.outcome
      from bulk_change c
      cross join lateral (
        select i.unit_id, i.outcome from bulk_change_item i
        where i.account_id = ${accountId}::uuid and i.bulk_change_id = c.id and i.outcome <> 'ok'
        order by i.position limit ${max}
      ) refused
      where c.account_id = ${accountId}::uuid and c.id = any(${[...ids]}::uuid[])
    `.execute(tx);
    const refused = rows.map((row) => ({ ...row, message: messageOf(row) }));
    return Map.groupBy(refused, ({ id }) => id);
  };
