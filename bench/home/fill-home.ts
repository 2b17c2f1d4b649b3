import type { Database } from '@switchboard/server/database';
import { type BuiltAccount, buildAccount, buildSource, buildUpload } from '@switchboard/server/testing';
import type pg from 'pg';

export type Filling = {
  /** Downloads and uploads in all, half of each. */
  readonly artifacts: number;
  /** Runs in all. */
  readonly units: number;
  /** Days that the history spans. */
  readonly days: number;
};

const BATCH = 250_000;
const COLUMNS = Array.from({ length: 20 }, (_, index) => ({ name: `column_${index}`, type: 'text' }) as const);
const QUERY = `select ${COLUMNS.map(({ name }) => name).join(', ')} from source_0 where day = date '2026-11-20'`.repeat(
  4,
);

/** An account with its plan, declarations and a history of runs and their events. */
export async function fillHome(
  database: Database,
  pool: pg.Pool,
  { artifacts, units, days }: Filling,
  say: (line: string) => void,
): Promise<BuiltAccount> {
  const each = artifacts / 2;
  const indexes = Array.from({ length: each }, (_, index) => index);
  const schema = { columns: COLUMNS.map((column) => ({ ...column, nullable: true })), rest: false };
  const account = await buildAccount(database, {
    sources: indexes.map((index) =>
      buildSource(`source_${index}`, {
        tables: [{ name: `source_${index}`, schema: schema as never, keepsLineNumbers: false }],
      }),
    ),
    tables: indexes.map((index) => ({
      ...{ name: `table_${index}`, project: 'ads', inputs: [`source_${index}`, `source_${(index + 1) % each}`] },
      sql: { duckdb: QUERY },
    })) as never,
    uploads: indexes.map((index) =>
      buildUpload(`upload_${index}`, {
        table: `table_${index}`,
        sources: [`source_${index}`, `source_${(index + 1) % each}`],
      }),
    ),
  });
  const { accountId, changelistId } = account;
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    const restore = await dropIndexes(client);
    for (const [kind, more] of [
      ['download', 'scheduled_through) select $1, $2 || n, $3, $4, now()'],
      ['upload', "destination) select $1, $2 || n, $3, $4, 'file'"],
    ] as const)
      await client.query(
        `insert into ${kind}_declaration (account_id, name, project, connector, ${more} from generate_series(0, $5::int - 1) n`,
        [accountId, kind === 'download' ? 'source_' : 'upload_', 'ads', 'http', each],
      );
    const runs = units / 2;
    const at = `now() - interval '1 second' * (n * ${(days * 86_400) / runs})`;
    for (let from = runs; from > 0; from -= BATCH) {
      const rows = `(select n, ${at} as at, n % ${each} as s, n <= ${each / 50} as open, hashint8(n) % 50 = 0 as failed
        from generate_series(${from}::bigint, ${Math.max(1, from - BATCH + 1)}, -1) n) r`;
      await client.query(
        `insert into download (account_id, source, project, report_date, trigger, changelist_id, status, created, due, finished,
           dirty_row_status)
         select $1, 'source_' || s, 'ads', at::date, n::text, $2,
           case when open then 'downloading' when failed then 'failed' else 'completed' end, at, at, case when not open then at end,
           case when hashint8(n) % 60 = 1 then 'some' else 'none' end
         from ${rows}`,
        [accountId, changelistId],
      );
      await client.query(
        `insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type,
           created, finished)
         select $1, uuidv7(), 'upload_' || s, 'ads', 'production', at::date, case when failed then 'failed' else 'completed' end,
           'file', 'file', at, at
         from ${rows}`,
        [accountId],
      );
      await client.query(
        `insert into event (account_id, created, severity, code, message, project, purpose, download_declaration, upload_declaration)
         select $1, at, case when failed then 'error' else 'info' end,
           case when failed then 'SOURCE_NOT_FOUND' else 'DOWNLOAD_COMPLETED' end, 'What happened to ' || s || '.', 'ads',
           'production', case when n % 2 = 0 then 'source_' || s end, case when n % 2 = 1 then 'upload_' || s end
         from ${rows}`,
        [accountId],
      );
    }
    say('inserted the rows');
    for (const statement of restore) await client.query(statement);
    for (const kind of ['download', 'upload'])
      await client.query(
        `insert into newest_run (account_id, transfer, day, name, run_id, flow_id, status, dirty_row_status)
         select $1, $2, day, d.name, r.run_id, r.flow_id, r.status, r.dirty_row_status
         from generate_series(current_date - $3::int, current_date, interval '1 day') day
         cross join ${kind}_declaration d cross join lateral newest_${kind}($1, d.name, day::date) r where d.account_id = $1`,
        [accountId, kind, days],
      );
    for (const table of ['download', 'upload', 'event', 'newest_run']) await client.query(`vacuum (analyze) ${table}`);
    // Otherwise the rows are still written to the disk while calls are measured.
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
  return account;
}

/** Removes the secondary indexes of the history while it is filled. Returns what restores those that Home may use. */
async function dropIndexes(client: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text in ('download', 'upload', 'event') and not indisprimary
       and not exists (select from pg_constraint c where c.conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition).filter((definition) => !definition.includes('USING gin'));
}
