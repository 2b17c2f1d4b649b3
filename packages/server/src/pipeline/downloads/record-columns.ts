import { isDeepStrictEqual } from 'node:util';
import type { LoadResult } from '@switchboard/engine';
import {
  type ColumnChange,
  columnChangesText,
  compareDeliveries,
  contractDeviations,
  type Delivery,
  mergeDelivery,
} from '@switchboard/model/lineage/delivered-columns';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type EventUnit, recordUnitEvent } from '../../journal/record-event.ts';

type Loaded = { readonly table: string; readonly answer: LoadResult };

type Known = {
  readonly table_name: string;
  readonly delivered: Delivery;
  readonly contract: Delivery | null;
};
type Run = { readonly unit: EventUnit; readonly source: string };

/**
 * Records, in the transaction that completes a production download, how the columns of its files differ from those of the run
 * before, and from the contract. A run without a difference writes nothing, unless it breaks the contract.
 */
export async function recordColumns(tx: Tx, unit: EventUnit, source: string, loaded: readonly Loaded[]): Promise<void> {
  const run = { unit, source };
  const known = new Map((await knownColumns(tx, run)).map((row) => [row.table_name, row]));
  for (const { table, answer } of loaded) {
    const { delivery } = answer;
    if (delivery === undefined || delivery.columns.length === 0) continue;
    const former = known.get(table);
    if (former === undefined) await insertColumns(tx, run, table, delivery);
    const deviations = former?.contract == null ? [] : contractDeviations(former.contract, delivery);
    if (deviations.length > 0)
      await recordUnitEvent(tx, unit, {
        severity: 'error',
        code: 'CONTRACT_BROKEN',
        parameters: { name: table, changes: columnChangesText(deviations) },
      });
    if (former !== undefined && !isDeepStrictEqual(former.delivered, delivery))
      await recordChange(tx, run, { table, answer, delivery, isBroken: deviations.length > 0 });
  }
}

async function knownColumns(tx: Tx, { unit: { accountId }, source }: Run): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select table_name, delivered, contract from source_columns
    where account_id = ${accountId}::uuid and source = ${source}
  `.execute(tx);
  return rows;
}

async function insertColumns(
  tx: Tx,
  { unit: { accountId, unitId }, source }: Run,
  table: string,
  delivery: Delivery,
): Promise<void> {
  await sql`
    insert into source_columns (account_id, source, table_name, delivered, changelist_id)
    select d.account_id, ${source}, ${table}, ${JSON.stringify(delivery)}::jsonb, d.changelist_id
    from download d where d.account_id = ${accountId}::uuid and d.id = ${unitId}::uuid
    on conflict do nothing
  `.execute(tx);
}

type Delivered = {
  readonly table: string;
  readonly answer: LoadResult;
  readonly delivery: Delivery;
  /** Whether an event has said already that it breaks the contract. */
  readonly isBroken: boolean;
};

/** Compares again under a lock, since several report dates may complete at once. An older report date changes nothing. */
async function recordChange(tx: Tx, run: Run, { table, answer, delivery, isBroken }: Delivered): Promise<void> {
  const { unit, source } = run;
  const { accountId, unitId } = unit;
  const { rows } = await sql<{ delivered: Delivery }>`
    select c.delivered from source_columns c join download d on d.account_id = c.account_id and d.id = ${unitId}::uuid
    where c.account_id = ${accountId}::uuid and c.source = ${source} and c.table_name = ${table} and not exists (
      select from download later
      where later.account_id = d.account_id and later.source = d.source and later.health_day > d.health_day
        and later.purpose = 'production' and later.status = 'completed')
    for update of c
  `.execute(tx);
  const [former] = rows;
  if (former === undefined) return;
  const changes = compareDeliveries(former.delivered, delivery);
  const merged = mergeDelivery(former.delivered, delivery);
  if (isDeepStrictEqual(former.delivered, merged)) return;
  const isChanged = changes.length > 0;
  await sql`
    update source_columns c set delivered = ${JSON.stringify(merged)}::jsonb, changelist_id = d.changelist_id,
      since = case when ${isChanged} then now() else c.since end, revision = c.revision + 1
    from download d
    where c.account_id = ${accountId}::uuid and c.source = ${source} and c.table_name = ${table}
      and d.account_id = c.account_id and d.id = ${unitId}::uuid
  `.execute(tx);
  if (!isChanged) return;
  const dirty = (answer.dirtyReasons ?? []).map(({ column, reason, dirty: rows }) => ({ column, reason, rows }));
  await sql`
    insert into schema_change (account_id, source, table_name, download_id, report_date, changelist_id, changes, row_count, dirty)
    select d.account_id, d.source, ${table}, d.id, d.report_date, d.changelist_id, ${JSON.stringify(changes)}::jsonb,
      ${answer.records}, ${JSON.stringify(dirty)}::jsonb
    from download d where d.account_id = ${accountId}::uuid and d.id = ${unitId}::uuid
  `.execute(tx);
  const fromSource = changes.filter(({ cause }) => cause === 'source');
  if (isBroken || fromSource.length === 0) return;
  await recordUnitEvent(tx, unit, {
    severity: fromSource.some(isRisky) ? 'warn' : 'info',
    code: 'SCHEMA_CHANGED',
    parameters: { name: table, changes: columnChangesText(fromSource) },
  });
}

/** Whether queries may miss something: columns that are added or moved harm none. */
const isRisky = ({ kind }: ColumnChange): boolean => kind !== 'added' && kind !== 'moved';
