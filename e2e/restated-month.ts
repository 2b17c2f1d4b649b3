import { queryProduct } from './product-database.ts';
import { until } from './until.ts';

const LIMIT = 120_000;

/** Completed uploads of an account, of one name unless it is empty, the oldest first. */
const COMPLETED = `select u.*, row_number() over (order by u.finished, u.id) as place, f.changelist_id
  from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id join account a on a.id = u.account_id
  where a.url_name = $1 and u.status = 'completed' and u.purpose = 'production' and u.report_date is not null
    and ($2::text = '' or u.name = $2::text)`;

const countOf = async (dataDir: string, urlName: string, upload: string): Promise<number> =>
  (await queryProduct(dataDir, COMPLETED, [urlName, upload])).length;

/** Waits for completed uploads of an account, and records restatements of the first ones, each with another cause, as delivered. */
export async function restateUploads(dataDir: string, urlName: string, count: number, upload = ''): Promise<void> {
  await until(`${urlName} has ${count} uploads`, LIMIT, async () => (await countOf(dataDir, urlName, upload)) >= count);
  await queryProduct(
    dataDir,
    `insert into restatement (account_id, upload_id, replaced_id, upload_name, project, report_date, rows_before, rows_after, totals, cause,
       caused_by, changelist_id, changelist_before, delivered)
     select account_id, id, id, name, project, report_date, greatest(coalesce(row_count, 0) - 40, 0), coalesce(row_count, 0),
       '[{"column": "clicks", "before": "91200", "after": "89950"}, {"column": "cost", "before": "1204.50", "after": "1198.25"}]',
       (array['source', 'script', 'backfill', 'run_again', 'retry', 'schedule'])[1 + place % 6],
       case when place % 6 in (1, 2, 3, 4) then (select id from person order by email limit 1) end, changelist_id, changelist_id, now()
     from (${COMPLETED}) u where place <= $3::int on conflict do nothing`,
    [urlName, upload, String(count)],
  );
}

/**
 * Freezes an upload's month in which its first run completed, which is then held with its changed result, as a freeze does it.
 * Other uploads of the account go on.
 */
export async function holdRestatement(dataDir: string, urlName: string, upload: string): Promise<void> {
  await restateUploads(dataDir, urlName, 1, upload);
  await queryProduct(
    dataDir,
    `with held as (
       update restatement r set delivered = null from (${COMPLETED}) u
       where u.place = 1 and r.account_id = u.account_id and r.upload_id = u.id
       returning r.account_id, r.upload_id, r.upload_name, date_trunc('month', r.report_date)::date as first
     ), frozen as (
       insert into report_freeze (account_id, upload_name, first_date, last_date, reason, frozen_by)
       select account_id, upload_name, first, (first + interval '1 month' - interval '1 day')::date, 'The books are closed',
         (select id from person order by email limit 1)
       from held returning account_id, id
     )
     update unit set state = 'held', blocked_kind = 'freeze', blocked_by = frozen.id::text from held, frozen
     where unit.account_id = held.account_id and unit.id = held.upload_id`,
    [urlName, upload],
  );
}
