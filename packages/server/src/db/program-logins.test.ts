import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser } from '../../testing/as-superuser.ts';
import { databaseName, testServerUrl } from '../../testing/database.ts';
import { addPerson } from '../../testing/people.ts';
import { examine } from '../features/installation/examine.ts';
import { connect } from './connect.ts';
import { type Database, type DatabaseLogins, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { allotRoles } from './program-logins.ts';
import { DATABASE_ROLES } from './roles.ts';

const name = databaseName();
const run = randomUUID().slice(0, 8);
// The owner comes last: the roles of the others are its grants, which go with them.
const users = ['work', 'identity', 'admin', 'owner'].map((user) => `${user}_${run}`);
let database: Database;
let logins: DatabaseLogins;

const urlOf = (user: string): string => {
  const url = new URL(testServerUrl());
  url.pathname = name;
  url.username = `${user}_${run}`;
  url.password = 'password';
  return url.href;
};

async function asOwner(statement: string): Promise<void> {
  const client = await connect(urlOf('owner'));
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await asSuperuser(
    ...users.map((user) => `create role ${user} login password 'password' nosuperuser nobypassrls`),
    ...Object.values(DATABASE_ROLES).map((role) => `grant ${role} to owner_${run} with admin option`),
    `create database ${name} owner owner_${run}`,
  );
  logins = { work: urlOf('work'), identity: urlOf('identity'), admin: urlOf('admin') };
  await migrate({ url: urlOf('owner') });
  // As after an upgrade from one login.
  await asOwner(`grant ${DATABASE_ROLES.identity} to work_${run}`);
  await allotRoles(urlOf('owner'), logins);
  database = openDatabase({ url: logins.work, logins, connections: 8 });
});
afterAll(async () => {
  await database?.close();
  await asSuperuser(
    `drop database if exists ${name} with (force)`,
    ...users.map((user) => `drop role if exists ${user}`),
  );
});

test('each transaction comes in under the login of its role', async () => {
  const who = sql<{ login: string; role: string }>`select session_user as login, current_user as role`;
  const accountId = randomUUID();
  const personId = await addPerson(database, { email: 'ada@acme.test' });
  const action = { personId, name: 'test', requestId: 'request-1', accountId: null };
  const seen = [
    await database.withAccount(accountId, (tx) => who.execute(tx)),
    await database.prepared.withSystem((tx) => who.execute(tx)),
    await database.withIdentity((tx) => who.execute(tx)),
    await database.aside.withSystem((tx) => who.execute(tx)),
  ].flatMap(({ rows }) => rows);
  expect(seen).toEqual([
    { login: `work_${run}`, role: 'switchboard_app' },
    { login: `work_${run}`, role: 'switchboard_engine' },
    { login: `identity_${run}`, role: 'switchboard_identity' },
    { login: `work_${run}`, role: 'switchboard_engine' },
  ]);
  expect((await database.withAdmin(action, (tx) => who.execute(tx))).rows).toEqual([
    { login: `admin_${run}`, role: 'switchboard_admin' },
  ]);
  const switched = database.withAccount(accountId, (tx) => sql`set local role switchboard_identity`.execute(tx));
  await expect(switched).rejects.toThrow('permission denied to set role "switchboard_identity"');
});

test('all logins together have no more connections than one had', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = Array.from({ length: 12 }, () => [
    database.withSystem(() => released),
    database.withIdentity(() => released),
  ]).flat();
  await expect.poll(() => database.connections().waiting).toBeGreaterThan(0);
  const { used, idle } = database.connections();
  release();
  expect(used + idle).toBeLessThanOrEqual(8);
  await Promise.all(held);
});

test('a login that no role binds is refused, and one that is missing is named', async () => {
  const asWork = (work: string): Promise<void> => allotRoles(urlOf('owner'), { ...logins, work });
  await expect(asWork(urlOf('owner'))).rejects.toThrow(`The login owner_${run} is a superuser, passes row-level`);
  await expect(asWork(urlOf('absent'))).rejects.toThrow(`The database has no login absent_${run}.`);
  await asSuperuser(`grant ${DATABASE_ROLES.identity} to work_${run}`);
  await expect(asWork(urlOf('work'))).rejects.toThrow(`The login work_${run} can take on switchboard_identity.`);
  await asSuperuser(`revoke ${DATABASE_ROLES.identity} from work_${run}`);
});

test('the doctor reports programs of separate logins to an owner that is not a superuser, and nothing about the logins', async () => {
  await Promise.all([
    database.withSystem((tx) => sql`select 1`.execute(tx)),
    database.withIdentity((tx) => sql`select 1`.execute(tx)),
  ]);
  const report = await examine({ url: urlOf('owner'), dataFolder: 'data', now: Date.now });
  expect(report.findings.find(({ check }) => check === 'programs')).toMatchObject({ level: 'fine' });
  expect(report.findings.find(({ check }) => check === 'logins')).toMatchObject({ level: 'fine', total: 0 });
  // The page of the installation examines under the login of work.
  const page = await examine({ url: logins.work, dataFolder: 'data', now: Date.now });
  expect(page.findings.find(({ check }) => check === 'migrations')).toMatchObject({ level: 'fine' });
});
