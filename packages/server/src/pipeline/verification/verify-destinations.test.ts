import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTORS, type Connector, createEgress } from '@switchboard/connectors';
import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { useWarehouse } from '../../../testing/hooks/use-warehouse.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { openKey } from '../../identity/keys/open-key.ts';
import { exportFolder } from '../../settings/data-folders.ts';
import { type DeliveryProblem, verifyDeliveries } from './verify-destinations.ts';

// Later than the time of the database, by which schedules that are ahead are set back.
const START = Date.parse('2041-11-11T05:30:00Z');
const DATE = '2041-11-10';
let clock = START - 3_600_000;
const work = useWork({ now: () => clock });
const warehouse = useWarehouse();
const connectors = new Map(CONNECTORS.map((connector) => [connector.spec.name, connector]));
let account: BuiltAccount;

beforeAll(async () => {
  work.answers.set('/daily', csvAnswer('site,clicks', ['a,1', 'b,2']));
  account = await work.publish(
    `
    download ads from {
      type: "http"; url: "${work.source}/daily/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 5; lookback_days: 0;
    } using { site: string; clicks: integer; };
    upload ads as daily to { type: "postgres"; key: "warehouse"; table: "daily"; date_column: "day"; };
    upload ads as report to { type: "file"; path: "{YYYY-MM-DD}.csv"; };`,
    [warehouse.key],
  );
  clock = START;
  await work.settled(account);
});

let known: readonly unknown[][];
beforeEach(async () => {
  known ??= await warehouse.rows('select fence, sha256, rows from _switchboard_loads');
  const [[fence, , rows] = []] = known;
  await warehouse.rows(`update _switchboard_loads set fence = ${fence}, rows = ${rows}, upload = 'daily'`);
  await warehouse.rows(`delete from daily`);
  await warehouse.rows(`insert into daily (site, clicks, day) values ('a', 1, '${DATE}'), ('b', 2, '${DATE}')`);
  writeFileSync(work.delivered(account, `${DATE}.csv`), 'site,clicks\na,1\nb,2\n');
});

type Verified = {
  readonly compared: number;
  readonly skipped: readonly (readonly [string, number])[];
  readonly problems: readonly DeliveryProblem[];
};

async function verify(content: boolean, of: ReadonlyMap<string, Connector> = connectors): Promise<Verified> {
  const pages = await Array.fromAsync(
    verifyDeliveries({
      database: work.database,
      connectors: of,
      context: {
        egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 30_000, now: () => START }),
        signal: new AbortController().signal,
        fault: noFault,
        now: () => START,
      },
      exportFolder: (accountId) => join(exportFolder(work.folder), accountId),
      openKey: (accountId, key, neededBy) => openKey(work.database, work.vault, accountId, key, neededBy),
      account: account.urlName,
      content,
    }),
  );
  return {
    compared: pages.reduce((sum, page) => sum + page.compared, 0),
    skipped: pages.flatMap(({ skipped }) => [...skipped]),
    problems: pages.flatMap(({ problems }) => problems),
  };
}

const kinds = ({ problems }: Verified): readonly string[] => problems.map(({ name, kind }) => `${name} ${kind}`);

it('finds nothing where tables and files hold what was delivered', async () => {
  expect(await verify(false)).toEqual({ compared: 2, skipped: [], problems: [] });
  expect(await verify(true)).toEqual({ compared: 2, skipped: [], problems: [] });
});

it('names rows that were removed from a table, and a file that was changed or removed, when it counts', async () => {
  await warehouse.rows(`delete from daily where site = 'a'`);
  await warehouse.rows(`insert into daily (site, day) values ('c', '2041-11-09')`);
  const file = work.delivered(account, `${DATE}.csv`);
  appendFileSync(file, 'c,3\n');
  expect(kinds(await verify(false))).toEqual([]);
  const { problems } = await verify(true);
  expect(problems.map(({ id: _, ...problem }) => problem)).toEqual([
    {
      kind: 'other_content',
      account: account.urlName,
      name: 'daily',
      reportDate: DATE,
      destination: 'postgres · public.daily',
      detail: '1 rows stand there, 2 were delivered.',
      advice: 'Somebody changed it there since. Start a backfill of this report date to replace it.',
    },
    {
      kind: 'other_content',
      account: account.urlName,
      name: 'report',
      reportDate: DATE,
      destination: `file · ${DATE}.csv`,
      detail: '24 bytes stand there, 20 were delivered.',
      advice: 'Somebody changed it there since. Start a backfill of this report date to replace it.',
    },
  ]);
  rmSync(file);
  expect((await verify(true)).problems[1]?.detail).toBe('0 bytes stand there, 20 were delivered.');
});

it.each([
  { change: `upload = 'other'`, kind: 'missing' },
  { change: 'fence = fence - 1000000', kind: 'earlier' },
  { change: 'fence = fence + 1000000', kind: 'unknown_later' },
  { change: 'rows = 7', kind: 'other_rows' },
])('a record with $change at the destination is a delivery that is $kind', async ({ change, kind }) => {
  await warehouse.rows(`update _switchboard_loads set ${change}`);
  expect(kinds(await verify(false))).toEqual([`daily ${kind}`]);
});

it('says why a destination cannot be read, and counts those whose record cannot be read apart', async () => {
  const file = connectors.get('file');
  const code = await file?.destination?.();
  if (file === undefined || code === undefined) throw new Error('There are no files.');
  const { formatOf, deliver } = code;
  const without = new Map([...connectors, ['file', { ...file, destination: async () => ({ formatOf, deliver }) }]]);
  const setStatus = (status: string) =>
    work.rows(account, sql`update key set status = ${status} where account_id = ${account.accountId}`);
  await setStatus('suspended');
  const { problems, ...counts } = await verify(false, without);
  await setStatus('active');
  expect(counts).toEqual({ compared: 1, skipped: [['file', 1]] });
  expect(problems).toMatchObject([{ kind: 'unread', name: 'daily' }]);
  expect(problems[0]?.detail).toContain('warehouse');
});

it('delivers nothing and leaves the ledger as it was', async () => {
  const before = await warehouse.rows('select * from _switchboard_loads');
  await warehouse.rows(`delete from daily`);
  await verify(true);
  expect(await warehouse.rows('select * from _switchboard_loads')).toEqual(before);
  expect(await warehouse.rows('select * from daily')).toEqual([]);
});
