import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { launchBackfill } from '../../features/backfills/launch-backfill.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';

/** Backfills of which a download fails at first, and is started again when other work of the report date is over. */

const work = useWork({ now: () => now });
const person = usePerson(work);
const DATE = '2026-11-20';
/** Production asks for a report date on the day after it. */
const [BEFORE, DUE] = [Date.parse('2026-11-20T12:00:00Z'), Date.parse('2026-11-21T12:00:00Z')];
let now = BEFORE;

function answer(path: string, header: string, rows: readonly string[]): void {
  work.answers.set(path, csvAnswer(header, rows));
}

/** An account whose backfill of the date has failed, since its costs were missing. */
async function failed(path: string, more = ''): Promise<BuiltAccount> {
  now = BEFORE;
  const source = (name: string, column: string): string => `
    download ${name} from {
      type: "http"; url: "${work.source}${path}-${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; ${column}: integer; };`;
  answer(`${path}-ads`, 'site,clicks', ['a,1']);
  answer(`${path}-costs`, 'site,cost', ['a,5']);
  const account = await work.publish(`${source('ads', 'clicks')} ${source('costs', 'cost')}
    table daily is select ads.site, clicks, cost from ads join costs on ads.site = costs.site;
    upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; }; ${more}`);
  await work.settled(account);
  work.answers.delete(`${path}-costs`);
  const launched = await launchBackfill(work.database, {
    accountId: account.accountId,
    person,
    today: DATE,
    title: 'Again',
    description: '',
    start: DATE,
    end: DATE,
    uploadNames: more === '' ? ['daily'] : ['daily', 'none'],
  });
  expect(launched.kind).toBe('launched');
  await flowIs(account, 'backfill', 'FATAL');
  await work.settled(account);
  answer(`${path}-costs`, 'site,cost', ['a,5']);
  return account;
}

const flowIs = (account: BuiltAccount, purpose: string, status: string): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await work.rows(
            account,
            sql<{ status: string }>`
              select status from flow where purpose = ${purpose} and report_date = ${DATE}::date`,
          )
        )[0]?.status,
      { timeout: 60_000, interval: 50 },
    )
    .toBe(status);

/** Starts the costs of the backfill again, which are there now, and waits for the end of its flow. */
async function startAgain(account: BuiltAccount): Promise<void> {
  const [costs] = await work.rows(
    account,
    sql<{ id: string }>`select id from download where purpose = 'backfill' and source = 'costs' and status = 'failed'`,
  );
  const ref = { accountId: account.accountId, unitId: costs?.id ?? '', kind: 'download' } as const;
  expect(
    await work.database.withAccount(account.accountId, (tx) => retryTransfer(tx, work.roles.queue, ref, 'Olivia')),
  ).toBe('ok');
  await flowIs(account, 'backfill', 'STOPPED');
  await work.settled(account);
}

const delivered = (account: BuiltAccount): string[] =>
  readFileSync(work.delivered(account, `daily/${DATE}.csv`), 'utf8')
    .trim()
    .split('\n');
const uploads = (account: BuiltAccount) =>
  work.rows(account, sql`select purpose, name, status from upload where report_date = ${DATE}::date order by id`);

it('does not replace what production delivered from newer downloads', async () => {
  const account = await failed('/newer');
  answer('/newer-ads', 'site,clicks', ['a,2']);
  now = DUE;
  await flowIs(account, 'production', 'STOPPED');
  await work.settled(account);
  expect(delivered(account)).toEqual(['site,clicks,cost', 'a,2,5']);
  await startAgain(account);
  expect(delivered(account)).toEqual(['site,clicks,cost', 'a,2,5']);
  expect(await uploads(account)).toEqual([
    { purpose: 'backfill', name: 'daily', status: 'cancelled' },
    { purpose: 'production', name: 'daily', status: 'completed' },
  ]);
  expect(
    await work.rows(
      account,
      sql`select severity from event where code = 'DESTINATION_SUPERSEDED' and purpose = 'backfill'`,
    ),
  ).toEqual([{ severity: 'info' }]);
});

it('delivers a result that is still the newest', async () => {
  const account = await failed('/newest');
  await startAgain(account);
  expect(delivered(account)).toEqual(['site,clicks,cost', 'a,1,5']);
  expect(await uploads(account)).toEqual([{ purpose: 'backfill', name: 'daily', status: 'completed' }]);
});

it('completes when one of its results has no rows', async () => {
  const account = await failed(
    '/empty',
    `table none is select site, clicks from ads where clicks > 9;
     upload none to { type: "file"; path: "none/{YYYY-MM-DD}.csv"; format: "csv"; };`,
  );
  await startAgain(account);
  expect(await uploads(account)).toEqual([{ purpose: 'backfill', name: 'daily', status: 'completed' }]);
  const events = await work.rows(
    account,
    sql<{ message: string }>`
      select message from event where upload_declaration = 'none' and report_date = ${DATE}::date order by id`,
  );
  expect(events.map(({ message }) => message.split('. ')[0])).toEqual([
    'none was not uploaded',
    'Query has completed successfully, no uploads will result.',
  ]);
});

it('reports no unexpected error', () => {
  expect(work.problems).toEqual([]);
});
