import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { createDatabase } from '../../../testing/database.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { type Frozen, freezeDates } from '../restatements/freeze-dates.ts';
import { deliverHeld, unfreezeDates } from './release-held.ts';
import { runDate } from './run-date.ts';
import { runUploadAgain } from './run-upload-again.ts';

/** Attempts of uploads stop at this point until it is opened. */
let gate: { readonly point: string; readonly reached: () => void; readonly opened: Promise<void> } | null = null;
const work = useWork({
  makeDatabase: createDatabase,
  fault: async (point) => {
    const closed = gate;
    if (closed?.point !== point) return;
    closed.reached();
    await closed.opened;
  },
});
const person = usePerson(work);

const script = (): string => `
  download ads from {
    type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
  } using { site: string; clicks: integer; };
  table daily is select site, sum(clicks) as clicks from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

let account: BuiltAccount;
let date = '';
beforeEach(async () => {
  gate = null;
  work.answers.set('/ads', csvAnswer('site,clicks', ['a,1', 'b,2']));
  account = await work.publish(script());
  await work.settled(account);
  date = (await uploads())[0]?.date ?? '';
});

type Upload = { readonly id: string; readonly status: string; readonly date: string; readonly blocked: string | null };
const uploads = () =>
  work.rows(
    account,
    sql<Upload>`select u.id, u.status, u.report_date::text as date, w.blocked_kind as blocked from upload u
      join unit w on w.account_id = u.account_id and w.id = u.id order by u.id`,
  );
const statuses = async () => (await uploads()).map(({ status, blocked }) => blocked ?? status);
const restatements = () =>
  work.rows(
    account,
    sql`select rows_before, rows_after, totals, cause, caused_by from restatement order by created, id`,
  );
const delivered = (): string => readFileSync(work.delivered(account, `daily/${date}.csv`), 'utf8');
const codes = async (...of: string[]) =>
  (
    await work.rows(account, sql<{ code: string }>`select code from event where code = any(${of}::text[]) order by id`)
  ).map(({ code }) => code);
const inAccount = <T>(act: Parameters<typeof work.database.withAccount<T>>[1]) =>
  work.database.withAccount(account.accountId, act);
const by = {
  name: 'Olivia',
  get personId() {
    return person.id;
  },
};

const freezeIt = (): Promise<Frozen> =>
  inAccount((tx) =>
    freezeDates(
      tx,
      { accountId: account.accountId, uploadName: null, first: null, last: date, reason: 'Books closed' },
      by,
    ),
  );
/** Downloads the date again, with these rows. */
async function restate(...lines: string[]): Promise<void> {
  work.answers.set('/ads', csvAnswer('site,clicks', lines));
  const order = { by: 'Olivia', requestId: randomUUID(), now: Date.now() };
  const outcome = await inAccount((tx) =>
    runDate(tx, work.roles.queue, { accountId: account.accountId, name: 'ads', reportDate: date }, order),
  );
  expect(outcome).toMatchObject({ kind: 'ok' });
}
/** Waits until nothing of the account runs but what a freeze holds. */
const untilHeld = (count: number) =>
  expect
    .poll(
      () =>
        work.rows(
          account,
          sql`select state, blocked_kind, count(*)::int as units from unit where state <> 'done' group by 1, 2`,
        ),
      { timeout: 60_000 },
    )
    .toEqual([{ state: 'held', blocked_kind: 'freeze', units: count }]);
const idOf = (frozen: Frozen): string => {
  if (frozen.kind !== 'ok') throw new Error(frozen.kind);
  return frozen.freeze.id;
};

/** Holds attempts at a fault point. */
function closeGate(point: string): { readonly reached: Promise<void>; readonly open: () => void } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  gate = { point, reached: reached.resolve, opened: opened.promise };
  return {
    reached: reached.promise,
    open: () => {
      gate = null;
      opened.resolve();
    },
  };
}

describe('a report date that is downloaded again', () => {
  it('counts as restated by how much its rows and totals differ, and nothing is recorded of the same content', async () => {
    await restate('a,1', 'b,2');
    await work.settled(account);
    expect(await restatements()).toEqual([]);
    await restate('a,1', 'b,7', 'c,1');
    await work.settled(account);
    expect(await restatements()).toEqual([
      {
        rows_before: 2,
        rows_after: 3,
        totals: [{ column: 'clicks', before: '3', after: '9' }],
        cause: 'run_again',
        caused_by: null,
      },
    ]);
    expect(delivered()).toContain('c,1');
    expect(await codes('DATE_RESTATED', 'HELD_BY_FREEZE')).toEqual(['DATE_RESTATED']);
  });

  it('counts as restated by the person who made it again', async () => {
    const [first] = await uploads();
    await work.rows(account, sql`update upload set sha256 = 'other', totals = '{"clicks": "4"}'`);
    await work.rows(
      account,
      sql`with made as (
          insert into changelist (account_id, description, status, plan, published_by)
          select account_id, 'Version 0', 'replaced', plan, ${person.id} from changelist where status = 'running' returning id
        ) update flow set changelist_id = made.id from made`,
    );
    const order = { by: 'Olivia', requestId: 'one', interactive: true };
    await inAccount((tx) =>
      runUploadAgain(tx, work.roles.queue, { accountId: account.accountId, uploadId: first?.id ?? '' }, order),
    );
    await work.settled(account);
    expect(await restatements()).toEqual([
      expect.objectContaining({ cause: 'run_again', totals: [{ column: 'clicks', before: '4', after: '3' }] }),
    ]);
  });
});

describe('a frozen report date', () => {
  it('keeps what was delivered, until a person delivers the changed result anyway', async () => {
    idOf(await freezeIt());
    await restate('a,5');
    await untilHeld(1);
    expect(delivered()).toContain('b,2');
    expect(await codes('DATES_FROZEN', 'DATE_RESTATED', 'HELD_BY_FREEZE')).toEqual([
      'DATES_FROZEN',
      'DATE_RESTATED',
      'HELD_BY_FREEZE',
    ]);
    const held = (await uploads()).at(-1)?.id ?? '';
    const ref = { accountId: account.accountId, unitId: held };
    const outcomes = await Promise.all([0, 1].map(() => inAccount((tx) => deliverHeld(tx, work.roles.queue, ref, by))));
    expect(outcomes.toSorted()).toEqual(['not_held', 'ok']);
    await work.settled(account);
    expect(delivered()).toContain('a,5');
    expect(await codes('FROZEN_DATE_REPLACED')).toEqual(['FROZEN_DATE_REPLACED']);
    expect(await work.rows(account, sql`select count(*)::int as freezes from report_freeze`)).toEqual([{ freezes: 1 }]);
  });

  it('gets the newest of several results when it is unfrozen', async () => {
    const freeze = idOf(await freezeIt());
    await restate('a,5');
    await untilHeld(1);
    await restate('a,6');
    await untilHeld(2);
    const of = { accountId: account.accountId, id: freeze };
    const how = { ...by, personId: person.id, delivers: true };
    const ended = await inAccount((tx) => unfreezeDates(tx, work.roles.queue, of, how));
    expect(ended).toMatchObject({ held: 1, freeze: { id: freeze } });
    expect(await inAccount((tx) => unfreezeDates(tx, work.roles.queue, of, how))).toBeNull();
    await work.settled(account);
    expect(await statuses()).toEqual(['completed', 'abandoned', 'completed']);
    expect(delivered()).toContain('a,6');
  });

  it('keeps what was delivered when it is unfrozen and what it held is abandoned', async () => {
    const freeze = idOf(await freezeIt());
    await restate('a,5');
    await untilHeld(1);
    const how = { ...by, personId: person.id, delivers: false };
    await inAccount((tx) => unfreezeDates(tx, work.roles.queue, { accountId: account.accountId, id: freeze }, how));
    await work.settled(account);
    expect(await statuses()).toEqual(['completed', 'abandoned']);
    expect(delivered()).toContain('b,2');
  });

  it('refuses to make an upload again, and names the freeze', async () => {
    idOf(await freezeIt());
    const [first] = await uploads();
    const order = { by: 'Olivia', requestId: 'one', interactive: true };
    const outcome = await inAccount((tx) =>
      runUploadAgain(tx, work.roles.queue, { accountId: account.accountId, uploadId: first?.id ?? '' }, order),
    );
    expect(outcome).toEqual({ kind: 'frozen', frozen: { upload: 'daily', first: null, last: date, dates: 1 } });
    expect(await statuses()).toEqual(['completed']);
  });

  it('gets its first delivery', async () => {
    await work.rows(account, sql`update upload set status = 'failed'`);
    idOf(await freezeIt());
    await restate('a,5');
    await work.settled(account);
    expect(delivered()).toContain('a,5');
    expect(await restatements()).toEqual([]);
  });

  it('refuses a second freeze of the same dates', async () => {
    const outcomes = await Promise.all([freezeIt(), freezeIt()]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['exists', 'ok']);
  });
});

describe('a freeze while an upload runs', () => {
  it('holds the upload when its delivery has not begun', async () => {
    const { reached, open } = closeGate('before-commit');
    await restate('a,5');
    await reached;
    expect(await freezeIt()).toMatchObject({ kind: 'ok', underWay: 0 });
    open();
    await untilHeld(1);
    expect(delivered()).toContain('b,2');
    expect(await codes('REPORT_DATE_FROZEN')).toEqual(['REPORT_DATE_FROZEN']);
    expect(await work.rows(account, sql`select retry_count from unit where blocked_kind = 'freeze'`)).toEqual([
      { retry_count: 0 },
    ]);
  });

  it('lets the upload end when its delivery has begun, and counts it', async () => {
    const { reached, open } = closeGate('after-delivery');
    await restate('a,5');
    await reached;
    expect(await freezeIt()).toMatchObject({ kind: 'ok', underWay: 1 });
    open();
    await work.settled(account);
    expect(await statuses()).toEqual(['completed', 'completed']);
    expect(delivered()).toContain('a,5');
  });
});
