import type { PlanUpload } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addEvent, addFlow } from '../../../testing/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../testing/graphql-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../testing/people.ts';
import { connect } from '../../db/connect.ts';
import { createFirstOwner } from '../../identity/first-owner.ts';
import { setPassword } from '../../identity/passwords.ts';

let server: GraphqlServer;
let mine: BuiltAccount;
let theirs: BuiltAccount;
let ownerId: string;
let owner: string;
let viewer: string;
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
  await server.tokenOf({ [theirs.accountId]: ['operator'] });
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

/** The people whom an account's transaction sees. */
async function seenBy(of: BuiltAccount): Promise<string[]> {
  const found = await server.database.withAccount(of.accountId, (tx) =>
    tx.selectFrom('person').select('email').orderBy('email').execute(),
  );
  return found.map(({ email }) => email);
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

  test('a flow names who launched it, and no person when the schedule did', {
    tags: 'proof:flow-launched-by',
  }, async () => {
    const byOwner = await addFlow(server.database, mine, { launched_by: ownerId });
    const bySchedule = await addFlow(server.database, mine);
    expect(
      await asked(
        viewer,
        mine,
        `{ a: flow(id: "${byOwner}") { launched_by { name email } } b: flow(id: "${bySchedule}") { launched_by { name } } }`,
      ),
    ).toEqual({ a: { launched_by: OWNER }, b: { launched_by: null } });
  });

  test('an event names who commented on it', async () => {
    const values = { comment: 'Known.', commented_on: '2026-11-21T06:00:00Z', commented_by: ownerId };
    await addEvent(server.database, mine, values);
    expect(
      await asked(viewer, mine, '{ events(withComments: true) { nodes { comment commented_by { name email } } } }'),
    ).toEqual({
      events: { nodes: [{ comment: 'Known.', commented_by: OWNER }] },
    });
  });
});

describe('the people whom an account sees', () => {
  test('are its members and those whom one of its own rows names', async () => {
    expect(await seenBy(theirs)).toEqual(['person2@test.test']);
    await addFlow(server.database, theirs, { launched_by: ownerId });
    expect(await seenBy(theirs)).toEqual([OWNER.email, 'person2@test.test']);
    await addEvent(server.database, theirs, { commented_by: idle, comment: 'x' });
    expect(await seenBy(theirs)).toEqual(['idle@test.test', OWNER.email, 'person2@test.test']);
    expect(await seenBy(mine)).toEqual([OWNER.email, 'person1@test.test']);
  });

  test('follow every column of an account that refers to a person', async () => {
    const admin = await connect(server.databaseUrl);
    try {
      const { rows } = await admin.query(`
        select c.conrelid::regclass::text as table, a.attname as column
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'person'::regclass
          and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'account_id')
          and c.conrelid not in ('membership'::regclass, 'account_person'::regclass)
          and not exists (select from pg_trigger t where t.tgrelid = c.conrelid and t.tgname = 'name_' || a.attname)`);
      expect(rows, 'add: select name_people_of(table) to the migration').toEqual([]);
    } finally {
      await admin.end();
    }
  });

  test('cannot be added to by an account’s own SQL', async () => {
    const add = server.database.withAccount(mine.accountId, (tx) =>
      sql`insert into account_person (account_id, person_id) values (${mine.accountId}, ${idle})`.execute(tx),
    );
    await expect(add).rejects.toThrow('permission denied for table account_person');
  });
});
