import { LIMITS, type Purpose, type WaitFacts } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind } from '../db/unit-ref.ts';

type Row = {
  id: string;
  kind: UnitKind;
  purpose: Purpose;
  state: WaitFacts['state'];
  retry_count: number;
  retry_limit: number;
  next_try: Date | null;
  lease_until: Date | null;
  account_status: string;
  declaration: string | null;
  declaration_status: string | null;
  declaration_reason: string | null;
  key_name: string | null;
  key_status: string | null;
  requested: boolean;
  checking: boolean;
  next_probe: Date | null;
  inputs: readonly { readonly name: string; readonly status: string }[] | null;
};

/** An archived key is missing. */
const KEY = sql`k.name as key_name, nullif(k.status, 'archived') as key_status`;

/** The declaration that a unit of this kind belongs to, and what it waits for. */
const PARTS: Readonly<
  Record<UnitKind, { readonly joins: RawBuilder<unknown>; readonly columns: RawBuilder<unknown> }>
> = {
  download: {
    joins: sql`
      join download d on d.account_id = u.account_id and d.id = u.id
      left join source s on s.account_id = u.account_id and s.name = d.source
      left join key k on k.account_id = u.account_id and k.id = s.key_id`,
    columns: sql`d.source as declaration, s.status as declaration_status, s.status_reason as declaration_reason, ${KEY}, d.status = 'requested' as requested, null::json as inputs,
      coalesce(u.blocked_kind = 'files', false) as checking, s.next_probe`,
  },
  flow: {
    joins: sql`join flow f on f.account_id = u.account_id and f.id = u.id`,
    columns: sql`null as declaration, null as declaration_status, null as declaration_reason, null as key_name,
      null as key_status, false as requested, false as checking, null::timestamptz as next_probe, (
        select json_agg(json_build_object('name', d.source, 'status', d.status) order by d.source)
        from flow_source w join download d on d.account_id = w.account_id and d.id = w.download_id
        where w.account_id = u.account_id and w.flow_id = u.id and d.status not in ('completed', 'STOPPED', 'skipped')
      ) as inputs`,
  },
  upload: {
    joins: sql`
      join upload p on p.account_id = u.account_id and p.id = u.id
      join flow f on f.account_id = p.account_id and f.id = p.flow_id
      left join upload_declaration e on e.account_id = u.account_id and e.name = p.name
      left join key k on k.account_id = u.account_id and k.id = e.key_id`,
    columns: sql`p.name as declaration, e.status as declaration_status, e.status_reason as declaration_reason, ${KEY}, false as requested, false as checking, null::timestamptz as next_probe, case when p.status = 'preparing'
        then json_build_array(json_build_object('name', 'processing', 'status', f.status)) end as inputs`,
  },
};

/** What `whyWaiting` decides about units of one kind from, by id; those that are over, or not there, are left out. */
export async function waitFacts(
  tx: Tx,
  accountId: string,
  kind: UnitKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WaitFacts>> {
  const { joins, columns } = PARTS[kind];
  const found = await sql<Row>`
    select u.id, u.kind, u.purpose, u.state, u.retry_count, u.retry_limit, u.next_try, u.lease_until,
      a.status as account_status, ${columns}
    from unit u join account a on a.id = u.account_id ${joins}
    where u.account_id = ${accountId} and u.id = any(${ids}) and u.state <> 'done'
  `.execute(tx);
  const running = await runningNow(tx, accountId);
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
    retryCount: row.retry_count,
    retryLimit: row.retry_limit,
    nextTry: row.next_try?.getTime() ?? null,
    leaseUntil: row.lease_until?.getTime() ?? null,
    inputs: row.inputs ?? [],
    accountSlots: { running: running.all, limit: LIMITS.runningPerAccount },
    keySlots: keyName === null ? null : { running: running.byKey.get(keyName) ?? 0, limit: LIMITS.runningPerKey },
  };
}

/** What runs in the account, in all and by key. Few rows: only so many units run at once. */
async function runningNow(tx: Tx, accountId: string): Promise<Running> {
  const found = await sql<{ key_name: string | null; units: number }>`
    select k.name as key_name, count(*)::int as units
    from unit u
    left join download d on d.account_id = u.account_id and d.id = u.id
    left join source s on s.account_id = d.account_id and s.name = d.source
    left join upload p on p.account_id = u.account_id and p.id = u.id
    left join upload_declaration e on e.account_id = p.account_id and e.name = p.name
    left join key k on k.account_id = u.account_id and k.id = coalesce(s.key_id, e.key_id)
    where u.account_id = ${accountId} and u.state = 'running' group by 1
  `.execute(tx);
  const byKey = found.rows.flatMap((row): [string, number][] =>
    row.key_name === null ? [] : [[row.key_name, row.units]],
  );
  return { all: found.rows.reduce((sum, row) => sum + row.units, 0), byKey: new Map(byKey) };
}
