import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl, testServerUrl } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const name = `upgrade_identities_${process.pid}`;
const url = databaseUrl(testServerUrl(), name);
const all = readMigrations();
const before = all.findIndex((migration) => migration.name.endsWith('-access.sql'));

const query = async <Row extends object>(text: string): Promise<Row[]> => {
  const client = await connect(url);
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  const admin = await connect(testServerUrl());
  await admin.query(`create database ${name}`);
  await admin.end();
  await migrate({ url, migrations: all.slice(0, before) });
  await query(`
    with people as (insert into person (email, name) values ('ada@acme.test', 'Ada'), ('eve@acme.test', 'Eve') returning id, email)
    , passwords as (
      insert into credential_password (person_id, hash) select id, 'hash of ' || email from people where email like 'ada%')
    insert into person_identity (issuer, subject, person_id) select 'https://id.example', 'sub-' || email, id from people`);
});
afterAll(async () => {
  const admin = await connect(testServerUrl());
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('carries stored passwords and OpenID logins over to identities', async () => {
  await migrate({ url, migrations: all });
  const rows = await query(`
    select i.connection_type, i.subject, i.email, i.name, i.email_verified, i.blocked, c.hash
    from person_identity i left join credential_password c on c.identity_id = i.id order by i.email, i.connection_type`);
  const oidc = { connection_type: 'oidc', email_verified: true, blocked: false, hash: null };
  expect(rows).toEqual([
    { ...oidc, subject: 'sub-ada@acme.test', email: 'ada@acme.test', name: 'Ada' },
    {
      connection_type: 'password',
      subject: null,
      email: 'ada@acme.test',
      name: 'Ada',
      email_verified: false,
      blocked: false,
      hash: 'hash of ada@acme.test',
    },
    { ...oidc, subject: 'sub-eve@acme.test', email: 'eve@acme.test', name: 'Eve' },
  ]);
});
