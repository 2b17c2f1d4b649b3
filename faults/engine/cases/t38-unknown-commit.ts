import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { startProxy } from '@switchboard/connectors/testing/start-proxy';
import { failUnit } from '@switchboard/server/fail-unit';
import { reconcile } from '@switchboard/server/reconciler';
import { UNIT_KINDS } from '@switchboard/server/unit-kinds';
import { sql } from 'kysely';
import {
  type DeliveriesUnderTest,
  type DeliveringAccount,
  REPORT_DATE,
  startDeliveries,
} from '../deliveries-under-test.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';
import { until } from '../until.ts';

export const t38UnknownCommit: FaultTest = {
  id: 'T38',
  title: 'the answer to a commit is lost',
  run,
};

const FIRST = ['1,old', '2,old'];
const NEXT = ['2,new', '3,new'];
/** Content of a destination after both attempts, by mode. */
const HELD: Readonly<Record<string, string>> = {
  replace_date: '2 new, 3 new',
  truncate: '2 new, 3 new',
  append: '1 old, 2 new, 2 old, 3 new',
  upsert: '1 old, 2 new, 3 new',
};

async function run(): Promise<readonly FaultRow[]> {
  const test = await startDeliveries();
  try {
    // Each lane has a table, a bucket or a folder of its own.
    const lanes = await Promise.all([
      ...Object.keys(HELD).map((mode) => inTurn(CUTS.map((cut) => () => postgres(test, mode, cut)))),
      inTurn(
        ['replace_date', 'truncate'].flatMap((mode) => [
          () => s3(test, mode, 'PUT of a short object', NEXT),
          () => s3(test, mode, 'Complete of a long object', LONG),
        ]),
      ),
      inTurn(['replace_date', 'truncate'].map((mode) => () => file(test, mode))),
    ]);
    return lanes.flat();
  } finally {
    await test.stop();
  }
}

const CUTS = ['the answer', 'the answer, nor to the read that follows', 'the commit itself'] as const;
type Cut = (typeof CUTS)[number];

async function inTurn(cases: readonly (() => Promise<FaultRow>)[]): Promise<readonly FaultRow[]> {
  const found: FaultRow[] = [];
  for (const one of cases) found.push(await one());
  return found;
}

let tables = 0;

async function postgres(test: DeliveriesUnderTest, mode: string, cut: Cut): Promise<FaultRow> {
  tables += 1;
  const table = `unknown_${tables}`;
  const { warehouse } = test;
  let armed = false;
  let committing: Socket | null = null;
  let cuts = 0;
  let refused = 0;
  const proxy = await startProxy(warehouse.host, warehouse.port, {
    onRequest: (bytes, client) => {
      if (armed && bytes.includes('commit\0')) {
        armed = false;
        committing = client;
        if (cut === 'the commit itself') {
          cuts += 1;
          client.destroy();
          return false;
        }
      } else if (
        cut === 'the answer, nor to the read that follows' &&
        cuts > 0 &&
        refused < 1 &&
        client !== committing
      ) {
        refused += 1;
        client.destroy();
        return false;
      }
      return true;
    },
    onAnswer: (_, client) => {
      if (client !== committing) return true;
      cuts += 1;
      client.destroy();
      return false;
    },
  });
  const keys = mode === 'upsert' ? 'key_columns: ["id"];' : '';
  const account = await test.open(
    `upload ads as result to { type: "postgres"; key: "warehouse"; table: "${table}"; mode: "${mode}"; ${keys} };`,
    [test.warehouseKey(proxy.port)],
  );
  await account.deliver(FIRST);
  armed = true;
  await account.deliver(NEXT);
  const rows = await warehouse.rows(`select id || ' ' || site from ${table} order by 1`);
  const loads = await warehouse.rows(`select rows from _switchboard_loads where target = '${table}'`);
  proxy.stop();
  const attempts = cut === 'the answer' ? 1 : 2;
  const again = cut === 'the answer, nor to the read that follows';
  return faultRow(
    `postgres, ${mode}, without ${cut}`,
    {
      status: 'completed',
      cut: 1,
      attempts,
      rows: HELD[mode] ?? '',
      ledger: '2',
      reported: 2,
      completed: 1,
      already: again ? 1 : 0,
      retries: attempts - 1,
    },
    { ...(await seenOf(account)), cut: cuts, rows: rows.join(', '), ledger: loads.join() },
  );
}

/** How the upload ended, and how often that was reported. */
async function seenOf(account: DeliveringAccount): Promise<Record<string, string | number | null>> {
  const { status, attempt, rows, events } = await account.upload();
  return {
    status,
    attempts: attempt,
    reported: rows,
    completed: events.filter((event) => /^info UPLOAD_(COMPLETED|ALREADY_DELIVERED): /.test(event)).length,
    already: events.filter((event) => event.startsWith('info UPLOAD_ALREADY_DELIVERED: ')).length,
    retries: events.filter((event) => event.startsWith('warn ')).length,
    events: events.join(' | '),
  };
}

/** Longer than one part. */
const LONG = Array.from({ length: 1_600 }, (_, row) => `${row},${'long '.repeat(1_200)}${row}`);
let objects = 0;

async function s3(test: DeliveriesUnderTest, mode: string, what: string, rows: readonly string[]): Promise<FaultRow> {
  objects += 1;
  const { bucket } = test;
  const folder = `unknown-${objects}`;
  const account = await test.open(
    `upload ads as result to { type: "s3"; key: "store"; path: "s3://${bucket.name}/${folder}/{YYYY-MM-DD}.csv"; mode: "${mode}"; };`,
    [test.bucketKey()],
  );
  await account.deliver(FIRST);
  const key = `${folder}/${REPORT_DATE}.csv`;
  const method = rows === LONG ? 'POST' : 'PUT';
  await bucket.plant({ method, url: rows === LONG ? `${key}\\?uploadId` : key, times: 1, kind: 'cut-after' });
  await account.deliver(rows);
  const asked = await bucket.asked();
  await bucket.plant();
  const lines = ((await bucket.text(key)) ?? '').trim().split('\n').slice(1);
  const written = asked.filter(
    (line) => line.startsWith(`${method} `) && line.includes(key) && (rows !== LONG || line.includes('uploadId=')),
  );
  return faultRow(
    `s3, ${mode}, without the answer to ${what}`,
    {
      status: 'completed',
      attempts: 1,
      rows: rows.length,
      exact: true,
      reported: rows.length,
      completed: 1,
      already: 0,
      retries: 0,
    },
    {
      ...(await seenOf(account)),
      rows: lines.length,
      exact: lines.toSorted().join() === rows.toSorted().join(),
      writes: written.length,
    },
  );
}

/** The program dies once the file is in its place, before anyone is notified: as others see it, its lease runs out. */
async function file(test: DeliveriesUnderTest, mode: string): Promise<FaultRow> {
  const account = await test.open(
    `upload ads as result to { type: "file"; path: "${mode}/{YYYY-MM-DD}.csv"; mode: "${mode}"; };`,
  );
  await account.deliver(FIRST);
  let die: (error: Error) => void = () => undefined;
  let died = false;
  account.at(async (point, { kind, number }) => {
    if (point !== 'after-delivery' || kind !== 'upload' || number !== 1) return;
    await new Promise<void>((_, reject) => {
      die = reject;
      died = true;
    });
  });
  const id = await account.launch(NEXT);
  await until(30_000, async () => died);
  const path = test.work.delivered(account.account, `${mode}/${REPORT_DATE}.csv`);
  const first = existsSync(path) ? readFileSync(path, 'utf8') : '';
  await test.work.rows(
    account.account,
    sql`update unit set lease_until = now() - interval '1 second' where state = 'running' and kind = 'upload'`,
  );
  const { database, roles } = test.work;
  await reconcile({
    database,
    queue: roles.queue,
    kinds: UNIT_KINDS,
    fault: async () => undefined,
    random: Math.random,
    failUnit,
    onError: () => undefined,
  });
  await account.ended(id);
  const seen = await seenOf(account);
  die(new Error('The program that died is cleared away.'));
  const lines = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replace(',', ' '));
  return faultRow(
    `file, ${mode}, a crash between the rename and the status`,
    {
      status: 'completed',
      attempts: 2,
      'in place before': true,
      rows: HELD[mode] ?? '',
      reported: 2,
      completed: 1,
      already: 1,
      retries: 1,
    },
    { ...seen, 'in place before': first.includes('3,new'), rows: lines.toSorted().join(', ') },
  );
}
