import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../../testing/build-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { connect } from '../../db/connect.ts';
import { claimUnit } from '../../units/unit.ts';
import { recordIgnoredColumns } from './complete-download.ts';

const used = useDatabase({ own: true });
const { database } = used;

/** A download that completes with these columns besides those declared; gives the messages of its events. */
async function complete(
  account: BuiltAccount,
  reportDate: string,
  columns: readonly string[],
  purpose: Purpose = 'production',
): Promise<string[]> {
  const { accountId } = account;
  const unitId = await buildDownload(database, account, { reportDate });
  return database.withAccount(accountId, async (tx) => {
    await sql`update download set purpose = ${purpose} where id = ${unitId}`.execute(tx);
    await sql`update unit set purpose = ${purpose} where id = ${unitId}`.execute(tx);
    const unit = await claimUnit(tx, { accountId, unitId }, 'test');
    if (!unit) throw new Error('The download could not be claimed.');
    await sql`update download set status = 'completed', finished = now() where id = ${unitId}`.execute(tx);
    await recordIgnoredColumns(tx, unit, 'ads', columns);
    const events = await sql<{ message: string }>`
      select message from event where download_id = ${unitId} and severity = 'info'
    `.execute(tx);
    return events.rows.map(({ message }) => message);
  });
}

it('reports undeclared columns, the same ones once', async () => {
  const account = await buildAccount(database);
  const text = (columns: string): string => `ads: columns that are not declared were ignored: ${columns}.`;
  expect(await complete(account, '2026-11-01', [])).toEqual([]);
  expect(await complete(account, '2026-11-02', ['cost', 'note', 'cost'])).toEqual([text('cost, note')]);
  expect(await complete(account, '2026-11-03', ['cost', 'note'])).toEqual([]);
  expect(await complete(account, '2026-11-04', ['cost', 'note'])).toEqual([]);
  const many = Array.from({ length: 12 }, (_, index) => `c${index}`);
  expect(await complete(account, '2026-11-05', many)).toEqual([
    text('c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 2 more'),
  ]);
});

it('reports in every test run, and in production regardless of test runs', async () => {
  const account = await buildAccount(database);
  const of = async (day: number, columns: readonly string[], purpose?: Purpose): Promise<number> =>
    (await complete(account, `2026-11-0${day}`, columns, purpose)).length;
  expect(await of(1, ['cost'], 'proof')).toBe(1);
  expect(await of(1, ['cost'], 'proof')).toBe(1);
  expect(await of(2, ['cost'])).toBe(1);
  expect(await of(3, ['cost'])).toBe(0);
  expect(await of(4, ['cost'], 'backfill')).toBe(0);
  expect(await of(5, ['cost'], 'proof')).toBe(1);
  expect(await of(6, ['note'], 'backfill')).toBe(1);
  expect(await of(7, ['note'])).toBe(0);
});

it('finds reported columns without reading the events of the source', async () => {
  const account = await buildAccount(database);
  const { accountId } = account;
  await database.withAccount(accountId, async (tx) => {
    await sql`
      insert into event (account_id, created, severity, code, parameters, message, download_declaration)
      select ${accountId}, now() - n * interval '1 minute', 'info',
        case when n % 3 = 0 then 'COLUMNS_IGNORED' else 'DOWNLOAD_COMPLETED' end,
        jsonb_build_object('name', 'ads', 'columns', 'c' || n), 'A sentence that nothing reads.', 'ads'
      from generate_series(1, 6000) n
    `.execute(tx);
  });
  const admin = await connect(used.url);
  await admin.query('vacuum analyze event');
  await admin.end();
  expect(await complete(account, '2026-11-06', ['c3'])).toEqual([]);
  expect(await complete(account, '2026-11-07', ['c4'])).toHaveLength(1);
  const unitId = await buildDownload(database, account, { reportDate: '2026-11-08' });
  const unit = await database.withAccount(accountId, (tx) => claimUnit(tx, { accountId, unitId }, 'test'));
  if (!unit) throw new Error('The download could not be claimed.');
  const plans = await plansOf(used.url, accountId, (tx) => recordIgnoredColumns(tx, unit, 'ads', ['c3']));
  const nodes = plans.flatMap(nodesOf);
  const reads = nodes.filter((node) => node['Relation Name'] === 'event');
  expect(nodes.flatMap((node) => node['Index Name'] ?? []).filter((name) => name.startsWith('event_'))).toEqual([
    'event_ignored',
  ]);
  expect(reads.map((node) => node['Node Type'])).not.toContain('Seq Scan');
});
