import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser } from '../../testing/as-superuser.ts';
import { databaseName, testServerUrl } from '../../testing/database.ts';
import { enrolApp } from '../../testing/factors.ts';
import { addPerson } from '../../testing/people.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { DATABASE_ROLES } from './roles.ts';

const name = databaseName();
const owner = `owner_${randomUUID().slice(0, 8)}`;
let database: Database;

beforeAll(async () => {
  await asSuperuser(
    `create role ${owner} login password 'owner' nosuperuser nobypassrls`,
    ...Object.values(DATABASE_ROLES).map((role) => `grant ${role} to ${owner}`),
    `create database ${name} owner ${owner}`,
  );
  const url = new URL(testServerUrl());
  url.pathname = name;
  url.username = owner;
  url.password = 'owner';
  await migrate({ url: url.href, migrations: readMigrations() });
  database = openDatabase({ url: url.href });
});
afterAll(async () => {
  await database?.close();
  await asSuperuser(`drop database if exists ${name} with (force)`, `drop role if exists ${owner}`);
});

test('administrators reset passwords and factors where the owner of the database is not a superuser', async () => {
  const person = { id: await addPerson(database, { email: 'ada@acme.test' }), email: 'ada@acme.test' };
  await enrolApp({ database, masterKey: Buffer.alloc(32, 7) }, person, Date.now());
  const action = { personId: person.id, name: 'test', requestId: 'request-1', accountId: null, details: {} };
  await database.withAdmin(action, async (tx) => {
    await sql`select queue_password_reset(${person.id})`.execute(tx);
    await sql`select reset_factors_of(${person.id})`.execute(tx);
  });
  const { rows } = await database.withIdentity((tx) => sql`select kind from mail order by kind`.execute(tx));
  expect(rows).toEqual([{ kind: 'factors_changed' }, { kind: 'factors_reset' }, { kind: 'password_reset' }]);
});
