import type pg from 'pg';

/** An account to fill. Rows are those of a real history: the newest is unfinished, few have failed, fewer are dirty. */
export type Filling = {
  readonly accountId: string;
  readonly changelistId: string;
  /** Downloads, and as many uploads; events are twice as many. */
  readonly rows: number;
  /** Days that the history spans. */
  readonly days: number;
};

/** Declarations of each kind in an account. */
export const SOURCES = 200;
const BATCH = 500_000;
/** Rows that have not ended, at most; a hundredth of a small account. */
const UNFINISHED = 2_000;

/** Fills the tables of one account, oldest rows first. Constraints and triggers of the tables are not evaluated. */
export async function fillAccount(client: pg.Client, filling: Filling, say: (line: string) => void): Promise<void> {
  const { accountId, changelistId, rows, days } = filling;
  const seconds = (days * 86_400) / rows;
  const unfinished = Math.min(UNFINISHED, rows / 100);
  await declare(client, accountId);
  for (let from = rows; from > 0; from -= BATCH) {
    const range = `generate_series(${from}, ${Math.max(1, from - BATCH + 1)}, -1)`;
    const age = `interval '1 second' * (n * ${seconds})`;
    // n is 1 for the newest row. Sources take turns; one in a hundred rows has failed, one in 300 has dirty rows.
    // Whatever the length of the history, the latest that ended of each source has failed: accounts have the same incidents.
    const facts = `
      select n, now() - ${age} as at, n % ${SOURCES} as s, n <= ${unfinished} as open,
        n > ${unfinished} and (n <= ${unfinished + SOURCES} or hashint8(n) % 100 = 0) as failed, hashint8(n) % 300 = 1 as dirty
      from ${range} n`;
    await client.query(
      `insert into download (account_id, id, source, project, purpose, report_date, trigger, changelist_id, status, created, due,
         started, finished, description, raw, progress, row_count, dirty_row_count, dirty_row_status, new_dirty_row_count,
         new_dirty_row_status, message, bytes, failure_code)
       select $1, uuidv7(-(${age.replace('n *', 'f.n *')})), 'source_' || s, 'project_' || s % 25,
         case when n % 97 = 0 then 'backfill' else 'production' end, at::date - 1, n::text, $2,
         case when open then (array['queued', 'downloading', 'requested', 'retrying'])[1 + n % 4] when failed then 'failed'
           when n % 250 = 3 then 'skipped' when n % 500 = 7 then 'abandoned' else 'completed' end,
         at, at, case when not open then at + interval '3 seconds' end, case when not open then at + interval '40 seconds' end,
         'source_' || s || '-' || (at::date - 1) || '.csv',
         jsonb_build_array(jsonb_build_object('filename', 'source_' || s || '-' || (at::date - 1) || '.csv')),
         '{"rows": 120000, "estimatedRows": 120000}', 120000 + n % 1000, case when dirty then 12 else 0 end,
         case when dirty then 'some' else 'none' end, case when dirty then 20 else 0 end,
         case when dirty then 'some' else 'none' end,
         case when failed then 'source_' || s || ': https://reports.example/' || s || ' answered 404: not found.' end, 9000000,
         case when failed then (array['SOURCE_AUTH_FAILED', 'SOURCE_NOT_FOUND', 'ATTEMPTS_EXHAUSTED'])[1 + s % 3] end
       from (${facts}) f`,
      [accountId, changelistId],
    );
    await client.query(
      `insert into upload (account_id, id, flow_id, name, project, purpose, report_date, status, destination, destination_type,
         created, started, finished, row_count, bytes, progress, message, failure_code)
       select $1, id, id, 'upload_' || s, 'project_' || s % 25, case when n % 97 = 0 then 'backfill' else 'production' end,
         at::date - 1, case when open then (array['queued', 'uploading', 'preparing'])[1 + n % 3] when failed then 'failed'
           when n % 500 = 7 then 'abandoned' else 'completed' end,
         'file · out/upload_' || s || '/' || (at::date - 1) || '.csv', 'file', at + interval '1 minute',
         case when not open then at + interval '70 seconds' end, case when not open then at + interval '90 seconds' end,
         1000 + n % 1000, 80000, '{"rows": 1000, "estimatedRows": 1000}',
         case when failed then 'Destination refused the write: no space left on device.' end,
         case when failed then (array['DESTINATION_REFUSED', 'QUERY_FAILED'])[1 + s % 2] end
       from (select f.*, uuidv7(-(${age.replace('n *', 'f.n *')})) as id from (${facts}) f) f`,
      [accountId],
    );
    await client.query(
      `insert into event (account_id, id, created, severity, code, message, report_date, project, purpose, download_declaration,
         upload_declaration, will_retry, comment)
       select $1, uuidv7(-(${age.replace('n *', 'f.n *')})), at + interval '1 second' * side,
         case when failed then 'error' when dirty then 'warn' else 'info' end,
         case when failed then 'SOURCE_NOT_FOUND' when side = 0 then 'DOWNLOAD_COMPLETED' else 'UPLOAD_COMPLETED' end,
         case when side = 0 then 'source_' || s || ': downloaded ' || 120000 + n % 1000 || ' rows.'
           else 'upload_' || s || ': uploaded ' || 1000 + n % 1000 || ' rows to file · out/upload_' || s || '.' end,
         at::date - 1, 'project_' || s % 25, 'production', case when side = 0 then 'source_' || s end,
         case when side = 1 then 'upload_' || s end, case when failed then false end,
         case when n % 100000 = 5 then 'The provider confirmed the outage.' end
       from (${facts}) f cross join generate_series(0, 1) as side`,
      [accountId],
    );
    if (from % (BATCH * 4) === 0 || from <= BATCH) say(`filled ${rows - Math.max(0, from - BATCH)} of ${rows}`);
  }
}

/** The declarations of the account, some with keys. */
async function declare(client: pg.Client, accountId: string): Promise<void> {
  await client.query(
    `insert into key (account_id, name, type) select $1, 'key_' || n, 'basic' from generate_series(0, 19) n`,
    [accountId],
  );
  const key = `(select k.id from key k where k.account_id = $1 and k.name = 'key_' || n % 40)`;
  await client.query(
    `insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
     select $1, 'source_' || n, 'project_' || n % 25, 'http', ${key}, now() from generate_series(0, ${SOURCES - 1}) n`,
    [accountId],
  );
  await client.query(
    `insert into upload_declaration (account_id, name, project, connector, key_id, destination)
     select $1, 'upload_' || n, 'project_' || n % 25, 'file', ${key}, 'file · out/upload_' || n || '/{date}.csv'
     from generate_series(0, ${SOURCES - 1}) n`,
    [accountId],
  );
}
