import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Plan } from '@switchboard/model/plan';
import { dueRuns } from '@switchboard/model/schedule/schedule';
import pg from 'pg';
import { CHANNELS, EXPECTATIONS, type Expectation } from './expectations.ts';

export type Verified = {
  /** Tables and files compared, once a date. */
  readonly compared: number;
  readonly rows: number;
  readonly dates: Readonly<Record<string, number>>;
  /** Each difference in words; empty when everything is exact. */
  readonly problems: readonly string[];
};

type Totals = {
  readonly rows: number;
  readonly dirty: number;
  readonly good: number;
  readonly sums: Readonly<Record<string, string>>;
  readonly keys: number;
};
/** Content of a destination for one date. */
type Held = { readonly rows: number; readonly sums: Readonly<Record<string, string>> };
type Account = { readonly id: string; readonly urlName: 'acme' | 'globex'; readonly dates: readonly string[] };

/** The superuser's URL of a database of the embedded server. */
export function embeddedUrl(dataFolder: string, database: string): string {
  const read = (name: string): string => readFileSync(join(dataFolder, 'postgres', name), 'utf8').trim();
  return `postgresql://postgres:${read('password')}@127.0.0.1:${read('port')}/${database}`;
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The dates that the demo's schedules have asked for, from its own published plan. */
async function readAccounts(dataFolder: string): Promise<Account[]> {
  return withClient(embeddedUrl(dataFolder, 'switchboard'), async (client) => {
    const { rows } = await client.query<{
      id: string;
      url_name: 'acme' | 'globex';
      plan: Plan;
      first: Date;
      through: Date;
    }>(`
      select a.id, a.url_name, c.plan, (select min(published_on) from changelist f where f.account_id = a.id) as first,
        (select min(scheduled_through) from download_declaration s where s.account_id = a.id) as through
      from account a join changelist c on c.account_id = a.id and c.status = 'running'
      where a.url_name in ('acme', 'globex') order by a.url_name`);
    return rows.map((row) => {
      const schedule = row.plan.sources.find((source) => source.name === 'ad_units')?.schedule;
      if (!schedule) throw new Error(`The running script of ${row.url_name} is not the demo's.`);
      const from = row.first.getTime() - schedule.lookbackDays * 86_400_000;
      const dates = dueRuns(schedule, from, row.through.getTime()).map((run) => run.reportDate);
      return { id: row.id, urlName: row.url_name, dates: [...new Set(dates)] };
    });
  });
}

async function readTotals(providerUrl: string, account: string, dataset: string, date: string): Promise<Totals> {
  const response = await fetch(`${providerUrl}/totals/${dataset}?date=${date}`, {
    headers: { authorization: `Bearer ${account}-demo-token` },
  });
  if (!response.ok) throw new Error(`The sample provider answered ${response.status} for the totals of ${dataset}.`);
  return (await response.json()) as Totals;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sumsOf = (expectation: Expectation): string =>
  Object.values(expectation.sums)
    .map((column) => `sum(${quoted(column)})::text as ${quoted(column)}`)
    .join(', ');

async function isThere(client: pg.Client, account: Account, table: string): Promise<boolean> {
  const found = await client.query<{ name: string | null }>('select to_regclass($1) as name', [
    `${quoted(account.urlName)}.${quoted(table)}`,
  ]);
  return found.rows[0]?.name != null;
}

async function heldInTable(client: pg.Client, account: Account, expectation: Expectation): Promise<Map<string, Held>> {
  if (!(await isThere(client, account, expectation.upload))) return new Map();
  const { rows } = await client.query<Record<string, string>>(
    `select report_date::text as report_date, count(*) as rows, ${sumsOf(expectation)}
     from ${quoted(account.urlName)}.${quoted(expectation.upload)} group by 1`,
  );
  return new Map(rows.map((row) => [row['report_date'] ?? '', { rows: Number(row['rows']), sums: row }]));
}

async function heldInFiles(dataFolder: string, account: Account, expectation: Expectation): Promise<Map<string, Held>> {
  const folder = join(dataFolder, 'exports', account.id, expectation.upload);
  const held = new Map<string, Held>();
  if (!existsSync(folder)) return held;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(`.${expectation.kind}`)) continue;
    const path = join(entry.parentPath, entry.name).replaceAll("'", "''");
    const reader =
      expectation.kind === 'parquet' ? `read_parquet('${path}')` : `read_csv('${path}', all_varchar = true)`;
    const sums = Object.values(expectation.sums)
      .map((column) => `sum(${quoted(column)}::DECIMAL(38, 6))::VARCHAR as ${quoted(column)}`)
      .join(', ');
    const result = await connection.runAndReadAll(`select count(*)::VARCHAR as rows, ${sums} from ${reader}`);
    const row = (result.getRowObjects()[0] ?? {}) as Record<string, string>;
    held.set(entry.name.slice(0, 10), { rows: Number(row['rows']), sums: row });
  }
  connection.closeSync();
  return held;
}

/** Compares decimal numbers, ignoring trailing zeros. */
const sameNumber = (left: string, right: string): boolean => {
  const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  return plain(left) === plain(right);
};

function compare(
  name: string,
  totals: Totals,
  held: Held | undefined,
  sums: Readonly<Record<string, string>>,
): string[] {
  if (!held) return [`${name}: nothing there, ${totals.good} rows expected`];
  const problems: string[] = [];
  if (totals.rows - totals.dirty !== held.rows)
    problems.push(`${name}: ${held.rows} rows, ${totals.rows} generated - ${totals.dirty} dirty expected`);
  for (const [header, column] of Object.entries(sums)) {
    const expected = totals.sums[header] ?? 'nothing';
    const found = held.sums[column] ?? 'nothing';
    if (!sameNumber(expected, found)) problems.push(`${name}: ${column} sums to ${found}, ${expected} expected`);
  }
  return problems;
}

/** Compares every warehouse table and file of both accounts, by date, with the provider's totals. */
export async function verifyDemo(dataFolder: string, providerUrl: string): Promise<Verified> {
  const problems: string[] = [];
  const dates: Record<string, number> = {};
  let compared = 0;
  let rows = 0;
  await withClient(embeddedUrl(dataFolder, 'warehouse'), async (client) => {
    for (const account of await readAccounts(dataFolder)) {
      dates[account.urlName] = account.dates.length;
      for (const expectation of EXPECTATIONS[account.urlName]) {
        const held =
          expectation.kind === 'postgres'
            ? await heldInTable(client, account, expectation)
            : await heldInFiles(dataFolder, account, expectation);
        for (const date of account.dates) {
          const totals = await readTotals(providerUrl, account.urlName, expectation.dataset, date);
          problems.push(
            ...compare(`${account.urlName} ${expectation.upload} ${date}`, totals, held.get(date), expectation.sums),
          );
          compared += 1;
          rows += held.get(date)?.rows ?? 0;
        }
        for (const date of held.keys()) {
          if (!account.dates.includes(date))
            problems.push(`${account.urlName} ${expectation.upload} ${date}: was never asked for`);
        }
      }
      problems.push(...(await verifyChannels(providerUrl, client, account)));
      compared += account.dates.length;
    }
  });
  return { compared, rows, dates, problems };
}

/** The grouped table has one row a date and channel, with its sum and its count of rows. */
async function verifyChannels(providerUrl: string, client: pg.Client, account: Account): Promise<string[]> {
  const problems: string[] = [];
  if (!(await isThere(client, account, 'revenue_daily')))
    return [`${account.urlName} revenue_daily: there is no such table`];
  const found = await client.query<{ date: string; channel: string; revenue: string; rows: string; count: string }>(
    `select report_date::text as date, channel, sum(revenue)::text as revenue, sum(rows)::text as rows, count(*) as count
     from ${quoted(account.urlName)}.revenue_daily group by 1, 2`,
  );
  const held = new Map(found.rows.map((row) => [`${row.date} ${row.channel}`, row]));
  for (const date of account.dates) {
    for (const { channel, dataset, header } of CHANNELS) {
      const totals = await readTotals(providerUrl, account.urlName, dataset, date);
      const row = held.get(`${date} ${channel}`);
      const name = `${account.urlName} revenue_daily ${date} ${channel}`;
      const asHeld = row && { rows: Number(row.rows), sums: { revenue: row.revenue } };
      problems.push(...compare(name, totals, asHeld, { [header]: 'revenue' }));
      if (row && row.count !== '1') problems.push(`${name}: ${row.count} rows where one was expected`);
    }
  }
  return problems;
}
