import { frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import type { Purpose } from '@switchboard/model/status/status';
import type { WaitFacts } from '@switchboard/model/status/waiting';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind } from '../db/unit-ref.ts';
import type { KindFacts, UnitKinds } from './unit-kinds.ts';

type Row = KindFacts & {
  readonly id: string;
  readonly kind: UnitKind;
  readonly purpose: Purpose;
  readonly state: WaitFacts['state'];
  readonly retry_count: number;
  readonly retry_limit: number;
  readonly next_try: Date | null;
  readonly lease_until: Date | null;
  readonly account_status: string;
  readonly account_limit: number;
  readonly key_limit: number;
};

/** The facts by which `whyWaiting` decides about units of one kind, by id. Units that are over or do not exist are left out. */
export async function waitFacts(
  tx: Tx,
  kinds: UnitKinds,
  accountId: string,
  kind: UnitKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WaitFacts>> {
  const { joins, columns } = kinds.facts[kind];
  const found = await sql<Row>`
    select unit.id, unit.kind, unit.purpose, unit.state, unit.retry_count, unit.retry_limit, unit.next_try, unit.lease_until,
      a.status as account_status, coalesce(a.running_limit, quota.account_running) as account_limit,
      coalesce(a.key_running_limit, quota.key_running) as key_limit, ${columns}
    from unit join account a on a.id = unit.account_id cross join queue.default_quota quota ${joins}
    where unit.account_id = ${accountId} and unit.id = any(${ids}) and unit.state <> 'done'
  `.execute(tx);
  const running = await runningNow(tx, kinds, accountId);
  return new Map(found.rows.map((row) => [row.id, factsOf(row, running)]));
}

type Running = { readonly all: number; readonly byKey: ReadonlyMap<string, number> };

function factsOf(row: Row, running: Running): WaitFacts {
  const { declaration, key_name: keyName } = row;
  return {
    kind: row.kind,
    purpose: row.purpose,
    state: row.state,
    accountActive: row.account_status === 'active',
    declaration:
      declaration === null
        ? null
        : { name: declaration, status: row.declaration_status ?? 'active', reason: row.declaration_reason },
    key: keyName === null ? null : { name: keyName, status: row.key_status },
    requested: row.requested,
    files: row.checking ? { nextProbe: row.next_probe?.getTime() ?? null } : null,
    frozen: row.frozen === null ? null : { id: row.frozen.id, dates: frozenDatesText(row.frozen) },
    retryCount: row.retry_count,
    retryLimit: row.retry_limit,
    nextTry: row.next_try?.getTime() ?? null,
    leaseUntil: row.lease_until?.getTime() ?? null,
    inputs: row.inputs ?? [],
    accountSlots: { running: running.all, limit: row.account_limit },
    keySlots: keyName === null ? null : { running: running.byKey.get(keyName) ?? 0, limit: row.key_limit },
  };
}

/** How many units of the account run, in all and by key. Reads few rows, since slots are limited. */
async function runningNow(tx: Tx, { declaration }: UnitKinds, accountId: string): Promise<Running> {
  const found = await sql<{ key_name: string | null; units: number }>`
    select ${declaration.keyName} as key_name, count(*)::int as units
    from unit ${declaration.joins}
    where unit.account_id = ${accountId} and unit.state = 'running' group by 1
  `.execute(tx);
  const byKey = found.rows.flatMap((row): [string, number][] =>
    row.key_name === null ? [] : [[row.key_name, row.units]],
  );
  return { all: found.rows.reduce((sum, row) => sum + row.units, 0), byKey: new Map(byKey) };
}
