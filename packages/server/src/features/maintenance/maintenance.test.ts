import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { MAX_WINDOWS } from './queries.ts';

const server = useGraphqlServer();
let account: BuiltAccount;
const rows = <T>(query: RawBuilder<T>) => readRows(server.database, account, query);
beforeEach(async () => {
  account = await buildAccount(server.database, { sources: [buildSource('ads')], uploads: [buildUpload('daily')] });
  await rows(sql`
    insert into download_declaration (account_id, name, project, connector, scheduled_through)
    values (${account.accountId}, 'ads', 'ads', 'http', now())`);
});

const call = async (text: string, role: 'operator' | 'viewer' = 'operator') => {
  const token = await server.tokenOf({ [account.accountId]: [role] });
  return ask(server, { token, account: account.urlName }, text);
};
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const plan = (args: string, role?: 'viewer') =>
  call(`mutation { plan_maintenance(${args}) { ... on MaintenanceWindow { id } ... on Refusal { message } } }`, role);
const windows = async () =>
  (await call('{ maintenance { windows { id kind name starts ends reason planned_by { name } } } }', 'viewer')).data;
type Planned = { readonly plan_maintenance: { readonly id: string } };
const idOf = (data: unknown): string => (data as Planned).plan_maintenance.id;
const events = () =>
  rows(sql`select code, download_declaration from event where account_id = ${account.accountId} order by id`);

describe('maintenance', () => {
  it('maintenance is seen by everybody of the account, with its event, and ended early', async () => {
    const ends = inHours(2);
    const id = idOf((await plan(`kind: "download", name: "ads", reason: " The shop moves ", ends: "${ends}"`)).data);
    expect(await windows()).toEqual({
      maintenance: {
        windows: [
          {
            id,
            kind: 'download',
            name: 'ads',
            starts: expect.any(String) as unknown,
            ends,
            reason: 'The shop moves',
            planned_by: { name: expect.any(String) as unknown },
          },
        ],
      },
    });
    const END = `mutation { end_maintenance(id: "${id}") { ... on MaintenanceWindow { name } ... on NotFoundError { message } } }`;
    expect((await call(END)).data).toEqual({ end_maintenance: { name: 'ads' } });
    expect(await windows()).toEqual({ maintenance: { windows: [] } });
    expect((await call(END)).data).toEqual({
      end_maintenance: { message: 'There is no such maintenance. It has ended.' },
    });
    expect(await events()).toEqual([
      { code: 'MAINTENANCE_PLANNED', download_declaration: 'ads' },
      { code: 'MAINTENANCE_ENDED', download_declaration: 'ads' },
    ]);
  });

  it('maintenance that has not begun is removed when it is ended', async () => {
    const id = idOf((await plan(`kind: "account", reason: "R", starts: "${inHours(2)}", ends: "${inHours(3)}"`)).data);
    await call(`mutation { end_maintenance(id: "${id}") { __typename } }`);
    expect(await rows(sql`select from maintenance_window where account_id = ${account.accountId}`)).toEqual([]);
    expect(await events()).toEqual([
      { code: 'MAINTENANCE_PLANNED', download_declaration: null },
      { code: 'MAINTENANCE_ENDED', download_declaration: null },
    ]);
  });

  it('maintenance needs a download that exists', async () => {
    expect((await plan(`kind: "download", name: "none", reason: "R", ends: "${inHours(1)}"`)).data).toEqual({
      plan_maintenance: { message: 'There is no download none.' },
    });
    expect(await windows()).toEqual({ maintenance: { windows: [] } });
  });

  it.each([
    ['without a reason', 'kind: "account", reason: " "', 1, 'Maintenance needs a reason, which everybody sees.'],
    ['that has ended', 'kind: "account", reason: "R"', -1, 'ends must be in the future, after starts.'],
    [
      'of half a year',
      'kind: "account", reason: "R"',
      24 * 180,
      'Maintenance begins within 92 days and lasts at most as many.',
    ],
    ['of a download without a name', 'kind: "download", reason: "R"', 1, 'Maintenance of a download needs its name.'],
    ['of a key', 'kind: "key", reason: "R"', 1, 'kind must be one of account, download, upload, not key.'],
  ])('refuses maintenance %s', async (_, args, hours, message) => {
    const { errors } = await plan(`${args}, ends: "${inHours(hours)}"`);
    expect(errors.map((error) => error.message)).toEqual([message]);
    expect(await events()).toEqual([]);
  });

  it('refuses more maintenance than is listed, until some of it has ended', async () => {
    await plan(`kind: "account", reason: "R", ends: "${inHours(1)}"`);
    await rows(sql`
      insert into maintenance_window (account_id, kind, starts, ends, reason, planned_by)
      select account_id, kind, starts, ends, reason, planned_by from maintenance_window, generate_series(3, ${MAX_WINDOWS})
      where account_id = ${account.accountId}`);
    const answers = await Promise.all([1, 2].map(() => plan(`kind: "account", reason: "R", ends: "${inHours(1)}"`)));
    const messages = answers.map(
      ({ data }) => (data as { plan_maintenance: { message?: string } }).plan_maintenance.message,
    );
    expect(messages.toSorted()).toEqual(['The account has 200 maintenance windows already. End one first.', undefined]);
    expect(await rows(sql`select from maintenance_window where account_id = ${account.accountId}`)).toHaveLength(
      MAX_WINDOWS,
    );
    await rows(
      sql`update maintenance_window set starts = now() - interval '2 days', ends = now() - interval '1 day' where account_id = ${account.accountId}`,
    );
    expect(idOf((await plan(`kind: "account", reason: "R", ends: "${inHours(1)}"`)).data)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('a viewer plans no maintenance', async () => {
    const { errors } = await plan(`kind: "account", reason: "R", ends: "${inHours(1)}"`, 'viewer');
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['NOT_ALLOWED']);
    expect(await windows()).toEqual({ maintenance: { windows: [] } });
  });
});
