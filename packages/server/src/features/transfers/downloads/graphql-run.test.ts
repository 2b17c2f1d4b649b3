import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../../testing/build-account.ts';
import { buildSource } from '../../../../testing/build-plan.ts';
import { ask } from '../../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
let account: BuiltAccount;
const rows = <T>(query: RawBuilder<T>) => readRows(server.database, account, query);
beforeEach(async () => {
  account = await buildAccount(server.database, {
    sources: [buildSource('ads', { parameters: { url: 'http://127.0.0.1/' } }), buildSource('daily')],
  });
  for (const name of ['ads', 'daily'])
    await rows(sql`
      insert into download_declaration (account_id, name, project, connector, scheduled_through)
      values (${account.accountId}, ${name}, 'ads', 'http', now())`);
});

const call = async (args: string, role: 'operator' | 'viewer' = 'operator') => {
  const token = await server.tokenOf({ [account.accountId]: [role] });
  return ask(
    server,
    { token, account: account.urlName },
    `mutation { run_download(${args}) { ... on Download { id status } ... on NotFoundError { message } ... on ConflictError { message } } }`,
  );
};
const runs = () => rows(sql<{ id: string }>`select id from download where account_id = ${account.accountId}`);
const ADS = 'name: "ads", request_id: "one"';

describe('run_download', () => {
  it('queues a run, and answers the same request with the same run', async () => {
    const first = await call(ADS);
    expect(first.data).toMatchObject({ run_download: { status: 'queued' } });
    expect((await call('name: "ads", request_id: "two"')).data).toEqual({
      run_download: { message: 'ads is queued or running already.' },
    });
    await rows(sql`update download set status = 'completed', finished = now() where account_id = ${account.accountId}`);
    const again = await call(ADS);
    const [run, ...others] = await runs();
    expect(again.data).toEqual({ run_download: { id: run?.id, status: 'completed' } });
    expect(others).toEqual([]);
  });

  it.each([
    ['a name without a download', 'name: "none", request_id: "r"', 'There is no published download none.'],
    [
      'no date where there are report dates',
      'name: "daily", request_id: "r"',
      'The download daily has report dates: choose one.',
    ],
    [
      'a date where there are none',
      'name: "ads", report_date: "2026-11-19", request_id: "r"',
      'The download ads has no report dates: leave the date out.',
    ],
    [
      'a date that has not begun',
      'name: "daily", report_date: "9999-01-01", request_id: "r"',
      '9999-01-01 has not begun. Choose today or an earlier date.',
    ],
    [
      'a date of long ago',
      'name: "daily", report_date: "2020-01-01", request_id: "r"',
      '2020-01-01 is more than 30 days ago. Launch a backfill for it.',
    ],
  ])('refuses %s', async (_, args, message) => {
    expect((await call(args)).data).toEqual({ run_download: { message } });
    expect(await runs()).toEqual([]);
  });

  it.each([
    ['paused', 'The download ads is paused. Resume it first.'],
    ['suspended', 'The download ads is suspended. Unsuspend it first.'],
  ])('refuses a %s download, and says what to do', async (status, message) => {
    await rows(
      sql`update download_declaration set status = ${status}, paused_on = case when ${status} = 'paused' then now() end where account_id = ${account.accountId}`,
    );
    expect((await call(ADS)).data).toEqual({ run_download: { message } });
    expect(await runs()).toEqual([]);
  });

  it.each([
    ['a person who may only view', ADS, 'viewer', 'NOT_ALLOWED'],
    [
      'a day that does not exist',
      'name: "daily", report_date: "2026-02-30", request_id: "r"',
      'operator',
      'BAD_REQUEST',
    ],
    ['a day of the year 0', 'name: "daily", report_date: "0000-01-01", request_id: "r"', 'operator', 'BAD_REQUEST'],
    ['a request without an id', 'name: "ads", request_id: ""', 'operator', 'BAD_REQUEST'],
  ] as const)('refuses %s', async (_, args, role, code) => {
    const { errors } = await call(args, role);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual([code]);
    expect(await runs()).toEqual([]);
  });

  it('refuses an account that was deactivated', async () => {
    const token = await server.tokenOf({ [account.accountId]: ['operator'] });
    await server.database.withSystem((tx) =>
      sql`update account set status = 'deactivated' where id = ${account.accountId}`.execute(tx),
    );
    const { errors } = await ask(
      server,
      { token, account: account.urlName },
      `mutation { run_download(${ADS}) { __typename } }`,
    );
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['EMAIL_NOT_AUTHORIZED']);
    expect(await runs()).toEqual([]);
  });
});
