import type { Plan } from '@switchboard/model/plan';
import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addEvent } from '../../../testing/fill-account.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { refreshAccountHealth } from './account-health.ts';
import { startAccountHealthJob } from './account-health-job.ts';

const server = useGraphqlServer();
const MINUTE = 60_000;
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
const schedule = { timezone: 'UTC', hours: [0], reportDateOffset: 1, repullDays: [], lookbackDays: 0 };

/** An account whose downloads were declared just now, so that no earlier day was due. */
async function accountOf(names: readonly string[]): Promise<BuiltAccount> {
  const plan: Partial<Plan> = {
    sources: names.map((name) => buildSource(name, { schedule })),
    uploads: [buildUpload('daily', { sources: [...names] })],
  };
  const built = await buildAccount(server.database, plan);
  await server.database.withSystem(async (tx) => {
    for (const name of names)
      await sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
        values (${built.accountId}, ${name}, 'p', 'http', now())`.execute(tx);
  });
  return built;
}

let broken: BuiltAccount;
let well: BuiltAccount;
let empty: BuiltAccount;
let foreign: BuiltAccount;
let person: ReturnType<typeof createClient>;

beforeAll(async () => {
  broken = await accountOf(['ads', 'sites']);
  well = await accountOf(['ads']);
  foreign = await accountOf(['ads']);
  empty = await buildAccount(server.database);
  await server.database.withSystem((tx) =>
    sql`delete from changelist where account_id = ${empty.accountId}`.execute(tx),
  );
  const failed = await addDownload(server.database, broken, { report_date: yesterday, status: 'failed' });
  await addEvent(server.database, broken, {
    severity: 'error',
    code: 'SOURCE_NOT_FOUND',
    message: 'ads: no such report.',
    download_id: failed,
    download_declaration: 'ads',
  });
  await readRows(
    server.database,
    broken,
    sql`insert into late_upload (account_id, upload_name, report_date, deadline) values
      (${broken.accountId}, 'daily', ${yesterday}, now())`,
  );
  await readRows(
    server.database,
    broken,
    sql`update download_declaration set status = 'suspended' where account_id = ${broken.accountId} and name = 'sites'`,
  );
  const members = [broken, well, empty].map(({ accountId }) => [accountId, ['viewer'] as const] as const);
  person = createClient(server, { token: await server.tokenOf(Object.fromEntries(members)) });
});

type Row = { readonly urlName: string; readonly level: string; readonly determined: string | null };
type Page = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly endCursor: string; readonly startCursor: string };
};

const FIELDS = `urlName level determined errors issues notices working suspended late newestErrorAt newestErrorName newestError`;
async function read(by: typeof person, args = ''): Promise<Page> {
  const data = await by.data<{ account_health: Page }>(
    `{ account_health${args} { nodes { ${FIELDS} } pageInfo { hasNextPage startCursor endCursor } } }`,
  );
  return data.account_health;
}
const levels = async (by = person) => (await read(by)).nodes.map(({ urlName, level }) => [urlName, level]);
const refresh = (ahead = 0) => refreshAccountHealth(server.database, () => Date.now() + ahead);

test('the health of an account is unknown, not working, before it is determined', {
  tags: 'proof:account-health-unknown',
}, async () => {
  expect((await read(person)).nodes.map(({ level, determined }) => [level, determined])).toEqual([
    ['Unknown', null],
    ['Unknown', null],
    ['Unknown', null],
  ]);
});

describe('the health of accounts', () => {
  beforeAll(() => refresh());

  test('lists the accounts of a person, the worst first, with the numbers of their Home', async () => {
    const { nodes } = await read(person);
    expect(nodes.map(({ urlName, level }) => [urlName, level])).toEqual([
      [broken.urlName, 'Error'],
      [well.urlName, 'Working'],
      [empty.urlName, 'Unpublished'],
    ]);
    expect(nodes[0]).toMatchObject({
      errors: 2,
      suspended: 1,
      late: 1,
      newestErrorAt: expect.any(String) as unknown,
      newestErrorName: 'ads',
      newestError: 'ads: no such report.',
    });
    const viewer = createClient(server, {
      token: await server.tokenOf({ [broken.accountId]: ['viewer'] }),
      account: broken.urlName,
    });
    const { homepage } = await viewer.data<{ homepage: Record<'downloads' | 'uploads', { level: string }[]> }>(
      '{ homepage { ... on Homepage { downloads { level } uploads { level } } } }',
    );
    const counts = Object.groupBy([...homepage.downloads, ...homepage.uploads], ({ level }) => level);
    expect(nodes[0]).toMatchObject({
      errors: counts['Error']?.length ?? 0,
      issues: counts['Issue']?.length ?? 0,
      notices: counts['Notice']?.length ?? 0,
      working: counts['Working']?.length ?? 0,
    });
  });

  test('shows no account of other people, and all to people with a global role', async () => {
    expect((await levels()).map(([name]) => name)).not.toContain(foreign.urlName);
    const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
    expect((await levels(support)).map(([name]) => name).toSorted()).toEqual(
      [broken, well, empty, foreign].map(({ urlName }) => urlName).toSorted(),
    );
    const stranger = createClient(server, { token: await server.tokenOf({}) });
    expect(await levels(stranger)).toEqual([]);
  });

  test('the health of accounts is paged in both directions', async () => {
    const all = (await read(person)).nodes.map(({ urlName }) => urlName);
    const one = await read(person, '(first: 2)');
    expect(one.nodes.map(({ urlName }) => urlName)).toEqual(all.slice(0, 2));
    const two = await read(person, `(first: 2, after: "${one.pageInfo.endCursor}")`);
    expect(two.nodes.map(({ urlName }) => urlName)).toEqual(all.slice(2));
    const back = await read(person, `(last: 1, before: "${two.pageInfo.startCursor}")`);
    expect(back.nodes.map(({ urlName }) => urlName)).toEqual([all[1]]);
  });

  test('the health of an account is determined again a minute later where something has happened, else ten minutes later', async () => {
    expect(await refresh()).toBe(0);
    await addEvent(server.database, well, { severity: 'info' });
    expect(await refresh(MINUTE + 1_000)).toBe(1);
    expect(await refresh(12 * MINUTE)).toBe(4);
  });

  test('the health of an account is unknown when it is out of date, unless there were errors', {
    tags: 'proof:account-health-outdated',
  }, async () => {
    const age = `update account_health set computed = now() - interval '21 minutes'`;
    await server.database.withSystem((tx) => sql.raw(age).execute(tx));
    expect(await levels()).toEqual([
      [broken.urlName, 'Error'],
      ...[empty.urlName, well.urlName].toSorted().map((name) => [name, 'Unknown']),
    ]);
  });

  test('keeps the others when one account cannot be read', async () => {
    const damaged = await buildAccount(server.database);
    await server.database.withSystem((tx) =>
      sql`update changelist set plan = '1' where account_id = ${damaged.accountId}`.execute(tx),
    );
    const errors: unknown[] = [];
    const job = startAccountHealthJob({ database: server.database, now: Date.now, onError: (e) => errors.push(e) });
    await job.stop();
    expect(errors).toHaveLength(1);
    expect((await levels()).map(([, level]) => level)).toEqual(['Error', 'Working', 'Unpublished']);
  });
});
