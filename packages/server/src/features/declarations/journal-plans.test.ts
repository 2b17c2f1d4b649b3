import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { type JournalRequest, listJournals } from './queries-journal.ts';

const { database, url } = useDatabase({ own: true });
const account = useAccount({ database });

beforeAll(async () => {
  const { accountId, changelistId } = account;
  await database.withSystem(async (tx) => {
    await sql`
      insert into download_declaration (account_id, name, project, connector, scheduled_through)
      select ${accountId}, 'source_' || n, 'ads', 'http', now() from generate_series(0, 9) n`.execute(tx);
    await sql`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status, created, finished)
      select ${accountId}, 'source_' || n % 10, 'ads', date '2026-11-20' - n / 20, n::text, ${changelistId}, 'completed',
        timestamptz '2026-11-20Z' - n * interval '72 minutes', timestamptz '2026-11-20Z' - n * interval '72 minutes'
      from generate_series(1, 6000) n`.execute(tx);
  });
  await queryAsSuperuser(url, 'vacuum analyze');
}, 60_000);

/** The scans of downloads that a dashboard makes. */
async function scansOf(groupBy: JournalRequest['groupBy']) {
  const request: JournalRequest = {
    kind: 'import',
    groupBy,
    lookbackDays: 30,
    name: null,
    project: null,
    today: '2026-11-20',
  };
  const plans = await plansOf(url, account.accountId, (tx) =>
    listJournals(tx, account.accountId, request, { size: 1_000, backward: false, from: null, order: 'x' }),
  );
  return plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'download');
}

test.each(['report', 'transfer'] as const)('%s dates whose runs have changed are read by index', async (groupBy) => {
  const scans = await scansOf(groupBy);
  const conditions = scans.map((node) => String(node['Index Cond']));
  const column = groupBy === 'report' ? 'report_date =' : 'finished >=';
  expect(conditions.some((condition) => condition.includes(column))).toBe(true);
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
});
