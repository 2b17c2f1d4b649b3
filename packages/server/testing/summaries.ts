import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import type { BuiltAccount } from './build-account.ts';
import { queryAsSuperuser } from './database.ts';

export type SummarySettings = {
  /** HH:mm */
  readonly time?: string | null;
  readonly timezone?: string | null;
  readonly recipients?: readonly string[];
};

/** Sets the daily summary of an account: 08:00 UTC to one recipient without other settings. */
export async function setSummary(
  { url }: Pick<Database, 'url'>,
  { accountId }: BuiltAccount,
  { time = '08:00', timezone = 'UTC', recipients = ['ops@test.test'] }: SummarySettings = {},
): Promise<void> {
  await queryAsSuperuser(
    url,
    'update account set daily_summary_time = $2, daily_summary_timezone = $3, daily_summary_recipients = $4 where id = $1',
    [accountId, time, timezone, recipients],
  );
}

/** The days for which an account has a summary, oldest first. */
export async function summaryDays(database: Database, { accountId }: BuiltAccount): Promise<string[]> {
  const { rows } = await database.withAccount(accountId, (tx) =>
    sql<{ day: string }>`select day::text from daily_summary where account_id = ${accountId} order by day`.execute(tx),
  );
  return rows.map(({ day }) => day);
}

/** The mails of an account's summaries, as `day address`, sorted. */
export async function summaryMails({ url }: Pick<Database, 'url'>, { accountId }: BuiltAccount): Promise<string[]> {
  const rows = await queryAsSuperuser<{ mail: string }>(
    url,
    "select day || ' ' || address as mail from mail where summary_account_id = $1 order by 1",
    [accountId],
  );
  return rows.map(({ mail }) => mail);
}
