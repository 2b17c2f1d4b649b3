import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addEvent, addFlow } from '../../../testing/fill-account.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../testing/people.ts';
import { createFirstOwner } from '../../identity/first-owner.ts';
import { setPassword } from '../../identity/passwords.ts';

const OWNER = { name: 'Owner', email: 'owner@test.test' };
const DAILY: Partial<Plan> = { sources: [buildSource('ads')], uploads: [buildUpload('daily')] };
let ownerId: string;
let ownerToken: string;
let idle: string;

const server = useGraphqlServer();
// Only the first person becomes the owner.
beforeAll(async () => {
  const { database } = server;
  await createFirstOwner(database, OWNER.email, false);
  ownerId = await database.withIdentity(async (tx) => {
    const { id } = await tx.selectFrom('person').select('id').executeTakeFirstOrThrow();
    await setPassword(tx, id, TEST_PASSWORD, { mustChange: false });
    return id;
  });
  ownerToken = (await signInByForm(createHttpBrowser(server.url), server.url, OWNER.email)).access_token;
  idle = await addPerson(database, { email: 'idle@test.test', globalRoles: ['cs'] });
});
const mine = useAccount(server, DAILY);
const theirs = useAccount(server, DAILY);
const viewer = useClient(server, mine, ['viewer', 'operator']);
useClient(server, theirs, ['operator']);

/** The people that a transaction of the account can read. */
async function seenBy(of: BuiltAccount): Promise<string[]> {
  const found = await readRows(server.database, of, sql<{ email: string }>`select email from person order by email`);
  return found.map(({ email }) => email);
}

describe('the actions of a person without a role in the account', () => {
  test('a backfill names who launched it and who cancelled it', async () => {
    const owner = createClient(server, { token: ownerToken, account: mine.urlName });
    const { launch_backfill: launched } = await owner.data<{ launch_backfill: { id: string } }>(
      `mutation { launch_backfill(upload_names: ["daily"], title: "Mine", start_datetime: "2026-01-10T00:00:00.000Z",
        end_datetime: "2026-01-10T23:59:59.000Z") { ... on Backfill { id } } }`,
    );
    await owner.data(
      `mutation { save_backfill(backfill_id: "${launched.id}", status: "cancelled") { ... on Backfill { id } } }`,
    );
    const fields = '{ created_by { name email } cancelled_by { name email } }';
    expect(
      await viewer.data(`{ backfill_detail(backfill_id: "${launched.id}") ${fields} backfills { nodes ${fields} } }`),
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
      await viewer.data(
        `{ a: flow(id: "${byOwner}") { launched_by { name email } } b: flow(id: "${bySchedule}") { launched_by { name } } }`,
      ),
    ).toEqual({ a: { launched_by: OWNER }, b: { launched_by: null } });
  });

  test('an event names who commented on it', async () => {
    const values = { comment: 'Known.', commented_on: '2026-11-21T06:00:00Z', commented_by: ownerId };
    await addEvent(server.database, mine, values);
    expect(
      await viewer.data('{ events(withComments: true) { nodes { comment commented_by { name email } } } }'),
    ).toEqual({
      events: { nodes: [{ comment: 'Known.', commented_by: OWNER }] },
    });
  });
});

describe('the people that an account can read', () => {
  test('the people that an account can read are its members and those that one of its rows refers to', async () => {
    expect(await seenBy(theirs)).toEqual(['person2@test.test']);
    await addFlow(server.database, theirs, { launched_by: ownerId });
    expect(await seenBy(theirs)).toEqual([OWNER.email, 'person2@test.test']);
    await addEvent(server.database, theirs, { commented_by: idle, comment: 'x' });
    expect(await seenBy(theirs)).toEqual(['idle@test.test', OWNER.email, 'person2@test.test']);
    expect(await seenBy(mine)).toEqual([OWNER.email, 'person1@test.test']);
  });

  test('include those of every column that refers to a person', async () => {
    const rows = await queryAsSuperuser(
      server.databaseUrl,
      `select c.conrelid::regclass::text as table, a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where c.contype = 'f' and c.confrelid = 'person'::regclass
         and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'account_id')
         and c.conrelid not in ('membership'::regclass, 'account_person'::regclass)
         and not exists (select from pg_trigger t where t.tgrelid = c.conrelid and t.tgname = 'name_' || a.attname)`,
    );
    expect(rows, 'add: select name_people_of(table) to the migration').toEqual([]);
  });

  test('the people that an account can read cannot be extended by SQL of the account', async () => {
    const add = mine.rows(sql`insert into account_person (account_id, person_id) values (${mine.accountId}, ${idle})`);
    await expect(add).rejects.toThrow('permission denied for table account_person');
  });
});
