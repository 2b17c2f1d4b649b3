import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSampleProvider, isFlakyDate, type SampleProvider } from './create-sample-provider.ts';
import { DATASETS } from './datasets.ts';
import { FAULTS } from './faults.ts';
import { generateRows } from './rows.ts';
import { type Totals, totals } from './totals.ts';
import { writeReport } from './write-report.ts';

let clock = Date.UTC(2026, 2, 5, 12);
let provider: SampleProvider;
let origin: string;
beforeAll(async () => {
  provider = createSampleProvider({ now: () => clock, port: 0, lateSeconds: 60 });
  origin = await provider.listen();
});
afterAll(() => provider.close());

const get = (path: string, token = 'acme-demo-token', init: RequestInit = {}): Promise<Response> =>
  fetch(`${origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

const date = '2026-03-04';
const names = DATASETS.map((dataset) => dataset.name);
const bodyOf = (name: string, account: string): Buffer => {
  const dataset = DATASETS.find((one) => one.name === name);
  if (!dataset) throw new Error(`no dataset ${name}`);
  return writeReport(dataset.columns, generateRows(name, account, date), 'csv');
};

describe.each(names)('%s', (name) => {
  it('stays the same for ever, and differs for each account', () => {
    expect(bodyOf(name, 'acme').equals(bodyOf(name, 'acme'))).toBe(true);
    expect(bodyOf(name, 'acme').equals(bodyOf(name, 'globex'))).toBe(false);
  });

  it('gives the rows and about the share of dirty ones that it promises', () => {
    const dataset = DATASETS.find((one) => one.name === name);
    if (!dataset) throw new Error(`no dataset ${name}`);
    const sum = totals(name, 'acme', date);
    expect(sum.rows).toBeGreaterThanOrEqual(dataset.rows[0]);
    expect(sum.rows).toBeLessThanOrEqual(dataset.rows[1]);
    expect(sum.good + sum.dirty).toBe(sum.rows);
    expect(sum.keys).toBe(sum.good);
    const month = Array.from({ length: 28 }, (_, day) =>
      totals(name, 'acme', `2026-02-${String(day + 1).padStart(2, '0')}`),
    );
    const total = (of: 'dirty' | 'rows'): number => month.reduce((all, each) => all + each[of], 0);
    expect(total('dirty') > 0).toBe(dataset.dirtyShare > 0);
    expect(total('dirty') / total('rows')).toBeLessThan(0.002);
  });

  it('writes its flaws, and nothing else, so that the declared types refuse them', () => {
    const dataset = DATASETS.find((one) => one.name === name);
    if (!dataset) throw new Error(`no dataset ${name}`);
    const rows = generateRows(name, 'acme', date);
    const records = JSON.parse(writeReport(dataset.columns, rows, 'json').toString('utf8')) as Record<
      string,
      unknown
    >[];
    const isGood = (record: Record<string, unknown>): boolean =>
      dataset.columns.every(({ header, type, notNull }) => {
        const value = record[header] ?? null;
        if (value === null) return !notNull;
        if (type === 'boolean') return typeof value === 'boolean';
        if (type === 'integer') return Number.isInteger(value);
        if (type === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
        if (type === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
        return typeof value === (type === 'string' ? 'string' : 'number');
      });
    expect(records.map(isGood)).toEqual(rows.map((row) => row.flaw === null));
  });
});

it('never changes what it once gave', () => {
  const hash = createHash('sha256');
  for (const name of names) hash.update(bodyOf(name, 'acme'));
  expect(hash.digest('hex')).toMatchInlineSnapshot(
    `"e3f6fad8bb81d8e14bf1b771d45feda4b0d7714cd344320c5031726ee67f752a"`,
  );
});

describe('requests', () => {
  it('gives a report in each format to whoever has a token', async () => {
    const csv = await get(`/reports/campaigns?date=${date}&format=csv`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="campaigns_2026-03-04.csv"');
    const text = await csv.text();
    const gzip = await get(`/reports/campaigns?date=${date}&format=csv.gz`);
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(text);
    const json = (await (await get(`/reports/campaigns?date=${date}&format=json`)).json()) as unknown[];
    const sum = (await (await get(`/totals/campaigns?date=${date}`)).json()) as Totals;
    expect(json).toHaveLength(sum.rows);
    expect(text.split('\n')).toHaveLength(sum.rows + 2);
    expect(sum).toEqual(totals('campaigns', 'acme', date));
  });

  it.each([
    ['/reports/campaigns?date=2026-03-04', 'wrong', 401],
    ['/totals/campaigns?date=2026-03-04', 'toString', 401],
    ['/reports/nothing?date=2026-03-04', 'acme-demo-token', 404],
    ['/reports/campaigns', 'acme-demo-token', 400],
    ['/reports/campaigns?date=2026-02-30', 'acme-demo-token', 400],
    ['/reports/campaigns?date=2026-03-04&format=xml', 'acme-demo-token', 400],
    ['/reports/campaigns?date=2026-03-04&fault=none', 'acme-demo-token', 400],
    ['/reports/campaigns?date=2026-03-07', 'acme-demo-token', 404],
    ['/async/reports/abc', 'acme-demo-token', 404],
  ])('%s with %s is %i', async (path, token, status) => expect((await get(path, token)).status).toBe(status));

  it('gives a lookup without a date', async () => {
    expect((await (await get('/reports/sites?format=json')).json()) as unknown[]).toHaveLength(40);
  });

  it('makes a report on request, for the account that ordered it', async () => {
    const body = JSON.stringify({ dataset: 'costs', date, format: 'csv' });
    const ordered = await get('/async/reports', undefined, { method: 'POST', body });
    expect(ordered.status).toBe(202);
    const { report_id: id } = (await ordered.json()) as { report_id: string };
    const path = `/async/reports/${id}`;
    expect(await (await get(path)).json()).toMatchObject({ status: 'pending' });
    expect((await get(`${path}/file`)).status).toBe(404);
    clock += 1500;
    expect((await get(path, 'globex-demo-token')).status).toBe(404);
    const { status, url } = (await (await get(path)).json()) as { status: string; url: string };
    expect(status).toBe('ready');
    expect(await (await get(url)).text()).toBe(bodyOf('costs', 'acme').toString());
  });

  it('fails twice on flaky dates, and never on others', async () => {
    const dates = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`);
    const flaky = dates.find(isFlakyDate);
    const steady = dates.find((one) => !isFlakyDate(one));
    const tries = async (one: string | undefined): Promise<number[]> => {
      const statuses: number[] = [];
      for (let index = 0; index < 4; index += 1) statuses.push((await get(`/reports/orders?date=${one}`)).status);
      return statuses;
    };
    expect(await tries(flaky)).toEqual([503, 503, 200, 200]);
    expect(await tries(steady)).toEqual([200, 200, 200, 200]);
  });

  it('a request has the newest date of the late dataset only after a while', async () => {
    const status = async (day: string): Promise<number> => (await get(`/reports/marketplace_sales?date=${day}`)).status;
    expect([await status('2026-03-04'), await status('2026-03-03')]).toEqual([404, 200]);
    clock += 60_000;
    expect(await status('2026-03-04')).toBe(200);
  });

  it('a request has the newest date of the late dataset only after an earlier one was fetched for the account', async () => {
    const status = async (day: string): Promise<number> =>
      (await get(`/reports/marketplace_sales?date=${day}`, 'globex-demo-token')).status;
    clock += 60_000;
    expect([await status('2026-03-04'), await status('2026-03-03'), await status('2026-03-04')]).toEqual([
      404, 200, 200,
    ]);
  });

  it('adds a column to its newest reports', async () => {
    clock += 60_000;
    const header = async (day: string): Promise<string | undefined> =>
      (await (await get(`/reports/marketplace_sales?date=${day}`)).text()).split('\n')[0];
    expect(await header('2026-03-03')).toBe('date,sku,marketplace,quantity,gross,fees');
    expect(await header('2026-03-04')).toBe('date,sku,marketplace,quantity,gross,fees,currency');
  });
});

describe('the newest date, of', () => {
  const report = (dataset: string, day: string): Promise<Response> => get(`/reports/${dataset}?date=${day}`);

  it.each([
    ['newsletter_clicks', 410, null],
    ['tv_spots', 404, '3600'],
  ])('%s is answered %i', async (dataset, status, retryAfter) => {
    const answer = await report(dataset, '2026-03-04');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect((await report(dataset, '2026-03-03')).status).toBe(200);
  });

  it('store_visits has no good row', async () => {
    const lines = async (day: string): Promise<string[]> =>
      (await (await report('store_visits', day)).text()).trim().split('\n').slice(1);
    expect((await lines('2026-03-04')).every((line) => line.startsWith('"?","?"'))).toBe(true);
    expect((await lines('2026-03-03')).some((line) => line.includes('?'))).toBe(false);
  });
});

describe('faults', () => {
  const faulty = (fault: string, format = 'csv'): Promise<Response> =>
    get(`/reports/costs?date=${date}&format=${format}&fault=${fault}`);

  it.each(['401', '404', '429', '500', '503'])('answers %s', async (fault) =>
    expect((await faulty(fault)).status).toBe(Number(fault)),
  );

  it('garbage is neither text nor gzip, half a gzip is not whole', async () => {
    const garbage = Buffer.from(await (await faulty('garbage')).arrayBuffer());
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(garbage)).toThrow();
    const half = Buffer.from(await (await faulty('half-gzip', 'csv.gz')).arrayBuffer());
    expect(() => gunzipSync(half)).toThrow('unexpected end of file');
  });

  it('wrong columns, and no good row at all', async () => {
    expect(await (await faulty('wrong-columns')).text()).toMatch(/^surprise,site,/);
    expect(await (await faulty('wrong-columns', 'json')).text()).not.toContain('"date"');
    const [, ...lines] = (await (await faulty('all-dirty')).text()).trim().split('\n');
    expect(lines.filter((line) => !line.includes('"?"'))).toEqual([]);
  });

  it('a cut answer promises more than it gives, a slow one comes in the end', async () => {
    const cut = await faulty('cut');
    expect(Number(cut.headers.get('content-length'))).toBe(bodyOf('costs', 'acme').length);
    await expect(cut.text()).rejects.toThrow('terminated');
    expect(await (await faulty('slow')).text()).toBe(bodyOf('costs', 'acme').toString());
  });

  it('silence never answers', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(get(`/reports/costs?date=${date}&fault=silence`, undefined, { signal })).rejects.toThrow('timeout');
    expect(FAULTS).toContain('silence');
  });
});
