import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { createDatabase, queryAsSuperuser } from '../../../testing/database.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { useWarehouse } from '../../../testing/hooks/use-warehouse.ts';
import { csvAnswer } from '../../../testing/source-server.ts';

// Its tests add a trigger.
const work = useWork({ makeDatabase: createDatabase });
const warehouse = useWarehouse();

/** The next time that an attempt begins to commit, our own database fails with this state; what it does not undo counts that. */
async function failCommit(state: string): Promise<void> {
  await queryAsSuperuser(
    work.database.url,
    `
    drop sequence if exists commits cascade;
    create sequence commits;
    create or replace function fail_commit() returns trigger language plpgsql security definer as $$ begin
      if nextval('commits') = 1 then raise exception 'trouble on pg-7.internal' using errcode = '${state}'; end if;
      return new; end $$;
    create or replace trigger fail_commit before update of commit_attempt on unit for each row
      when (old.commit_attempt is null and new.commit_attempt is not null) execute function fail_commit()`,
  );
}

async function publish(destination: string): Promise<BuiltAccount> {
  work.answers.set('/daily', csvAnswer('site', ['new']));
  return work.publish(
    `
    download ads from {
      type: "http"; url: "${work.source}/daily/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; };
    upload ads as daily to { ${destination} };`,
    [warehouse.key],
  );
}

const POSTGRES = 'type: "postgres"; key: "warehouse"; table: "daily";';
const OURS: unknown = expect.stringMatching(/^Something went wrong on our side \([0-9a-f-]{36}\)\. Will retry\.$/);
const UPLOADED: unknown = expect.stringMatching(/^daily: uploaded 1 rows to /);
const FILE = 'type: "file"; path: "daily.csv";';

it.each([
  { what: 'a table', destination: POSTGRES, state: '57P01', fails: 'is stopped' },
  { what: 'a table', destination: POSTGRES, state: '25006', fails: 'takes no writes' },
  { what: 'a table', destination: POSTGRES, state: 'XX000', fails: 'is out of order' },
  { what: 'a file', destination: FILE, state: '57P01', fails: 'is stopped' },
])(
  'a delivery to $what at whose last step our own database $fails is our failure, and tried again',
  async ({ destination, state }) => {
    await warehouse.rows('drop table if exists daily');
    await warehouse.rows('create table daily (site text, report_date date)');
    await failCommit(state);
    const before = work.problems.length;
    const account = await publish(destination);
    await work.settled(account);
    expect(await work.rows(account, sql`select status from upload`)).toEqual([{ status: 'completed' }]);
    const events = await work.rows(
      account,
      sql`select code, message, will_retry from event where upload_id is not null order by id`,
    );
    expect(events).toEqual([
      {
        code: 'INTERNAL',
        message: OURS,
        will_retry: true,
      },
      { code: 'UPLOAD_COMPLETED', message: UPLOADED, will_retry: null },
    ]);
    // Its cause is in the log.
    const [problem, ...more] = work.problems.slice(before);
    expect(more).toEqual([]);
    expect(problem).toBeInstanceOf(PipelineError);
    expect(problem).toHaveProperty('cause', expect.any(DatabaseError));
    expect(problem).toHaveProperty('cause.message', 'trouble on pg-7.internal');
  },
);

it('a table whose columns would change values takes no rows, and says how it keeps them', async () => {
  await warehouse.rows('drop table if exists daily');
  await warehouse.rows('create table daily (site text, amt numeric(4,1), at date)');
  const account = await publishAmounts('');
  await work.settled(account);
  const uploads = await work.rows(
    account,
    sql<{ status: string; message: string; failure_code: string }>`select status, message, failure_code from upload`,
  );
  expect(uploads.length).toBeGreaterThan(0);
  for (const { status, message, failure_code: code } of uploads) {
    expect([status, code]).toEqual(['failed', 'DESTINATION_SCHEMA']);
    expect(message).toContain(
      'its column amt of type numeric(4,1) would change values of decimal(10, 2), such as 1.05',
    );
    expect(message).toContain('alter table "public"."daily" alter column "at" type timestamptz');
  }
  expect(await warehouse.rows('select * from daily')).toEqual([]);
});

it('columns that a table lacks are added on request, with an event', async () => {
  await warehouse.rows('drop table if exists daily');
  await warehouse.rows('create table daily (site text)');
  const account = await publishAmounts('evolve: "add_columns";');
  await work.settled(account);
  const events = await work.rows(
    account,
    sql<{ severity: string; message: string }>`select severity, message from event where code = 'COLUMNS_ADDED'`,
  );
  expect(events).toEqual([
    { severity: 'info', message: 'daily: added the columns amt, at to postgres · public.daily, as evolve asks for.' },
  ]);
  expect((await warehouse.rows('select distinct site, amt::text, at::text from daily'))[0]).toEqual([
    'a',
    '1.25',
    '2026-11-26 23:59:59+00',
  ]);
});

/** An upload of decimals and times, as those that destinations used to round. */
async function publishAmounts(more: string): Promise<BuiltAccount> {
  work.answers.set('/amounts', csvAnswer('site,amt,at', ['a,1.25,2026-11-26 23:59:59']));
  return work.publish(
    `
    download ads from {
      type: "http"; url: "${work.source}/amounts/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; amt: decimal(10, 2); at: datetime; };
    upload ads as daily to { type: "postgres"; key: "warehouse"; table: "daily"; mode: "truncate"; ${more} };`,
    [warehouse.key],
  );
}
