import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildDownload } from '../../../testing/build-account.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);

const RETRY = `mutation($from: DateTime!, $to: DateTime!, $causes: [String!], $account: String, $dry_run: Boolean, $after: String) {
  retry_failed_work(from: $from, to: $to, causes: $causes, account: $account, dry_run: $dry_run, after: $after) {
    __typename ... on RetriedWork { retried left next } ... on NotFoundError { message } } }`;
type Answer = { readonly retry_failed_work: object };

const span = { from: '2026-11-20T02:10:00Z', to: '2026-11-20T02:40:00Z' };
const ofAccount = () => ({ ...span, account: account.urlName });

async function fail(code: string, finished: string, reportDate: string): Promise<string> {
  const id = await buildDownload(server.database, account, { reportDate });
  await account.rows(sql`
    update download set status = 'failed', failure_code = ${code}, finished = ${finished} where id = ${id}`);
  await account.rows(sql`update unit set state = 'done', retry_count = 4 where id = ${id}`);
  return id;
}

test('an administrator retries exactly what failed in a span for a cause, once, and the audit log says so', async () => {
  const outage = await fail('STORAGE_FAILED', '2026-11-20T02:20:00Z', '2026-11-01');
  await fail('STORAGE_FAILED', '2026-11-20T02:40:00Z', '2026-11-02');
  await fail('SOURCE_UNREACHABLE', '2026-11-20T02:20:00Z', '2026-11-03');
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const retry = async (more: object = {}) =>
    (await support.data<Answer>(RETRY, { ...ofAccount(), ...more })).retry_failed_work;
  const open = () => account.rows(sql`select id, state, retry_count from unit where state <> 'done'`);
  const audited = () =>
    account.rows(sql`select after from audit_entry where kind = 'failed_work_retried' order by created, id`);
  const one = { __typename: 'RetriedWork', retried: 1, left: 0, next: null };
  expect(await retry({ dry_run: true })).toEqual(one);
  expect([await open(), await audited()]).toEqual([[], []]);
  expect(await retry()).toEqual(one);
  expect(await open()).toEqual([{ id: outage, state: 'ready', retry_count: 0 }]);
  expect(await retry()).toEqual({ ...one, retried: 0 });
  expect(await audited()).toMatchObject([
    { after: { from: '2026-11-20T02:10:00.000Z', to: '2026-11-20T02:40:00.000Z' } },
    {},
  ]);
  expect(await retry({ account: 'unknown' })).toMatchObject({ __typename: 'NotFoundError' });
});

test('a retry that begins at a later page is in the audit log, too', async () => {
  const outage = await fail('STORAGE_FAILED', '2026-11-20T02:20:00Z', '2026-11-04');
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const audited = () =>
    account.rows<{ id: string }>(sql`select id from audit_entry where kind = 'failed_work_retried'`);
  const before = (await audited()).length;
  const after = 'download 00000000-0000-0000-0000-000000000000';
  expect((await support.data<Answer>(RETRY, { ...ofAccount(), after })).retry_failed_work).toMatchObject({
    retried: 1,
  });
  expect(await account.rows(sql`select state from unit where id = ${outage}`)).toEqual([{ state: 'ready' }]);
  expect((await audited()).length).toBe(before + 1);
});

test('retrying failed work needs the right to manage accounts, and known error codes', async () => {
  const outage = await fail('STORAGE_FAILED', '2026-11-20T02:20:00Z', '2026-11-05');
  const tester = createClient(server, { token: await server.tokenOf({ [account.accountId]: ['tester'] }) });
  expect((await tester.ask(RETRY, ofAccount())).errors).toMatchObject([{ extensions: { code: 'NOT_ALLOWED' } }]);
  // A refused answer alone could hide that the work was done.
  expect(await account.rows(sql`select state from unit where id = ${outage}`)).toEqual([{ state: 'done' }]);
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const wrong = [{ causes: ['UNKNOWN'] }, { to: '2026-11-20T02:09:00Z' }];
  for (const more of wrong)
    expect((await support.ask(RETRY, { ...ofAccount(), ...more })).errors).toMatchObject([
      { extensions: { code: 'BAD_REQUEST' } },
    ]);
});
