import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildDraft } from '../../../testing/build-account.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { launchTest } from '../../features/changelists/test-runs/launch-test.ts';
import { readHomepage } from '../../features/home/homepage.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');
let now = NOON;
let readings = 0;
const work = useWork({
  now: () => {
    readings += 1;
    return now;
  },
});
const person = usePerson(work, 'Dora');
let accounts = 0;

type World = { readonly account: BuiltAccount; readonly put: (date: string, rows: readonly string[]) => void };

/** An account whose download asks again for the day before, so that a correction of the source arrives with the next day. */
async function publish(assertions: string, rows: readonly string[], more = ''): Promise<World> {
  await setBackClock();
  accounts += 1;
  const name = `asserted${accounts}`;
  const put: World['put'] = (date, lines) =>
    void work.answers.set(`/${name}/${date}`, csvAnswer('site,clicks', [...lines]));
  put('2026-11-19', rows);
  const account = await work.publish(scriptOf(name, assertions, more));
  await work.settled(account);
  return { account, put };
}

/** Sets the clock to noon. A scheduler that read the later time before would run the next account's days twice. */
async function setBackClock(): Promise<void> {
  if (now === NOON) return;
  now = NOON;
  readings = 0;
  await expect.poll(() => readings).toBeGreaterThan(5);
}

const scriptOf = (name: string, assertions: string, more = ''): string => `
  download ads from {
    type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1; repull_days: 1;
  } using { site: string not null; clicks: integer; };
  table daily is select site, sum(clicks) as clicks from ads order by site;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };
  ${more}
  ${assertions}`;

/** The next day: its own download and that of the day before once more. */
async function nextDay({ account }: World): Promise<void> {
  const downloads = () => work.rows(account, sql`select from download`);
  const expected = (await downloads()).length + 2;
  now += DAY;
  await expect.poll(async () => (await downloads()).length, { interval: 50 }).toBe(expected);
  await work.settled(account);
}

const uploads = ({ account }: World) =>
  work.rows(
    account,
    sql<{ name: string; date: string; status: string }>`
      select name, report_date::text as date, status from upload order by created, id`,
  );
const events = ({ account }: World) =>
  work.rows(
    account,
    sql<{ code: string; severity: string; message: string }>`
      select code, severity, message from event
      where code in ('ASSERTION_FAILED', 'ASSERTION_ROW_COUNT', 'UPLOAD_STOPPED') order by id`,
  );
const results = ({ account }: World) =>
  work.rows(
    account,
    sql<{ name: string; outcome: string; row_count: number; rows_key: string | null }>`
      select a.name, a.outcome, a.row_count::int, a.rows_key from assertion_result a join flow f on f.account_id = a.account_id and f.id = a.flow_id
      order by f.created, f.id, a.name`,
  );
const delivered = ({ account }: World, path: string): string | null => {
  const file = work.delivered(account, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const home = async ({ account }: World, name: string) =>
  (await readHomepage(work.database, account.accountId, now))?.uploads.find((entry) => entry.name === name);
const statusOf = async (world: World, date: string) => {
  const entry = await home(world, 'daily');
  const first = Date.parse('2026-11-13T00:00:00Z') + (now - NOON);
  return entry?.sparkline[Math.round((Date.parse(`${date}T00:00:00Z`) - first) / DAY)]?.status;
};

it('uploads what meets its assertions', async () => {
  const world = await publish('assert some on daily: clicks > 0; assert one on daily: unique (site);', ['a,1', 'b,2']);
  expect(await uploads(world)).toEqual([{ name: 'daily', date: '2026-11-19', status: 'completed' }]);
  expect(delivered(world, 'daily/2026-11-19.csv')).toBe('site,clicks\na,1\nb,2\n');
  expect(await results(world)).toMatchObject([
    { name: 'one', outcome: 'passed', row_count: 0, rows_key: null },
    { name: 'some', outcome: 'passed', row_count: 0, rows_key: null },
  ]);
  expect(await events(world)).toEqual([]);
});

it('uploads with a warning, which the home page shows, where an assertion only warns', async () => {
  const world = await publish('assert some on daily: clicks > 1 else warn;', ['a,1', 'b,2']);
  expect(await uploads(world)).toMatchObject([{ status: 'completed' }]);
  expect(delivered(world, 'daily/2026-11-19.csv')).toBe('site,clicks\na,1\nb,2\n');
  expect(await events(world)).toEqual([
    { code: 'ASSERTION_FAILED', severity: 'warn', message: 'Assertion some on daily failed: 1 row contradicts it.' },
  ]);
  expect((await home(world, 'daily'))?.status).toBe('warning');
});

it('stops the uploads of the report date, and delivers them after the correction of the source', async () => {
  const bad = Array.from({ length: 12 }, (_, index) => `s${String(index).padStart(2, '0')},-1`);
  const world = await publish('assert some on daily: clicks > 0;', ['a,1', ...bad]);
  expect(await uploads(world)).toEqual([{ name: 'daily', date: '2026-11-19', status: 'failed' }]);
  expect(delivered(world, 'daily/2026-11-19.csv')).toBeNull();
  const stopped = {
    code: 'UPLOAD_STOPPED',
    severity: 'error',
    message:
      'daily was not uploaded, because the assertion some failed. Correct the source: a corrected download is uploaded. Or correct the script and retry the upload.',
  };
  expect(await events(world)).toEqual([
    { code: 'ASSERTION_FAILED', severity: 'error', message: 'Assertion some on daily failed: 12 rows contradict it.' },
    stopped,
  ]);
  const [result] = await results(world);
  expect(result).toMatchObject({ name: 'some', outcome: 'failed', row_count: 12 });
  const [path = ''] = result?.rows_key?.split(';') ?? [];
  const kept = readFileSync(join(work.storeFolder, path), 'utf8').trim().split('\n');
  expect(kept).toHaveLength(11);
  expect(kept.slice(0, 2)).toEqual(['site,clicks', 's00,-1']);
  const entry = await home(world, 'daily');
  expect([entry?.status, entry?.event?.message]).toEqual(['failed', stopped.message]);

  world.put('2026-11-19', ['a,1', 's00,3']);
  world.put('2026-11-20', ['a,2']);
  await nextDay(world);
  expect(delivered(world, 'daily/2026-11-19.csv')).toBe('site,clicks\na,1\ns00,3\n');
  expect(delivered(world, 'daily/2026-11-20.csv')).toBe('site,clicks\na,2\n');
  const after = await uploads(world);
  expect(after.map(({ date, status }) => `${date} ${status}`).toSorted()).toEqual([
    '2026-11-19 completed',
    '2026-11-19 failed',
    '2026-11-20 completed',
  ]);
  expect((await results(world)).map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'passed', 'passed']);
  expect(await events(world)).toHaveLength(2);
  expect(await statusOf(world, '2026-11-19')).toBe('clean');
});

it('stops only uploads that are made from the table', async () => {
  const more = `table all_sites is select count() as rows from ads;
    upload all_sites to { type: "file"; path: "all/{YYYY-MM-DD}.csv"; format: "csv"; };`;
  const world = await publish('assert some on daily: clicks > 1;', ['a,1', 'b,2'], more);
  expect((await uploads(world)).map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
    'all_sites completed',
    'daily failed',
  ]);
  expect(delivered(world, 'all/2026-11-19.csv')).toBe('rows\n2\n');
  const flows = await work.rows(world.account, sql<{ status: string }>`select status from flow`);
  expect(flows).toEqual([{ status: 'ERROR' }]);
});

it('evaluates again when a person starts a stopped upload again, with the script that is published then', async () => {
  const world = await publish('assert some on daily: clicks > 1;', ['a,1', 'b,2']);
  const [upload] = await work.rows(world.account, sql<{ id: string }>`select id from upload`);
  const retry = () =>
    work.database.withAccount(world.account.accountId, (tx) => {
      const transfer = { accountId: world.account.accountId, unitId: upload?.id ?? '', kind: 'upload' } as const;
      return retryTransfer(tx, work.roles.queue, transfer, 'Olivia');
    });
  expect(await retry()).toBe('ok');
  await work.settled(world.account);
  expect(await uploads(world)).toMatchObject([{ status: 'failed' }]);
  expect(await events(world)).toHaveLength(4);
  expect(await results(world)).toHaveLength(1);
});

it('keeps no rows of an upsert table from a stopped upload', async () => {
  const more = `table latest is upsert ads by site; upload latest to { type: "file"; path: "latest.csv"; format: "csv"; };`;
  const world = await publish('assert some on latest: clicks > 1;', ['a,1', 'b,2'], more);
  expect(await work.rows(world.account, sql`select from table_state`)).toEqual([]);
  expect(delivered(world, 'latest.csv')).toBeNull();
  world.put('2026-11-19', ['b,2']);
  world.put('2026-11-20', ['c,3']);
  await nextDay(world);
  expect(delivered(world, 'latest.csv')).toBe('site,clicks\nb,2\nc,3\n');
});

it('compares the row count with the report dates before, of which rejected ones do not count', async () => {
  const assertion = 'assert size on daily: row_count between 50 and 200 percent of last 7 dates;';
  const world = await publish(assertion, ['a,1', 'b,1', 'c,1', 'd,1']);
  const counts = () =>
    work.rows(
      world.account,
      sql<{ count: string }>`select report_date || ' ' || row_count as count from table_row_count order by report_date`,
    );
  expect(await results(world)).toMatchObject([{ name: 'size', outcome: 'skipped', row_count: 4 }]);
  world.put('2026-11-20', ['a,1']);
  await nextDay(world);
  expect(await counts()).toEqual([{ count: '2026-11-19 4' }]);
  expect(delivered(world, 'daily/2026-11-20.csv')).toBeNull();
  expect(await events(world)).toMatchObject([
    { code: 'ASSERTION_ROW_COUNT', message: 'Assertion size on daily failed: 1 row, expected 2 to 8.' },
    { code: 'UPLOAD_STOPPED' },
  ]);
  world.put('2026-11-20', ['a,1', 'b,1']);
  world.put('2026-11-21', ['a,1', 'b,1', 'c,1']);
  await nextDay(world);
  expect(await counts()).toEqual([{ count: '2026-11-19 4' }, { count: '2026-11-20 2' }, { count: '2026-11-21 3' }]);
  expect(delivered(world, 'daily/2026-11-20.csv')).toBe('site,clicks\na,1\nb,1\n');
});

it('shows the outcome in a test run, which it does not stop', async () => {
  const world = await publish('', ['a,1', 'b,2']);
  const { account } = world;
  const text = scriptOf(`asserted${accounts}`, 'assert some on daily: clicks > 1;');
  const changelistId = await buildDraft(work.database, account, text);
  await work.database.withAccount(account.accountId, (tx) =>
    launchTest(tx, work.roles.queue, {
      accountId: account.accountId,
      changelistId,
      uploads: ['daily'],
      fetchNew: false,
      person,
      now,
    }),
  );
  await work.settled(account);
  expect(await results(world)).toMatchObject([{ name: 'some', outcome: 'failed', row_count: 1 }]);
  const tested = await work.rows(account, sql`select status, row_count::int from upload where purpose = 'proof'`);
  expect(tested).toEqual([{ status: 'completed', row_count: 2 }]);
  expect(await events(world)).toMatchObject([{ code: 'ASSERTION_FAILED', severity: 'error' }]);
  expect(await work.rows(account, sql`select from table_row_count`)).toEqual([]);
});
