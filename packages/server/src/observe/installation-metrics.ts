import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { UnitKind } from '../db/unit-ref.ts';
import { METRICS } from './metrics.ts';

/** Counting stops here: a scrape costs the same however long the queue is. */
const MOST = 100_000;
/** Figures that are this young, in milliseconds, are not asked for again: many scrapers cost as much as one. */
const FRESH = 2_000;

/** `oldest` in seconds, of the state `ready` alone. */
type Open = { state: string; kind: UnitKind; purpose: Purpose; units: number; oldest: number | null };
/** Types of the targets to which the audit log of the installation is streamed. */
const STREAM_TYPES = ['webhook', 'otlp', 'syslog'] as const;
type FailingStreams = { readonly type: string; readonly streams: number };
type Whole = { expired: number; sources: number; uploads: number; keys: number };

/**
 * Every kind, purpose and state of what is not over: an index-only scan each, up to the bound. How old what could start is
 * counts from when it could, which no index knows: of those that were made first, up to the bound as well.
 */
export const OPEN_UNITS = `
  select s.state, k.kind, p.purpose, n.units, extract(epoch from now() - o.since)::float8 as oldest
  from unnest(array['ready', 'running', 'waiting', 'held']) s(state),
    unnest(array['download', 'flow', 'upload']) k(kind),
    unnest(array['production', 'backfill', 'proof']) p(purpose),
    lateral (
      select count(*)::int as units from (
        select from unit u where u.state <> 'done' and u.state = s.state and u.kind = k.kind and u.purpose = p.purpose
        limit ${MOST}
      ) counted
    ) n,
    lateral (
      select min(greatest(first.created, first.enqueued)) as since from (
        select u.created, u.enqueued from unit u
        where s.state = 'ready' and u.state <> 'done' and u.state = s.state and u.kind = k.kind and u.purpose = p.purpose
        order by u.created limit ${MOST}
      ) first
    ) o`;

async function wholeInstallation(tx: Tx): Promise<Whole> {
  const found = await sql<Whole>`
    select
      (select count(*)::int from (select from unit where state = 'running' and lease_until < now() limit ${MOST}) x) as expired,
      (select count(*)::int from download_declaration where status = 'suspended') as sources,
      (select count(*)::int from upload_declaration where status = 'suspended') as uploads,
      (select count(*)::int from key where status = 'suspended') as keys
  `.execute(tx);
  return found.rows[0] ?? { expired: 0, sources: 0, uploads: 0, keys: 0 };
}

async function failingStreams(tx: Tx): Promise<readonly FailingStreams[]> {
  const { rows } = await sql<FailingStreams>`
    select type, count(*)::int as streams from audit_stream
    where account_id is null and problem is not null group by type`.execute(tx);
  return rows;
}

/** Asks the database for what no single process knows, and sets the gauges. A database that does not answer is a figure, too. */
export function installationMetrics(
  database: Database,
  pools: readonly Pick<Database, 'connections'>[] = [database],
  now: () => number = Date.now,
): () => Promise<void> {
  let asked: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<void> => {
    const counts = pools.map((pool) => pool.connections());
    const sum = (count: (of: (typeof counts)[number]) => number): number =>
      counts.reduce((total, each) => total + count(each), 0);
    METRICS.databaseConnections.set(
      { state: 'used' },
      sum(({ used }) => used),
    );
    METRICS.databaseConnections.set(
      { state: 'idle' },
      sum(({ idle }) => idle),
    );
    METRICS.databaseConnections.set(
      { state: 'waited_for' },
      sum(({ waiting }) => waiting),
    );
    try {
      const { open, whole, failing } = await database.withSystem(async (tx) => {
        await sql`set local statement_timeout = '5s'`.execute(tx);
        const { rows } = await sql.raw<Open>(OPEN_UNITS).execute(tx);
        return { open: rows, whole: await wholeInstallation(tx), failing: await failingStreams(tx) };
      });
      METRICS.databaseUp.set(1);
      show(open, whole);
      for (const type of STREAM_TYPES)
        METRICS.auditStreamsFailing.set({ type }, failing.find((each) => each.type === type)?.streams ?? 0);
    } catch {
      METRICS.databaseUp.set(0);
    }
  };
  return () => {
    if (asked === null || now() - askedAt > FRESH) {
      askedAt = now();
      asked = ask();
    }
    return asked;
  };
}

function show(open: readonly Open[], whole: Whole): void {
  for (const { state, kind, purpose, units, oldest } of open) {
    METRICS.units.set({ state, kind, purpose }, units);
    if (state !== 'ready') continue;
    METRICS.queueDepth.set({ kind, purpose }, units);
    METRICS.queueOldest.set({ kind, purpose }, Math.max(oldest ?? 0, 0));
  }
  METRICS.leasesExpired.set(whole.expired);
  METRICS.suspended.set({ what: 'download' }, whole.sources);
  METRICS.suspended.set({ what: 'upload' }, whole.uploads);
  METRICS.suspended.set({ what: 'key' }, whole.keys);
}
