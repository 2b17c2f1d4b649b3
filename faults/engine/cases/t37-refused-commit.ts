import pg from 'pg';
import { type DeliveriesUnderTest, type DeliveringAccount, startDeliveries } from '../deliveries-under-test.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';
import { failed, NEXT, OLD, OLD_IDS, recoveredRow, retried } from '../refused-delivery.ts';
import { until } from '../until.ts';
import { busyStore, diskFull, readOnly, refusedKey } from './t37-files-and-objects.ts';

export const t37RefusedCommit: FaultTest = {
  id: 'T37',
  title: 'destinations that fail during the commit',
  run,
};

async function run(): Promise<readonly FaultRow[]> {
  const test = await startDeliveries();
  try {
    // The one that waits for a lock takes a minute; the others use the time.
    const waiting = lockTimeout(test);
    const found: FaultRow[] = [];
    for (const one of [
      deadlock,
      uniqueViolation,
      permissionRevoked,
      dropped,
      altered,
      readOnly,
      diskFull,
      busyStore,
      refusedKey,
    ])
      found.push(await one(test));
    return [...found, await waiting];
  } finally {
    await test.stop();
  }
}

type TableCase = {
  readonly account: DeliveringAccount;
  readonly table: string;
  rows(): Promise<string>;
};

let tables = 0;

/** An account that has delivered its old rows to a table. */
async function tableWithOldRows(test: DeliveriesUnderTest, more = ''): Promise<TableCase> {
  tables += 1;
  const table = `commit_${tables}`;
  await test.warehouse.rows(`create table ${table} (id bigint, site text, report_date date)`);
  const account = await test.open(
    `upload ads as result to { type: "postgres"; key: "warehouse"; table: "${table}"; ${more} };`,
    [test.warehouseKey()],
  );
  await account.deliver(OLD);
  const rows = async (): Promise<string> => textOf(await test.warehouse.rows(`select id from ${table} order by 1`));
  return { account, table, rows };
}

const textOf = (rows: readonly (readonly unknown[])[]): string => rows.map((row) => row.join(',')).join(' ');
async function other(test: DeliveriesUnderTest): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: test.warehouse.url });
  await client.connect();
  return client;
}

/** In the first attempt of a delivery another session has locked a row, and may do more; in the second it has ended. */
async function rowHeld(
  test: DeliveriesUnderTest,
  what: string,
  reason: string,
  lockMore?: (rival: pg.Client, table: string) => Promise<void>,
): Promise<FaultRow> {
  const { account, table, rows } = await tableWithOldRows(test);
  const rival = await other(test);
  let second = 'no second attempt';
  account.at(async (point, { kind, number }) => {
    if (kind !== 'upload') return;
    if (point === 'after-claim' && number === 2) {
      await rival.query('rollback');
      second = await rows();
    }
    if (point !== 'mid-upload' || number !== 1) return;
    await rival.query('begin');
    await rival.query(`update ${table} set site = 'held' where id = 1`);
    await lockMore?.(rival, table);
  });
  await account.deliver(NEXT);
  await rival.end();
  return recoveredRow(what, account, {
    second,
    rows: await rows(),
    first: retried(`result: the destination is busy: ${reason}. Will retry.`),
    destination: `postgres · public.${table}`,
  });
}

/** The session that locked the row then locks the table that the delivery reads. */
const deadlock = (test: DeliveriesUnderTest): Promise<FaultRow> =>
  rowHeld(test, 'postgres, deadlock', 'deadlock detected', async (rival, table) => {
    await rival.query(`set local deadlock_timeout = '1h'`);
    void waitingFor(test)
      .then(() => rival.query(`lock table ${table} in access exclusive mode`))
      .catch(() => undefined);
  });

const lockTimeout = (test: DeliveriesUnderTest): Promise<FaultRow> =>
  rowHeld(test, 'postgres, lock held for longer than a minute', 'canceling statement due to lock timeout');

/** Resolves when the delivery waits for the lock of another session. */
const waitingFor = (test: DeliveriesUnderTest): Promise<void> =>
  until(20_000, async () => {
    const waiting = await test.warehouse.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name like 'switchboard%'`,
    );
    return waiting.length > 0;
  });

/** A failure that no retry fixes: reported once, nothing changed. */
async function permanent(
  what: string,
  { account, rows }: Pick<TableCase, 'account' | 'rows'>,
  { code, message, left }: { readonly code: string; readonly message: string; readonly left: string },
): Promise<FaultRow> {
  await account.deliver(NEXT);
  const { events, ...seen } = await account.upload();
  return faultRow(
    what,
    { status: 'failed', message, attempts: 1, rows: left, events: failed(code, message) },
    {
      status: seen.status,
      message: seen.message,
      attempts: seen.attempt,
      rows: await rows(),
      events: events.join(' | '),
    },
  );
}

async function uniqueViolation(test: DeliveriesUnderTest): Promise<FaultRow> {
  const one = await tableWithOldRows(test);
  await test.warehouse.rows(`insert into ${one.table} values (9, 'taken', '2000-01-01')`);
  await test.warehouse.rows(`create unique index ${one.table}_site on ${one.table} (site) where site = 'taken'`);
  return permanent('postgres, unique violation', one, {
    code: 'DESTINATION_REFUSED',
    message: `Destination refused the write: duplicate key value violates unique constraint "${one.table}_site"; Key (site)=(taken) already exists. Change it there, then retry.`,
    left: `${OLD_IDS} 9`,
  });
}

async function permissionRevoked(test: DeliveriesUnderTest): Promise<FaultRow> {
  const one = await tableWithOldRows(test);
  await test.warehouse.rows(`revoke insert on ${one.table} from current_user`);
  return permanent('postgres, permission revoked', one, {
    code: 'DESTINATION_REFUSED',
    message: `Destination refused the write: permission denied for table ${one.table}. Change it there, then retry.`,
    left: OLD_IDS,
  });
}

async function dropped(test: DeliveriesUnderTest): Promise<FaultRow> {
  const one = await tableWithOldRows(test, 'create: false;');
  await test.warehouse.rows(`alter table ${one.table} rename to ${one.table}_gone`);
  const rows = async (): Promise<string> =>
    textOf(await test.warehouse.rows(`select id from ${one.table}_gone order by 1`));
  return permanent(
    'postgres, table gone',
    { ...one, rows },
    {
      code: 'DESTINATION_SCHEMA',
      message: `The table public.${one.table} does not fit: it does not exist. Change the table, or the upload’s columns.`,
      left: OLD_IDS,
    },
  );
}

async function altered(test: DeliveriesUnderTest): Promise<FaultRow> {
  const one = await tableWithOldRows(test);
  await test.warehouse.rows(`alter table ${one.table} rename site to place`);
  await test.warehouse.rows(`alter table ${one.table} rename id to number`);
  const rows = async (): Promise<string> =>
    textOf(await test.warehouse.rows(`select number from ${one.table} order by 1`));
  return permanent(
    'postgres, table altered',
    { ...one, rows },
    {
      code: 'DESTINATION_SCHEMA',
      message: `The table public.${one.table} does not fit: it has no column id, site. Change the table, or the upload’s columns.`,
      left: OLD_IDS,
    },
  );
}
