import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { mailOutages, writeOutageMail } from './mail-outages.ts';

// Programs are those of the whole installation.
const { database } = useDatabase({ own: true });

let admin: string;
beforeEach(async () => {
  await database.withSystem((tx) => sql`delete from program`.execute(tx));
  admin = await database.withIdentity(async (tx) => {
    await sql`delete from mail where kind = 'outage'`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      insert into person (email, name) values (${`${randomUUID()}@example.com`}, 'Ada') returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`insert into global_role (person_id, role) values (${id}::uuid, 'cs')`.execute(tx);
    await sql`insert into person (email, name) values (${`${randomUUID()}@example.com`}, 'Bob')`.execute(tx);
    return id;
  });
});

const STORE = [{ part: 'store', code: 'STORAGE_FAILED', parameters: { reason: 'no answer' }, since: 0 }];
const run = (host: string, failing: readonly object[]): Promise<unknown> =>
  database.withSystem((tx) =>
    sql`
      with gone as (delete from program where host = ${host})
      insert into program (id, host, roles, migration, clock_ahead_ms, failing)
      values (${randomUUID()}, ${host}, '{worker}', 93, 0, ${JSON.stringify(failing)}::jsonb)`.execute(tx),
  );
type Mail = { readonly detail: unknown; readonly person_id: string };
const mails = async (): Promise<readonly Mail[]> =>
  (
    await database.withIdentity((tx) =>
      sql<Mail>`select person_id, detail from mail where kind = 'outage' order by created, id`.execute(tx),
    )
  ).rows.filter(({ person_id: person }) => person === admin);
const changes = async () =>
  (await mails()).map(({ detail }) => detail as { readonly part: string; readonly change: string });

test('administrators get one mail when a part begins to fail, for however many hosts, and one when it works again', async () => {
  await run('one.example', STORE);
  await run('two.example', STORE);
  await Promise.all([mailOutages(database), mailOutages(database)]);
  await mailOutages(database);
  expect(await changes()).toMatchObject([{ part: 'store', change: 'failed', hosts: ['one.example', 'two.example'] }]);
  await run('one.example', []);
  await mailOutages(database);
  expect(await changes()).toHaveLength(1);
  await run('two.example', []);
  await mailOutages(database);
  await mailOutages(database);
  expect(await changes()).toMatchObject([{ change: 'failed' }, { part: 'store', change: 'works' }]);
  const [failed] = await mails();
  const mail = await writeOutageMail('https://console.example')({
    id: '',
    kind: 'outage',
    personId: admin,
    name: 'Ada',
    email: 'ada@example.com',
    detail: failed?.detail,
  });
  expect(mail?.subject).toBe('Switchboard: the file store does not work');
  expect(mail?.text).toContain('for one.example, two.example');
  expect(mail?.text).toContain('no answer');
  expect(mail?.text).toContain('https://console.example/admin?currentTab=installation');
});

test('a part that comes and goes is not announced each time, and the end of a known outage is', async () => {
  for (let round = 0; round < 5; round += 1) {
    await run('one.example', STORE);
    await mailOutages(database);
    await run('one.example', []);
    await mailOutages(database);
  }
  expect((await changes()).map(({ change }) => change)).toEqual([
    'failed',
    'works',
    'failed',
    'works',
    'failed',
    'works',
  ]);
});

test('administrators get a mail when the last worker is gone', async () => {
  await database.withSystem((tx) =>
    sql`insert into program (id, host, roles, migration, clock_ahead_ms) values (${randomUUID()}, 'api.example', '{api}', 93, 0)`.execute(
      tx,
    ),
  );
  await mailOutages(database);
  await run('one.example', []);
  await mailOutages(database);
  expect(await changes()).toMatchObject([
    { part: 'worker', change: 'failed' },
    { part: 'worker', change: 'works' },
  ]);
});
