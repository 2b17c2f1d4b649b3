import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { launchBackfill } from '../src/features/backfills/launch-backfill.ts';
import { pipelineCounts } from '../src/pipeline/backfills/pipeline-counts.ts';
import type { BuiltAccount } from '../testing/build-account.ts';
import { usePerson } from '../testing/hooks/use-account.ts';
import { useWork } from '../testing/hooks/use-server.ts';
import { useWarehouse } from '../testing/hooks/use-warehouse.ts';
import { csvAnswer } from '../testing/source-server.ts';

/** Report dates that are restated to nothing. */

const DATE = '2026-01-05';
const REFUSED = `: the result for ${DATE} has no rows, and when_empty is "fail". Nothing was uploaded. Correct the source: a corrected download is uploaded. If no rows are right, set when_empty to keep or replace.`;
let isFailing: 'before-commit' | 'after-delivery' | null = null;
const work = useWork({
  fault: async (point) => {
    if (point !== isFailing) return;
    isFailing = null;
    throw new Error(`stopped at ${point}`);
  },
});
const person = usePerson(work);
const warehouse = useWarehouse();

type UploadRow = {
  readonly name: string;
  readonly status: string;
  readonly rows: number;
  readonly code: string | null;
};

async function publish(name: string, uploads: string): Promise<BuiltAccount> {
  const account = await work.publish(
    `
    download ads from {
      type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string not null; clicks: integer; };
    ${uploads}`,
    [warehouse.key],
  );
  await work.settled(account);
  return account;
}

const answerWith = (name: string, rows: readonly string[]): void =>
  void work.answers.set(`/${name}/${DATE}`, csvAnswer('site,clicks', [...rows]));

/** Loads the date by a backfill, and returns its id once that is over. */
async function load(account: BuiltAccount, title: string, uploadNames: readonly string[]): Promise<string> {
  const launched = await launchBackfill(work.database, {
    accountId: account.accountId,
    person,
    today: '2026-11-20',
    title,
    description: '',
    start: DATE,
    end: DATE,
    uploadNames: [...uploadNames],
  });
  if (launched.kind !== 'launched') throw new Error(JSON.stringify(launched));
  const { id } = launched;
  const status = async (): Promise<string | undefined> =>
    (await work.rows(account, sql<{ status: string }>`select status from backfill where id = ${id}`))[0]?.status;
  await vi.waitFor(async () => expect(await status()).toMatch(/^completed/), { timeout: 60_000, interval: 50 });
  return id;
}

const uploadsOf = (account: BuiltAccount, backfill: string): Promise<UploadRow[]> =>
  work.rows(
    account,
    sql<UploadRow>`
      select u.name, u.status, u.row_count as rows, u.failure_code as code from upload u
      join flow f on f.account_id = u.account_id and f.id = u.flow_id where f.backfill_id = ${backfill} order by u.name`,
  );
const flowsOf = (account: BuiltAccount, backfill: string): Promise<unknown[]> =>
  work.rows(account, sql`select status, message, kept_rows from flow where backfill_id = ${backfill}`);
const eventsOf = (account: BuiltAccount, backfill: string): Promise<unknown[]> =>
  work.rows(
    account,
    sql`select severity, code, message from event where backfill_id = ${backfill}
      and code in ('EMPTY_RESULT_KEPT', 'EMPTY_RESULT_UPLOADED', 'EMPTY_RESULT_REFUSED') order by message`,
  );
const held = (table: string): Promise<unknown[][]> =>
  warehouse.rows(`select report_date::text, site from ${table} order by 1, 2`);

describe('a date that is restated to nothing', () => {
  let account: BuiltAccount;
  let loaded: string;
  let restated: string;
  const NAMES = ['kept', 'kept_table', 'must', 'replaced', 'replaced_file'];

  beforeAll(async () => {
    await warehouse.rows('create table kept (site text, clicks bigint, report_date date)');
    await warehouse.rows('create table replaced (site text, clicks bigint, report_date date)');
    await warehouse.rows(`insert into replaced values ('other', 1, '2026-01-04')`);
    account = await publish(
      'restated',
      `
      upload ads as kept to { type: "file"; path: "kept/{YYYY-MM-DD}.csv"; };
      upload ads as kept_table to { type: "postgres"; key: "warehouse"; table: "kept"; mode: "append"; };
      upload ads as must to { type: "file"; path: "must/{YYYY-MM-DD}.csv"; when_empty: "fail"; };
      upload ads as replaced to { type: "postgres"; key: "warehouse"; table: "replaced"; when_empty: "replace"; };
      upload ads as replaced_file to { type: "file"; path: "replaced/{YYYY-MM-DD}.csv"; when_empty: "replace"; };`,
    );
    answerWith('restated', ['a,1', 'b,2']);
    loaded = await load(account, 'Loaded', NAMES);
    answerWith('restated', []);
    restated = await load(account, 'Restated', NAMES);
  });

  it('its rows are loaded before, without a warning', async () => {
    expect(await uploadsOf(account, loaded)).toEqual(
      NAMES.map((name) => ({ name, status: 'completed', rows: 2, code: null })),
    );
    expect(await eventsOf(account, loaded)).toEqual([]);
  });

  it('case restated-to-empty-stays: keeps the rows by default, with a warning that says what stays and what to write', {
    tags: ['proof:empty-result-kept', 'case:restated-to-empty-stays'],
  }, async () => {
    const kept = {
      severity: 'warn',
      code: 'EMPTY_RESULT_KEPT',
      message: `kept: the result for ${DATE} has no rows, and 2 rows of ${DATE} that were uploaded before stay at file · kept/${DATE}.csv. Set when_empty to replace or fail to change that.`,
    };
    const appended = {
      ...kept,
      message: `kept_table: the result for ${DATE} has no rows, and 2 rows of ${DATE} that were uploaded before stay at postgres · public.kept. Set when_empty to fail to change that.`,
    };
    expect((await eventsOf(account, restated)).slice(0, 2)).toEqual([kept, appended]);
    expect(readFileSync(work.delivered(account, `kept/${DATE}.csv`), 'utf8')).toBe('site,clicks\na,1\nb,2\n');
    // Mode append adds no date.
    expect(await held('kept')).toEqual([
      [null, 'a'],
      [null, 'b'],
    ]);
  });

  it('shows the kept rows in its flow and its backfill', async () => {
    expect(await flowsOf(account, restated)).toMatchObject([
      { status: 'ERROR', kept_rows: 4, message: expect.stringContaining('has no rows') as unknown },
    ]);
    const counts = await work.database.withAccount(account.accountId, async (tx) =>
      pipelineCounts(tx, account.accountId, [loaded, restated]),
    );
    expect(counts.get(loaded)).toMatchObject({ kept: 0 });
    expect(counts.get(restated)).toMatchObject({ kept: 1 });
    const over = await work.rows(
      account,
      sql`select severity, message from event where backfill_id = ${restated} and code = 'BACKFILL_COMPLETED'`,
    );
    expect(over).toEqual([
      {
        severity: 'warn',
        message:
          'The backfill Restated is over: 0 of 1 pipelines succeeded, 1 failed, 1 without rows while earlier rows stay.',
      },
    ]);
  });

  it('replaces the rows of the date, and no others, where the upload says so', {
    tags: 'proof:empty-result-replaces',
  }, async () => {
    expect(await held('replaced')).toEqual([['2026-01-04', 'other']]);
    expect(readFileSync(work.delivered(account, `replaced/${DATE}.csv`), 'utf8')).toBe('site,clicks\n');
    expect(await eventsOf(account, restated)).toMatchObject([
      {},
      {},
      {},
      {
        severity: 'info',
        message: `replaced: the result for ${DATE} has no rows, and the rows that it replaces were removed from postgres · public.replaced.`,
      },
      {
        message: `replaced_file: the result for ${DATE} has no rows, and the rows that it replaces were removed from file · replaced/${DATE}.csv.`,
      },
    ]);
  });

  it('fails the upload that must have rows, and only that', { tags: 'proof:empty-result-fails' }, async () => {
    expect(await uploadsOf(account, restated)).toEqual([
      { name: 'must', status: 'failed', rows: null, code: 'EMPTY_RESULT_REFUSED' },
      { name: 'replaced', status: 'completed', rows: 0, code: null },
      { name: 'replaced_file', status: 'completed', rows: 0, code: null },
    ]);
    expect((await eventsOf(account, restated))[2]).toEqual({
      severity: 'error',
      code: 'EMPTY_RESULT_REFUSED',
      message: `must${REFUSED}`,
    });
    expect(readFileSync(work.delivered(account, `must/${DATE}.csv`), 'utf8')).toBe('site,clicks\na,1\nb,2\n');
  });

  it('gives no warning again once an upload has been emptied, and takes rows again', async () => {
    answerWith('restated', ['c,3']);
    const again = await load(account, 'Rows again', NAMES);
    expect(await uploadsOf(account, again)).toEqual(
      NAMES.map((name) => ({ name, status: 'completed', rows: 1, code: null })),
    );
    expect(await held('replaced')).toEqual([
      ['2026-01-04', 'other'],
      [DATE, 'c'],
    ]);
  });
});

it('an empty date without earlier rows gives no warning', async () => {
  const account = await publish('quiet', 'upload ads as quiet to { type: "file"; path: "{YYYY-MM-DD}.csv"; };');
  answerWith('quiet', []);
  const id = await load(account, 'Quiet', ['quiet']);
  expect(await eventsOf(account, id)).toEqual([]);
  expect(await flowsOf(account, id)).toEqual([{ status: 'STOPPED', message: null, kept_rows: 0 }]);
  expect(existsSync(work.delivered(account, `${DATE}.csv`))).toBe(false);
});

it('a flow whose only upload must have rows fails with the reason', async () => {
  const account = await publish(
    'needed',
    'upload ads as needed to { type: "file"; path: "{YYYY-MM-DD}.csv"; when_empty: "fail"; };',
  );
  answerWith('needed', []);
  const id = await load(account, 'Needed', ['needed']);
  expect(await flowsOf(account, id)).toMatchObject([{ status: 'FATAL', message: `needed${REFUSED}` }]);
});

it.each(['before-commit', 'after-delivery'] as const)(
  'an empty result replaces the rows once when its delivery ends at %s and is resumed',
  async (point) => {
    const name = `resumed_${point.replace('-', '_')}`;
    const account = await publish(
      name,
      `upload ads as emptied to { type: "postgres"; key: "warehouse"; table: "${name}"; when_empty: "replace"; create: true; };`,
    );
    answerWith(name, ['a,1']);
    await load(account, 'Loaded', ['emptied']);
    expect(await held(name)).toEqual([[DATE, 'a']]);
    answerWith(name, []);
    isFailing = point;
    const id = await load(account, 'Emptied', ['emptied']);
    expect(isFailing).toBeNull();
    expect(await uploadsOf(account, id)).toEqual([{ name: 'emptied', status: 'completed', rows: 0, code: null }]);
    expect(await held(name)).toEqual([]);
  },
);

describe('a date of kept rows that is restated to nothing', () => {
  let account: BuiltAccount;
  let loaded: string;
  let restated: string;
  const NAMES = ['history', 'latest', 'plain', 'replaced', 'required'];
  const LATEST = 'upsert ads by site order by clicks desc';

  beforeAll(async () => {
    account = await publish(
      'tables',
      `
      table latest is ${LATEST};
      table replaced is ${LATEST} when empty replace;
      table required is ${LATEST} when empty fail;
      table history is snapshot ads by site when empty replace;
      ${['latest', 'replaced', 'required', 'history'].map((name) => `upload ${name} to { type: "file"; path: "tables/${name}.csv"; when_empty: "replace"; };`).join('\n')}
      upload ads as plain to { type: "file"; path: "tables/plain.csv"; when_empty: "replace"; };`,
    );
    answerWith('tables', ['a,1', 'b,2']);
    loaded = await load(account, 'Loaded', NAMES);
    answerWith('tables', []);
    restated = await load(account, 'Restated', NAMES);
  });
  const shown = (name: string): string => readFileSync(work.delivered(account, `tables/${name}.csv`), 'utf8');
  const loadEvents = (backfill: string): Promise<unknown[]> =>
    work.rows(
      account,
      sql`select severity, code, message from event where backfill_id = ${backfill}
        and code in ('EMPTY_LOAD_KEPT', 'EMPTY_LOAD_REPLACED', 'EMPTY_LOAD_REFUSED') order by message`,
    );

  it('its kept rows stay by default, with a warning, and go where the table says so', {
    tags: 'proof:kept-rows-empty',
  }, async () => {
    expect(shown('latest')).toBe('site,clicks\na,1\nb,2\n');
    expect(shown('replaced')).toBe('site,clicks\n');
    expect(shown('history')).toBe(`site,clicks,valid_from,valid_to\n`);
    expect(shown('required')).toBe('site,clicks\na,1\nb,2\n');
    expect(shown('plain')).toBe('site,clicks\n');
    expect(await loadEvents(loaded)).toEqual([]);
    expect(await loadEvents(restated)).toEqual([
      {
        severity: 'info',
        code: 'EMPTY_LOAD_REPLACED',
        message: `history: the load for ${DATE} has no rows, and the 2 rows that were kept of it before were taken back.`,
      },
      {
        severity: 'warn',
        code: 'EMPTY_LOAD_KEPT',
        message: `latest: the load for ${DATE} has no rows, and 2 rows that were kept of it before stay. Write when empty replace or when empty fail in its query to change that.`,
      },
      {
        severity: 'info',
        code: 'EMPTY_LOAD_REPLACED',
        message: `replaced: the load for ${DATE} has no rows, and the 2 rows that were kept of it before were taken back.`,
      },
      {
        severity: 'error',
        code: 'EMPTY_LOAD_REFUSED',
        message: `required: the table required got no rows for ${DATE}, and says when empty fail. Nothing was uploaded. Correct the source: a corrected download is uploaded. If no rows are right, write when empty keep or when empty replace in its query.`,
      },
    ]);
  });

  it('the upload of the table that must have rows fails, its flow and backfill show what stays', async () => {
    expect(await uploadsOf(account, restated)).toEqual(
      NAMES.map((name) => ({
        name,
        status: name === 'required' ? 'failed' : 'completed',
        rows: name === 'latest' ? 2 : name === 'required' ? null : 0,
        code: name === 'required' ? 'EMPTY_LOAD_REFUSED' : null,
      })),
    );
    expect(await flowsOf(account, restated)).toMatchObject([{ kept_rows: 2 }]);
    const counts = await work.database.withAccount(account.accountId, async (tx) =>
      pipelineCounts(tx, account.accountId, [restated]),
    );
    expect(counts.get(restated)).toMatchObject({ kept: 1 });
  });

  it('a refused load leaves the kept rows as they were, and rows are taken again', async () => {
    answerWith('tables', ['c,3']);
    await load(account, 'Rows again', NAMES);
    for (const name of ['latest', 'replaced', 'required']) expect(shown(name)).toBe('site,clicks\nc,3\n');
    expect(shown('history')).toBe(`site,clicks,valid_from,valid_to\nc,3,${DATE},\n`);
  });
});
