import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export const DRAIN_KINDS = ['host', 'pool', 'account'] as const;
export type DrainKind = (typeof DRAIN_KINDS)[number];
/** A drain: the programs of a host or of a pool, or the work of an account by its id. */
export type Drain = { readonly kind: DrainKind; readonly target: string };

/** Limits of the work that a program takes. */
export type Intake = {
  /** It takes nothing. */
  readonly isDrained: boolean;
  /** Ids of accounts whose work it leaves. */
  readonly leftOut: readonly string[];
  /** The newest drain, as the database writes times; null without any. */
  readonly seen: string | null;
};

export const OPEN_INTAKE: Intake = { isDrained: false, leftOut: [], seen: null };

/** Reads the limits of the work that a program of this host and pool takes now. */
export async function readIntake(
  tx: Tx,
  { host, pool }: { readonly host: string; readonly pool: string | null },
): Promise<Intake> {
  const { rows } = await sql<Intake>`
    select coalesce(bool_or(kind = 'host' and target = ${host} or kind = 'pool' and target = ${pool}::text), false) as "isDrained",
      coalesce(array_agg(target) filter (where kind = 'account'), '{}') as "leftOut", max(since)::text as seen
    from queue.drain`.execute(tx);
  return rows[0] ?? OPEN_INTAKE;
}

/** Closes what is drained to new work; programs follow within seconds. @returns false when it was drained already */
export async function startDrain(tx: Tx, { kind, target }: Drain): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into queue.drain (kind, target) values (${kind}, ${target}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** @returns false when it was not drained */
export async function endDrain(tx: Tx, { kind, target }: Drain): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from queue.drain where kind = ${kind} and target = ${target}`.execute(tx);
  return numAffectedRows === 1n;
}

export type DrainState = Drain & {
  /** The account's name in addresses, else the target. */
  readonly name: string;
  readonly since: Date;
  /** Units that still run. */
  readonly running: number;
  /** Nothing runs any more, and every program follows it. */
  readonly isEmpty: boolean;
};

/** Everything that is drained, in order. */
export async function listDrains(tx: Tx): Promise<readonly DrainState[]> {
  const { rows } = await sql<DrainState>`
    select d.kind, d.target, coalesce(a.url_name, d.target) as name, d.since, r.running, r.running = 0 and w.follow as "isEmpty"
    from queue.drain d
    left join account a on d.kind = 'account' and a.id::text = d.target
    cross join lateral (
      select coalesce(bool_and(coalesce(p.drains_seen >= d.since, false)), true) as follow, coalesce(sum(p.running), 0)::int as running
      from program p
      where 'worker' = any (p.roles) and p.seen > now() - interval '1 minute'
        and case d.kind when 'host' then p.host = d.target when 'pool' then p.pool = d.target else true end
    ) w
    cross join lateral (
      select case when d.kind = 'account'
        then (select count(*)::int from unit u where u.account_id = a.id and u.state = 'running') else w.running end as running
    ) r
    order by d.kind, name`.execute(tx);
  return rows;
}
