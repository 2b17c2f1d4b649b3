import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { FileStore } from '@switchboard/engine';
import { RETENTION_KINDS } from '@switchboard/model/kept/retention';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import { requireStore } from '../state/store-owner.ts';

/** Rows that one transaction reads for an export. */
const PAGE = 2_000;
/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Milliseconds between two attempts to drop a month that somebody reads. */
const BETWEEN_DROPS = 1_000;
const DROPS = 60;

export type ArchiveOptions = { readonly database: Database; readonly store: FileStore };
export type DroppedMonth = {
  /** yyyy-MM-dd, the first day. */
  readonly month: string;
  readonly accounts: number;
  readonly runs: number;
};

type Exported = { readonly accountId: string; readonly count: number; readonly key: string };

/**
 * Exports the archived runs of each month that has come to the file store, a file for each account, and drops the month. Its lock is
 * one of the archive alone. Interrupted, the next call writes the same files again.
 */
export async function dropExpiredMonths(
  options: ArchiveOptions,
  signal?: AbortSignal,
): Promise<readonly DroppedMonth[]> {
  const { database, store } = options;
  const { rows } = await database.withSystem((tx) =>
    sql<{ month: string }>`select month::text as month from expired_archive_months() month`.execute(tx),
  );
  if (rows.length > 0) await requireStore(database, store);
  const dropped: DroppedMonth[] = [];
  for (const { month } of rows) {
    const exported: Exported[] = [];
    for (let after: string | null = null; ; ) {
      signal?.throwIfAborted();
      const accountId = await nextAccount(database, month, after);
      if (accountId === null) break;
      after = accountId;
      exported.push(await exportMonth(options, accountId, month));
    }
    if (await dropMonth(database, month, exported))
      dropped.push({
        month,
        accounts: exported.length,
        runs: exported.reduce((total, { count }) => total + count, 0),
      });
  }
  return dropped;
}

async function nextAccount(database: Database, month: string, after: string | null): Promise<string | null> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ account_id: string }>`
      select account_id from unit_archive
      where expires = ${month}::date and (${after}::uuid is null or account_id > ${after}::uuid)
      order by account_id limit 1`.execute(tx),
  );
  return rows[0]?.account_id ?? null;
}

/** Writes the archived runs of an account and month as lines of JSON, compressed by gzip, in the order of their ids. */
async function exportMonth({ database, store }: ArchiveOptions, accountId: string, month: string): Promise<Exported> {
  const key = `acct/${accountId}/archive/${month.slice(0, 7)}.jsonl.gz`;
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await database.withSystem((tx) =>
        sql<{ id: string; line: string }>`
          select id, (to_jsonb(a) - 'expires' - 'kept_days')::text as line from unit_archive a
          where account_id = ${accountId}::uuid and expires = ${month}::date and id > ${after}::uuid
          order by id limit ${PAGE}`.execute(tx),
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      count += rows.length;
      yield `${rows.map(({ line }) => line).join('\n')}\n`;
    }
  };
  const source = Readable.from(lines());
  const gzip = createGzip();
  source.on('error', (error) => gzip.destroy(error));
  await store.put(key, source.pipe(gzip));
  return { accountId, count, key };
}

const isLockRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/** Drops a month once no transaction reads it. Returns false when another program did. */
async function dropMonth(database: Database, month: string, exported: readonly Exported[]): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.withSystem(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('archive', 0))`.execute(tx);
        const { rows } = await sql<{ month: string }>`
          select month::text as month from expired_archive_months() month where month = ${month}::date`.execute(tx);
        if (rows.length === 0) return false;
        for (const { accountId, count, key } of exported)
          await recordAudit(tx, {
            kind: 'data_pruned',
            accountId,
            actor: { kind: 'system' },
            after: { kind: RETENTION_KINDS.archive, month: month.slice(0, 7), count, export: key },
          });
        await sql`select drop_archive_month(${month}::date)`.execute(tx);
        return true;
      });
    } catch (error) {
      if (attempt === DROPS || !isLockRefused(error)) throw error;
      await delay(BETWEEN_DROPS);
    }
  }
}
