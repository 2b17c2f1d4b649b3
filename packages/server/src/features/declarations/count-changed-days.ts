import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { countDays, DAYS_OF, type DayOf, FIGURES, type Transfer } from './count-days.ts';

/** Changes that are counted in one transaction. */
const BATCH = 2_000;

type ChangedDay = {
  readonly account_id: string;
  readonly transfer: Transfer;
  readonly day_of: DayOf;
  readonly name: string;
  readonly day: string;
};

/**
 * Counts a batch of the days whose runs have changed, so that dashboards need not read those runs. Programs may do so side by
 * side: one of them counts at a time.
 * @returns whether more are probably left
 */
export const countChangedDays = (database: Database): Promise<boolean> => database.withSystem(countBatch);

async function countBatch(tx: Tx): Promise<boolean> {
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('journal', 0)) as locked`.execute(tx);
  if (lock.rows[0]?.locked !== true) return false;
  const { rows } = await sql<ChangedDay>`
    delete from journal_change where id in (select id from journal_change order by id limit ${sql.lit(BATCH)})
    returning account_id, transfer, day_of, name, day::text as day`.execute(tx);
  // A later statement sees every run whose change was taken. A change that is committed meanwhile is left for the next batch.
  for (const transfer of ['download', 'upload'] as const) {
    for (const dayOf of DAYS_OF) {
      const days = rows.filter((row) => row.transfer === transfer && row.day_of === dayOf);
      if (days.length > 0) await countAgain(tx, transfer, dayOf, days);
    }
  }
  return rows.length === BATCH;
}

async function countAgain(tx: Tx, transfer: Transfer, dayOf: DayOf, days: readonly ChangedDay[]): Promise<void> {
  const changed = sql`
    select distinct account_id, name, day
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as c(account_id uuid, name text, day date)`;
  const figures = FIGURES.map((name) => sql.ref(name));
  await sql`
    insert into journal_day (transfer, day_of, account_id, name, day, ${sql.join(figures)})
    select ${transfer}, ${dayOf}, counted.* from (${countDays(transfer, dayOf, changed)}) counted
    on conflict (account_id, transfer, day_of, name, day) do update
    set ${sql.join(FIGURES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
  `.execute(tx);
}
