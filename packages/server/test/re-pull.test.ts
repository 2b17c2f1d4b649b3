import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { KeyToStore } from '../src/identity/keys/add-key.ts';
import type { BuiltAccount } from '../testing/build-account.ts';
import { queryAsSuperuser } from '../testing/database.ts';
import { useWork } from '../testing/hooks/use-server.ts';
import { useWarehouse } from '../testing/hooks/use-warehouse.ts';
import { csvAnswer } from '../testing/source-server.ts';

/** A source that is pulled again for the same report date, first without new rows. */

const BUCKET = 're-pull-files';
const DATE = '2026-11-10';
/** The day after, on which the date is pulled four times. */
const at = (hour: number): number => Date.parse('2026-11-11T00:00:00Z') + (hour + 0.5) * 3_600_000;

let clock = at(4);
const work = useWork({ now: () => clock });
const warehouse = useWarehouse();
let account: BuiltAccount;
let s3: { readonly endpoint: string; readonly account: { readonly id: string; readonly secret: string } };
const control = async (what: string): Promise<unknown> =>
  (await fetch(`${s3.endpoint}/_test/${what}/${BUCKET}`, { method: 'PUT', body: '[]' })).json();

beforeAll(async () => {
  const { TEST_S3 } = process.env;
  if (TEST_S3 === undefined) throw new Error('TEST_S3 is not set');
  s3 = JSON.parse(TEST_S3) as typeof s3;
  await control('buckets');
});

const script = (): string => `
  download ads from {
    type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv";
    timezone: "UTC"; hour_of_day: [5, 7, 8, 9]; lookback_days: 0;
  } using { site: string; clicks: integer; };
  table daily is select site, sum(clicks) as clicks from ads;
  upload daily to { type: "file"; path: "{YYYY-MM-DD}.csv.gz"; };
  upload daily as rows to { type: "postgres"; key: "warehouse"; schema: "ads"; table: "daily"; };
  upload daily as objects to { type: "s3"; key: "lake"; path: "s3://${BUCKET}/{YYYY-MM-DD}.csv"; };
`;

const keys = (): readonly KeyToStore[] => [
  warehouse.key,
  {
    name: 'lake',
    type: 'aws',
    properties: { aws_access_key_id: s3.account.id, endpoint: s3.endpoint },
    secrets: { aws_secret_access_key: s3.account.secret },
  },
];

type Download = { readonly status: string; readonly message: string | null };
const downloads = (): Promise<Download[]> =>
  work.rows(
    account,
    sql<Download>`select status, message from download where report_date = ${DATE} order by created, id`,
  );
const uploads = (): Promise<unknown[]> =>
  work.rows(
    account,
    sql`select name, status, sha256, finished, flow_id, row_count from upload where report_date = ${DATE} order by id`,
  );
const flows = (): Promise<unknown[]> =>
  work.rows(account, sql`select id, status, report_date from flow where report_date = ${DATE} order by id`);

const identity = ({ ino, size, mtimeMs, ctimeMs }: Stats): unknown => ({ ino, size, mtimeMs, ctimeMs });
/** Everything that a delivery of the date would change: the file with its ledger, the rows with theirs, the object. */
async function destinations(): Promise<unknown> {
  const path = work.delivered(account, `${DATE}.csv.gz`);
  const ledgers = join(dirname(path), '.switchboard');
  const ofDate = readdirSync(ledgers).filter((name) => name.includes(DATE));
  const stored = (table: string, order: string): Promise<unknown[]> =>
    queryAsSuperuser(warehouse.url, `select ctid, xmin, * from ads.${table} where report_date = $1 order by ${order}`, [
      DATE,
    ]);
  return {
    file: [basename(path), ...ofDate.map((name) => join('.switchboard', name))].map((name) => [
      name,
      identity(lstatSync(join(dirname(path), name))),
    ]),
    fence: ofDate.map((name) => readFileSync(join(ledgers, name), 'utf8')),
    rows: await stored('daily', 'site'),
    loads: await stored('_switchboard_loads', 'ctid'),
  };
}
/** Writes to the date's object since the last call. */
const written = async (): Promise<readonly string[]> => {
  const asked = (await control('log')) as readonly string[];
  await control('faults');
  return asked.filter((line) => !/^(GET|HEAD) /.test(line) && line.includes(DATE));
};

/** Runs the schedule of this time, until `count` downloads of the date have ended. */
async function live(time: number, count: number): Promise<void> {
  clock = time;
  await expect.poll(async () => (await downloads()).length, { timeout: 60_000, interval: 50 }).toBe(count);
  await work.settled(account);
}

it('uploads nothing while the report is unchanged, and the new version once it changes', {
  timeout: 240_000,
}, async () => {
  work.answers.set('/ads', csvAnswer('site,clicks', ['a,1', 'b,2', 'a,3']));
  await control('faults');
  account = await work.publish(script(), keys());
  await live(at(5), 1);
  expect(await downloads()).toEqual([{ status: 'completed', message: null }]);
  const first = { uploads: await uploads(), flows: await flows(), destinations: await destinations() };
  expect(first.uploads).toMatchObject(['daily', 'objects', 'rows'].map(() => ({ status: 'completed', row_count: 2 })));
  expect(first.flows).toHaveLength(1);
  expect(await written()).not.toEqual([]);

  for (const [index, time] of [at(7), at(8)].entries()) {
    await live(time, index + 2);
    expect((await downloads()).slice(1)).toEqual(
      Array.from({ length: index + 1 }, () => ({ status: 'skipped', message: 'Identical report already downloaded' })),
    );
    expect({ uploads: await uploads(), flows: await flows(), destinations: await destinations() }).toEqual(first);
    expect(await written()).toEqual([]);
  }

  // One number has changed.
  work.answers.set('/ads', csvAnswer('site,clicks', ['a,1', 'b,2', 'a,4']));
  await live(at(9), 4);
  expect((await downloads()).at(-1)).toEqual({ status: 'completed', message: null });
  expect([(await flows()).length, (await uploads()).length]).toEqual([2, 6]);
  expect(await destinations()).toMatchObject({ rows: [{ site: 'a', clicks: '5' }, { site: 'b' }] });
  expect(await written()).not.toEqual([]);
  expect(work.problems).toEqual([]);
});
