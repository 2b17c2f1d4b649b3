import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDownload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { recordVolume } from '../../pipeline/downloads/complete-download.ts';

const A_NUMBER: unknown = expect.any(Number);

const server = useGraphqlServer();
const account = useAccount(server);
const neighbour = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const steady = useAccount(server);
const steadyViewer = useClient(server, steady, ['viewer']);
const manager = useGlobalClient(server, account, 'cs');

const TODAY = new Date().toISOString().slice(0, 10);
/** The 15th of the month so many months ago, and its year and month. */
function monthsAgo(months: number): { readonly day: string; readonly year: number; readonly month: number } {
  const date = new Date(`${TODAY.slice(0, 8)}01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return {
    day: `${date.toISOString().slice(0, 8)}15`,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
  };
}

async function complete(
  project: string,
  purpose: string,
  day: string,
  rows: number,
  of: typeof account = account,
): Promise<void> {
  const unitId = await addDownload(server.database, of, {
    project,
    purpose,
    report_date: null,
    status: 'completed',
    row_count: rows,
    bytes: rows * 10,
    finished: `${day}T00:00:00Z`,
  });
  await of.inAccount((tx) => recordVolume(tx, { accountId: of.accountId, unitId }));
}

type Report = {
  rows: { project: string | null; purpose: string | null; year: number; month: number; totalRowCount: number }[];
  forecast: number;
};
const FIELDS = `rows { project purpose year month totalRowCount totalByteCount } contracted forecast backfillRowCount
  productionRowCount testRowCount isVisibleForCustomer`;
const report = async (args: string, client = viewer): Promise<Report | null> =>
  (await client.data<{ downloadRowsReport: Report | null }>(`{ downloadRowsReport(${args}) { ${FIELDS} } }`))
    .downloadRowsReport;

beforeAll(async () => {
  for (const [index, project] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries())
    await complete(project, 'production', monthsAgo(1).day, 100 - index * 10);
  await complete('g', 'proof', monthsAgo(1).day, 5000);
  await complete('a', 'backfill', monthsAgo(13).day, 7);
  await complete('a', 'production', monthsAgo(14).day, 9);
  await complete('a', 'production', TODAY, 30);
  await complete('a', 'backfill', TODAY, 20);
  await complete('a', 'proof', TODAY, 4);
  await complete('a', 'production', TODAY, 999, neighbour);
});

describe('the rows report', () => {
  test('splits rows by month and purpose, with the current month beside the contract', {
    tags: ['spec:rows-report', 'spec:rows-report-call'],
  }, async () => {
    await server.database.withSystem((tx) =>
      sql`update account set contracted_row_count = 1000 where id = ${account.accountId}`.execute(tx),
    );
    const row = (months: number, purpose: string, rows: number) => {
      const { year, month } = monthsAgo(months);
      return { project: null, purpose, year, month, totalRowCount: rows, totalByteCount: rows * 10 };
    };
    expect(await report('dimensions: [purpose], filters: { monthsAgo: 12 }')).toEqual({
      rows: [
        row(13, 'backfill', 7),
        row(1, 'production', 490),
        row(1, 'proof', 5000),
        row(0, 'backfill', 20),
        row(0, 'production', 30),
        row(0, 'proof', 4),
      ],
      contracted: 1000,
      forecast: A_NUMBER,
      backfillRowCount: 20,
      productionRowCount: 30,
      testRowCount: 4,
      isVisibleForCustomer: true,
    });
  });

  test('shows the five projects with the most rows, tests not counted', {
    tags: ['spec:rows-report-call', 'spec:usage-limits'],
  }, async () => {
    const projects = async (filters: string) => {
      const found = await report(`dimensions: [project], filters: ${filters}`);
      return [...new Set(found?.rows.map(({ project }) => project))].sort();
    };
    expect(await projects('{}')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await projects('{ topProjects: 2 }')).toEqual(['a', 'b']);
    expect(await projects('{ projects: ["g", "b"] }')).toEqual(['b', 'g']);
  });

  test('combines both dimensions, and has one row a month without any', async () => {
    const both = await report('dimensions: [project, purpose], filters: { monthsAgo: 0, projects: ["g"] }');
    expect(both?.rows).toMatchObject([
      { project: 'g', purpose: 'production', totalRowCount: 40 },
      { project: 'g', purpose: 'proof', totalRowCount: 5000 },
    ]);
    const none = await report('dimensions: [], filters: { monthsAgo: 0 }');
    expect(none?.rows).toMatchObject([
      { project: null, purpose: null, totalRowCount: 5490 },
      { project: null, purpose: null, totalRowCount: 54 },
    ]);
  });

  test.each([
    ['projects: ["a", "b", "c", "d", "e", "f"]', 'A report has at most 5 projects, got 6.'],
    ['topProjects: 6', 'topProjects must be 1 to 5.'],
    ['topProjects: 0', 'topProjects must be 1 to 5.'],
    ['monthsAgo: 25', 'monthsAgo must be 0 to 24.'],
    ['monthsAgo: -1', 'monthsAgo must be 0 to 24.'],
  ])('refuses %s', { tags: 'spec:usage-projects' }, async (filters, message) => {
    const text = `{ downloadRowsReport(dimensions: [project], filters: { ${filters} }) { forecast } }`;
    expect((await viewer.ask(text)).errors).toMatchObject([{ message }]);
  });

  test('forecasts what the days so far lead to', { tags: 'spec:rows-report' }, async () => {
    for (let ago = 1; ago <= 56; ago += 1) await complete('a', 'production', addDays(TODAY, -ago), 100, steady);
    const lastDay = new Date(Date.UTC(Number(TODAY.slice(0, 4)), Number(TODAY.slice(5, 7)), 0)).getUTCDate();
    const remaining = lastDay - Number(TODAY.slice(8)) + 1;
    expect((await report('dimensions: []', steadyViewer))?.forecast).toBe(remaining * 100);
  });
});

test('shows usage that the account hides from its people to global managers only', {
  tags: 'spec:summary-visibility',
}, async () => {
  const show = (shown: boolean) =>
    server.database.withSystem((tx) =>
      sql`update account set show_download_summary = ${shown} where id = ${account.accountId}`.execute(tx),
    );
  await show(false);
  expect(await report('dimensions: []')).toBeNull();
  expect(await report('dimensions: []', manager)).toMatchObject({
    isVisibleForCustomer: false,
    productionRowCount: 30,
  });
  await show(true);
  expect(await report('dimensions: []', manager)).toMatchObject({ isVisibleForCustomer: true });
});
