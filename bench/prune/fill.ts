import type { BuiltAccount } from '@switchboard/server/testing';
import type pg from 'pg';

/** Fills expired months of the archive with units. Returns how many GB it has. */
export async function fillArchive(
  pool: pg.Pool,
  accountId: string,
  { units, months }: { readonly units: number; readonly months: number },
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(`set synchronous_commit = off`);
    for (let month = 0; month < months; month += 1) {
      const first = new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10);
      await client.query('select add_archive_month($1::date)', [first]);
      await client.query(
        `insert into unit_archive (account_id, id, kind, name, purpose, report_date, status, finished, kept_days, expires, document)
         select $1, uuidv7(), 'download', 'ads', 'production', $2::date - 400, 'completed', $2::date - 399, 365, $2::date,
           jsonb_build_object('run', jsonb_build_object('source', 'ads', 'status', 'completed', 'row_count', n, 'bytes', n * 100,
             'trigger', md5(n::text), 'project', 'marketing', 'created', now()), 'unit', jsonb_build_object('state', 'done', 'attempt', 1),
             'events', jsonb_build_array(jsonb_build_object('code', 'DOWNLOAD_COMPLETED', 'message', 'Loaded ' || n || ' rows.')))
         from generate_series(1, $3::int) n`,
        [accountId, first, Math.ceil(units / months)],
      );
    }
    const { rows } = await client.query<{ gb: string }>(
      `select round(sum(pg_total_relation_size(c.oid)) / 1e9, 1)::text as gb from pg_class c
       where c.relnamespace = 'archive'::regnamespace and c.relkind = 'r'`,
    );
    await client.query('checkpoint');
    return rows[0]?.gb ?? '';
  } finally {
    client.release();
  }
}

/** Adds report dates with two versions each: a download, its flow, an upload and three events. */
export async function fillVersions(
  pool: pg.Pool,
  { accountId, changelistId }: Pick<BuiltAccount, 'accountId' | 'changelistId'>,
  dates: number,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`create temp table version on commit drop as
      select date '2000-01-01' + (n / 2) as day, uuidv7() as download, uuidv7() as part, uuidv7() as flow, uuidv7() as upload, n
      from generate_series(0, ${dates * 2 - 1}) n order by n`);
    const when = `timestamptz '2020-01-01' + n * interval '1 second'`;
    const of = `'${accountId}'::uuid`;
    await client.query(`
      insert into download (account_id, id, source, project, report_date, trigger, changelist_id, status, finished, row_count, bytes,
          raw_removed, tables_removed, samples_removed)
        select ${of}, download, 'ads', 'marketing', day, n::text, '${changelistId}', 'completed', ${when}, 10, 100, ${when}, ${when}, ${when}
        from version order by n;
      insert into download_part (account_id, id, download_id, name, project, tables, columns, row_count, dirty_row_count, dirty_row_status,
          new_dirty_row_count, new_dirty_row_status, bytes)
        select ${of}, part, download, 'ads', 'marketing', '[]', '[]', 10, 0, 'none', 0, 'none', 100 from version;
      insert into flow (account_id, id, changelist_id, purpose, report_date, identity, status, finished)
        select ${of}, flow, '${changelistId}', 'production', day, n::text, 'STOPPED', ${when} from version;
      insert into flow_input (account_id, flow_id, part_id, download_id) select ${of}, flow, part, download from version;
      insert into upload (account_id, id, flow_id, name, project, purpose, report_date, status, destination, destination_type, finished)
        select ${of}, upload, flow, 'daily', 'marketing', 'production', day, 'completed', 'file', 'file', ${when} from version;
      insert into upload_input (account_id, upload_id, part_id, download_id) select ${of}, upload, part, download from version;
      insert into unit (account_id, id, kind, purpose, state) select ${of}, download, 'download', 'production', 'done' from version
        union all select ${of}, flow, 'flow', 'production', 'done' from version
        union all select ${of}, upload, 'upload', 'production', 'done' from version;
      insert into event (account_id, severity, code, message, download_id) select ${of}, 'info', 'DOWNLOAD_COMPLETED', 'Loaded.', download from version;
      insert into event (account_id, severity, code, message, flow_id) select ${of}, 'info', 'RETRIED', 'Processed.', flow from version;
      insert into event (account_id, severity, code, message, upload_id) select ${of}, 'info', 'UPLOAD_COMPLETED', 'Uploaded.', upload from version`);
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
