import { PipelineError } from '@switchboard/model/errors/errors';
import type { Fault, FaultPoint } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { useWarehouse } from '../../../testing/hooks/use-warehouse.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { createBackfillActions } from '../../features/backfills/service.ts';
import { createTransferActions, type TransferActions } from '../../features/transfers/service.ts';
import type { Session } from '../../identity/session.ts';
import { cancelBackfill } from '../backfills/cancel-backfill.ts';

/** While it is held, no transaction that wrote to the table can end. */
const GATE = 4711;

const warehouse = useWarehouse();
let gate: Client;
let transfers: TransferActions;
let tables = 0;

/** Action to run the next time a fault point is reached. */
let planted: { readonly point: FaultPoint; readonly run: () => Promise<void> } | null = null;
const fault: Fault = async (point) => {
  if (planted?.point !== point) return;
  const { run } = planted;
  planted = null;
  await run();
};
const work = useWork({ fault });

beforeAll(async () => {
  gate = new Client({ connectionString: warehouse.url });
  await gate.connect();
  const { database, roles } = work;
  transfers = createTransferActions({ database, queue: roles.queue, now: Date.now });
});
afterAll(() => gate.end());
beforeEach(() => {
  planted = null;
  tables += 1;
});

const table = (): string => `daily_${tables}`;
const held = (): Promise<unknown[][]> => warehouse.rows(`select site from ${table()} order by 1`);

/** A table whose transactions end only while the gate is open, and then as `ending` says. */
async function makeTable(ending = ''): Promise<void> {
  await warehouse.rows(`create table ${table()} (site text, report_date date)`);
  await warehouse.rows(`insert into ${table()} values ('old', '2000-01-01')`);
  await warehouse.rows(`create function gate_${tables}() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${GATE}); ${ending} return null; end $$`);
  await warehouse.rows(`create constraint trigger gate after insert on ${table()} deferrable initially deferred
    for each row execute function gate_${tables}()`);
}

/** An account that uploads one row, `new`. */
async function publish(): Promise<BuiltAccount> {
  work.answers.set(`/${table()}`, csvAnswer('site', ['new']));
  return work.publish(
    `
    download ads from {
      type: "http"; url: "${work.source}/${table()}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; };
    table daily is select site from ads;
    upload daily to { type: "postgres"; key: "warehouse"; table: "${table()}"; };`,
    [warehouse.key],
  );
}

type Upload = {
  readonly id: string;
  readonly status: string;
  readonly commit_attempt: number | null;
  readonly attempt: number;
};
async function uploadOf(account: BuiltAccount): Promise<Upload | undefined> {
  const [row] = await work.rows(
    account,
    sql<Upload>`select p.id, p.status, u.commit_attempt, u.attempt from upload p join unit u on u.id = p.id`,
  );
  return row;
}
/** The id of the upload, once an attempt has begun to commit. */
async function committing(account: BuiltAccount): Promise<string> {
  await expect.poll(async () => (await uploadOf(account))?.commit_attempt ?? null).not.toBeNull();
  return (await uploadOf(account))?.id ?? '';
}
const messages = async (account: BuiltAccount): Promise<string[]> =>
  (
    await work.rows(
      account,
      sql<{ message: string }>`select message from event where upload_id is not null order by id`,
    )
  ).map((row) => row.message);
const session = (account: BuiltAccount): Session =>
  ({ accountId: account.accountId, person: { id: account.accountId, name: 'Olivia' } }) as unknown as Session;

/** Closes the gate, lets an upload begin to commit and has a person abandon it, which waits for the commit. */
async function abandonWhileCommitting(): Promise<{ account: BuiltAccount; answer: Promise<string> }> {
  await gate.query(`select pg_advisory_lock(${GATE})`);
  const account = await publish();
  const answer = transfers.abandon(session(account), 'upload', await committing(account));
  const request = sql<{ how: string | null }>`select cancel_requested as how from unit where kind = 'upload'`;
  await expect.poll(async () => (await work.rows(account, request))[0]?.how).toBe('abandoned');
  return { account, answer };
}

it('waits for a delivery that is being committed, and is too late when it succeeds', {
  tags: 'proof:cancel-during-commit',
}, async () => {
  await makeTable();
  const { account, answer } = await abandonWhileCommitting();
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  expect(await answer).toBe('finished');
  expect(await held()).toEqual([['new'], ['old']]);
  await work.settled(account);
  expect(await uploadOf(account)).toMatchObject({ status: 'completed', commit_attempt: null, attempt: 1 });
  expect(await messages(account)).toEqual([expect.stringContaining('daily: uploaded 1 rows')]);
});

it('wins when the destination rejects the commit', {
  tags: 'proof:cancel-commit-refused',
}, async () => {
  await makeTable(`raise exception 'not today' using errcode = '40001';`);
  const { account, answer } = await abandonWhileCommitting();
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  expect(await answer).toBe('ok');
  expect(await held()).toEqual([['old']]);
  await work.settled(account);
  expect(await uploadOf(account)).toMatchObject({ status: 'abandoned', commit_attempt: null });
  expect((await messages(account)).at(-1)).toBe('Abandoned by Olivia.');
});

it('answers that it is undecided when the outcome of the commit is not known in time', {
  tags: 'proof:cancel-unknown-commit',
}, async () => {
  await makeTable();
  await gate.query(`select pg_advisory_lock(${GATE})`);
  const account = await publish();
  const id = await committing(account);
  expect(await transfers.abandon(session(account), 'upload', id)).toBe('undecided');
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  await work.settled(account);
  expect(await uploadOf(account)).toMatchObject({ status: 'completed' });
  expect(await transfers.abandon(session(account), 'upload', id)).toBe('finished');
});

it.each(['is there', 'is not there'] as const)(
  'asks the destination when an attempt was lost during its commit, and the result %s',
  async (where) => {
    await makeTable(where === 'is there' ? '' : `raise exception 'not today' using errcode = '40001';`);
    let lost: () => void = () => {};
    const stuck = new Promise<void>((resolve) => {
      lost = resolve;
    });
    const account = await publish();
    // The attempt is done with its destination, and its outcome is lost.
    planted = {
      point: where === 'is there' ? 'after-delivery' : 'before-commit',
      run: async () => {
        if (where === 'is not there')
          await work.rows(account, sql`update unit set commit_attempt = attempt where kind = 'upload'`);
        lost();
        throw new PipelineError('STALE_ATTEMPT', { attempt: 1, current: 'none' });
      },
    };
    await stuck;
    // As the reconciler leaves it, but for the time of the next try.
    await work.rows(
      account,
      sql`update unit set state = 'waiting', lease_until = null, next_try = now() + interval '1 hour' where kind = 'upload'`,
    );
    const id = (await uploadOf(account))?.id ?? '';
    expect(await transfers.abandon(session(account), 'upload', id)).toBe(where === 'is there' ? 'finished' : 'ok');
    await work.settled(account);
    expect((await uploadOf(account))?.status).toBe(where === 'is there' ? 'completed' : 'abandoned');
    expect(await held()).toEqual(where === 'is there' ? [['new'], ['old']] : [['old']]);
  },
);

it('commits nothing once it is abandoned, even right before the commit', {
  tags: 'proof:cancel-before-commit',
}, async () => {
  await makeTable();
  const account = await publish();
  let reached: () => void = () => {};
  let goOn: () => void = () => {};
  const there = new Promise<void>((resolve) => {
    reached = resolve;
  });
  planted = {
    point: 'before-commit',
    run: async () => {
      reached();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    },
  };
  await there;
  const id = (await uploadOf(account))?.id ?? '';
  expect(await transfers.abandon(session(account), 'upload', id)).toBe('ok');
  goOn();
  await work.settled(account);
  await expect
    .poll(() =>
      warehouse.rows(
        `select 1 from pg_stat_activity where application_name like 'switchboard%' and datname = current_database()`,
      ),
    )
    .toEqual([]);
  expect(await held()).toEqual([['old']]);
  expect(await uploadOf(account)).toMatchObject({ status: 'abandoned', commit_attempt: null });
  expect(await messages(account)).toEqual(['Abandoned by Olivia.']);
});

it('lets a cancelled backfill wait for a delivery that is being committed', async () => {
  await makeTable();
  const account = await publish();
  await work.settled(account);
  await gate.query(`select pg_advisory_lock(${GATE})`);
  const backfills = createBackfillActions({ database: work.database, queue: work.roles.queue, now: Date.now });
  const [person] = await work.database.withSystem(
    async (tx) =>
      (
        await sql<{
          id: string;
        }>`insert into person (email, name) values (${`${table()}@test.test`}, 'Olivia') returning id`.execute(tx)
      ).rows,
  );
  const who = { ...session(account), person: { id: person?.id ?? '', name: 'Olivia' } } as Session;
  const launched = await backfills.launch(who, {
    title: 'Again',
    description: '',
    start: '2026-11-10',
    end: '2026-11-10',
    uploadNames: ['daily'],
  });
  if (launched.kind !== 'launched') throw new Error(JSON.stringify(launched));
  const committing = sql<{ n: number }>`
    select count(*)::int as n from unit where kind = 'upload' and purpose = 'backfill' and commit_attempt is not null`;
  await expect.poll(async () => (await work.rows(account, committing))[0]?.n).toBe(1);
  const answer = backfills.save(who, launched.id, { cancel: true });
  const cancelRequest = sql<{ n: number }>`select count(*)::int as n from unit where cancel_requested = 'cancelled'`;
  await expect.poll(async () => (await work.rows(account, cancelRequest))[0]?.n).toBe(1);
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  expect(await answer).toEqual({ kind: 'ok' });
  await work.settled(account);
  const rows = await work.rows(
    account,
    sql`select b.status as backfill, f.status as flow, u.status as upload from backfill b
      join flow f on f.backfill_id = b.id join upload u on u.flow_id = f.id`,
  );
  expect(rows).toEqual([{ backfill: 'cancelled', flow: 'STOPPED', upload: 'completed' }]);
  expect(await held()).toEqual([['new'], ['new'], ['old']]);
  expect(
    await work.database.withAccount(account.accountId, (tx) =>
      cancelBackfill(tx, work.roles.queue, { accountId: account.accountId, backfillId: launched.id }, who.person),
    ),
  ).toBe('finished');
});

it('cancels an upload without rows instead of failing it', async () => {
  await makeTable();
  planted = {
    point: 'mid-upload',
    run: () => Promise.reject(new PipelineError('RESULT_EMPTY', { name: 'daily' })),
  };
  const account = await publish();
  await work.settled(account);
  const message = 'daily: the result has no rows; nothing is uploaded and the destination is unchanged.';
  expect(
    await work.rows(
      account,
      sql`select u.status, u.message, f.status as flow from upload u join flow f on f.id = u.flow_id`,
    ),
  ).toEqual([{ status: 'cancelled', message, flow: 'STOPPED' }]);
  expect(await messages(account)).toEqual([message]);
  expect(await held()).toEqual([['old']]);
});

it('reports no unexpected error', () => {
  expect(work.problems).toEqual([]);
});
