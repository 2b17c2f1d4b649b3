import type { PlanUpload } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildSource } from '../../../test/builders/build-account.ts';
import { addEvent, addFlow } from '../../../test/builders/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../test/builders/graphql-server.ts';
import { createHttpBrowser, signInByForm } from '../../../test/builders/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../test/builders/people.ts';
import { connect } from '../../db/connect.ts';
import { createFirstOwner } from '../../identity/first-owner.ts';
import { setPassword } from '../../identity/passwords.ts';

let server: GraphqlServer;
let mine: BuiltAccount;
let theirs: BuiltAccount;
let ownerId: string;
let owner: string;
let viewer: string;
let theirOperator: string;
let idle: string;

const OWNER = { name: 'Owner', email: 'owner@test.test' };
const daily: PlanUpload = {
  name: 'daily',
  project: 'ads',
  table: 'daily',
  connector: 'file',
  key: null,
  parameters: {},
  mode: 'replace_date',
  columns: [],
  tables: [],
  sourceTables: ['ads'],
  sources: ['ads'],
  destination: 'file',
  position: { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
};

beforeAll(async () => {
  server = await startGraphqlServer();
  const { database } = server;
  await createFirstOwner(database, OWNER.email, false);
  ownerId = await database.withIdentity(async (tx) => {
    const { id } = await tx.selectFrom('person').select('id').executeTakeFirstOrThrow();
    await setPassword(tx, id, TEST_PASSWORD, { mustChange: false });
    return id;
  });
  owner = (await signInByForm(createHttpBrowser(server.url), server.url, OWNER.email)).access_token;
  const plan = { sources: [buildSource('ads')], uploads: [daily] };
  mine = await buildAccount(database, plan);
  theirs = await buildAccount(database, plan);
  viewer = await server.tokenOf({ [mine.accountId]: ['viewer', 'operator'] });
  theirOperator = await server.tokenOf({ [theirs.accountId]: ['operator'] });
  idle = await addPerson(database, { email: 'idle@test.test', globalRoles: ['cs'] });
});
afterAll(() => server.stop());

async function asked(token: string, of: BuiltAccount, text: string): Promise<Record<string, unknown>> {
  const answer = await ask(server, { token, account: of.urlName }, text);
  expect(answer.errors).toEqual([]);
  return answer.data as Record<string, unknown>;
}

async function launched(token: string, of: BuiltAccount, day: string): Promise<string> {
  const data = await asked(
    token,
    of,
    `mutation { launch_backfill(upload_names: ["daily"], title: "Mine", start_datetime: "${day}T00:00:00.000Z",
      end_datetime: "${day}T23:59:59.000Z") { ... on Backfill { id } } }`,
  );
  return (data as { launch_backfill: { id: string } }).launch_backfill.id;
}

/** What an account's transaction is told of the people behind these rows. */
async function behind(of: BuiltAccount, rows: readonly string[]): Promise<unknown[]> {
  return server.database.withAccount(of.accountId, async (tx) => {
    const found = await sql`select name, email from people_behind(${[...rows]}::uuid[]) order by email`.execute(tx);
    return found.rows;
  });
}

describe('what somebody did who holds no role in the account itself', () => {
  test('a backfill names who launched it and who cancelled it', async () => {
    const id = await launched(owner, mine, '2026-01-10');
    await asked(
      owner,
      mine,
      `mutation { save_backfill(backfill_id: "${id}", status: "cancelled") { ... on Backfill { id } } }`,
    );
    const fields = '{ created_by { name email } cancelled_by { name email } }';
    expect(
      await asked(viewer, mine, `{ backfill_detail(backfill_id: "${id}") ${fields} backfills { nodes ${fields} } }`),
    ).toEqual({
      backfill_detail: { created_by: OWNER, cancelled_by: OWNER },
      backfills: { nodes: [{ created_by: OWNER, cancelled_by: OWNER }] },
    });
  });

  test('a flow names who launched it; nobody means the schedule', async () => {
    const byOwner = await addFlow(server.database, mine, { launched_by: ownerId });
    const bySchedule = await addFlow(server.database, mine);
    expect(
      await asked(
        viewer,
        mine,
        `{ a: flow(id: "${byOwner}") { launched_by } b: flow(id: "${bySchedule}") { launched_by } }`,
      ),
    ).toEqual({ a: { launched_by: 'Owner' }, b: { launched_by: null } });
  });

  test('an event names who commented on it', async () => {
    const values = { comment: 'Known.', commented_on: '2026-11-21T06:00:00Z', commented_by: ownerId };
    await addEvent(server.database, mine, values);
    expect(await asked(viewer, mine, '{ events(withComments: true) { nodes { comment commented_by } } }')).toEqual({
      events: { nodes: [{ comment: 'Known.', commented_by: 'Owner' }] },
    });
  });
});

describe('nobody is told', () => {
  test('of people by the rows of another account', async () => {
    const id = await launched(theirOperator, theirs, '2026-01-10');
    const flow = await addFlow(server.database, theirs, { launched_by: ownerId });
    const event = await addEvent(server.database, theirs, { commented_by: ownerId, comment: 'x' });
    expect(await behind(theirs, [id, flow, event])).toEqual([OWNER, expect.objectContaining({ name: 'Person 2' })]);
    expect(await behind(mine, [id, flow, event])).toEqual([]);
  });

  test('of people who did nothing in the account, though rows are asked for that are theirs elsewhere', async () => {
    const flow = await addFlow(server.database, theirs, { launched_by: idle });
    const own = await addFlow(server.database, mine);
    expect(await behind(mine, [flow, own, idle, ownerId])).toEqual([]);
    const seen = await server.database.withAccount(mine.accountId, (tx) =>
      tx.selectFrom('person').select('email').execute(),
    );
    expect(seen).toEqual([{ email: 'person1@test.test' }]);
  });

  test('without an account, and no other role may ask', async () => {
    const flow = await addFlow(server.database, mine, { launched_by: ownerId });
    const admin = await connect(server.databaseUrl);
    try {
      await admin.query('set role switchboard_app');
      expect((await admin.query('select * from people_behind($1::uuid[])', [[flow]])).rows).toEqual([]);
      await admin.query('set role switchboard_identity');
      await expect(admin.query('select * from people_behind($1::uuid[])', [[flow]])).rejects.toThrow(
        'permission denied for function people_behind',
      );
    } finally {
      await admin.end();
    }
  });
});
