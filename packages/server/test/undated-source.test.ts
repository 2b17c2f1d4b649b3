import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../testing/build-account.ts';
import { useWork } from '../testing/hooks/use-server.ts';
import { publishText } from '../testing/publish-text.ts';
import { csvAnswer } from '../testing/source-server.ts';

/** Uploads that read a dated source and one without dates, of which a new version comes every few hours. */

const at = (time: string): number => Date.parse(time);
let clock = at('2026-11-12T05:30:00Z');
const work = useWork({ now: () => clock });

const script = (more = ''): string => `
  download sales from {
    type: "http"; url: "${work.source}/sales/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 5; lookback_days: 3;
  } using { site: string; clicks: integer; };
  download stores from {
    type: "http"; url: "${work.source}/stores"; format: "csv"; timezone: "UTC"; hour_of_day: [7, 9, 11, 13];
  } using { site: string; name: string; };
  table named is select name, clicks from sales join stores using (site) where clicks > 0;
  upload named to { type: "file"; path: "{name}/{YYYY-MM-DD}.csv"; };
  ${more}`;

const stores = (name: string): void => {
  work.answers.set('/stores', csvAnswer('site,name', [`a,${name}`]));
};
const flows = (account: BuiltAccount): Promise<unknown[]> =>
  work.rows(account, sql`select report_date, status from flow order by id`);
const names = async (account: BuiltAccount): Promise<string[]> =>
  (
    await work.rows(
      account,
      sql<{
        shown: string;
      }>`select name || ' ' || report_date || ' ' || status as shown from upload order by report_date, name`,
    )
  ).map(({ shown }) => shown);

/** Lets the next version of the source without dates come. */
async function nextVersion(account: BuiltAccount, hour: number, name: string): Promise<void> {
  stores(name);
  clock = at(`2026-11-12T${String(hour).padStart(2, '0')}:30:00Z`);
  const completed = sql<{ n: number }>`
    select count(*)::int as n from download where source = 'stores' and status = 'completed'`;
  const before = (await work.rows(account, completed))[0]?.n ?? 0;
  await expect.poll(async () => (await work.rows(account, completed))[0]?.n).toBe(before + 1);
  await work.settled(account);
}

it('starts the dates that waited for it; later versions start no past dates', async () => {
  // Of three dates only one has rows that count.
  work.answers.set('/sales', (request, response) =>
    csvAnswer('site,clicks', [request.url?.includes('2026-11-10') ? 'a,5' : 'a,0'])(request, response),
  );
  const account = await work.publish(script());
  await work.settled(account);
  expect(await flows(account)).toEqual([]);

  await nextVersion(account, 7, 'first');
  const dates = ['2026-11-09', '2026-11-10', '2026-11-11'];
  const started = dates.map((date) => ({ report_date: date, status: 'STOPPED' }));
  expect(await flows(account)).toEqual(started);
  expect(await names(account)).toEqual(['named 2026-11-10 completed']);

  await nextVersion(account, 9, 'second');
  expect(await flows(account)).toEqual(started);

  // An upload that is published now reads what is there from now on.
  const later = 'upload named as later to { type: "file"; path: "later/{YYYY-MM-DD}.csv"; };';
  await publishText(work.database, account, script(later), clock);
  await nextVersion(account, 11, 'third');
  expect(await flows(account)).toEqual(started);

  clock = at('2026-11-13T05:30:00Z');
  work.answers.set('/sales', csvAnswer('site,clicks', ['a,7']));
  await expect
    .poll(() => names(account))
    .toEqual(['named 2026-11-10 completed', 'later 2026-11-12 completed', 'named 2026-11-12 completed']);
  await work.settled(account);
});

it('a source is downloaded again when the script declares other columns, though its content is the same', async () => {
  clock = at('2026-11-12T07:30:00Z');
  work.answers.set('/sales', csvAnswer('site,clicks', ['a,5']));
  work.answers.set('/stores', csvAnswer('site,name,region', ['a,first,north']));
  const account = await work.publish(script());
  await work.settled(account);
  const statuses = (): Promise<unknown[]> =>
    work.rows(account, sql`select status from download where source = 'stores' order by id`);
  expect(await statuses()).toEqual([{ status: 'completed' }]);
  await publishText(
    work.database,
    account,

    script()
      .replace('site: string; name: string;', 'site: string; name: string; region: string;')
      .replace('select name, clicks', 'select name, region, clicks'),
    clock,
  );
  clock = at('2026-11-12T09:30:00Z');
  await expect.poll(statuses).toEqual([{ status: 'completed' }, { status: 'completed' }]);
  clock = at('2026-11-12T11:30:00Z');
  await expect.poll(statuses).toEqual([{ status: 'completed' }, { status: 'completed' }, { status: 'skipped' }]);
  clock = at('2026-11-13T05:30:00Z');
  await expect.poll(() => names(account)).toContain('named 2026-11-12 completed');
  expect(await flows(account)).not.toContainEqual(expect.objectContaining({ status: 'FATAL' }));
  await work.settled(account);
});

it('reports no unexpected error', () => {
  expect(work.problems).toEqual([]);
});
