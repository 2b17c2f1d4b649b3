import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { migrate } from '@switchboard/server/migrate';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

const NAME = `audit_${randomBytes(4).toString('hex')}`;
const folder = useFolder('audit');
const server = process.env['TEST_POSTGRES_URL'] ?? '';
const url = new URL(server || 'postgres://localhost');
url.pathname = NAME;
const env = { DATABASE_URL: url.href, MASTER_KEY: randomBytes(32).toString('base64'), DATA_DIR: folder };
let own: Client;

async function asAdministrator(statement: string): Promise<void> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
beforeAll(async () => {
  await asAdministrator(`create database ${NAME}`);
  await migrate({ url: url.href });
  own = new Client({ connectionString: url.href });
  await own.connect();
  await own.query(`insert into account (url_name, name) values ('acme', 'Acme')`);
  for (const kind of ['key_created', 'key_changed', 'key_archived'])
    await own.query(`insert into audit_entry (account_id, kind, actor) select id, '${kind}', 'system' from account`);
});
afterAll(async () => {
  await own.end();
  await asAdministrator(`drop database ${NAME} with (force)`);
});

const verify = (...more: readonly string[]) => runCommand(['audit', 'verify', ...more], folder, env);
const tamper = (statement: string) => own.query(`set session_replication_role = replica; ${statement}`);

test('verifies the audit log, and proves that newer entries were removed', { timeout: 120_000 }, async () => {
  const whole = await verify();
  expect(whole).toMatchObject({ code: 0, err: '' });
  expect(whole.out).toMatch(/^[0-9a-f-]{36} 3 [0-9a-f]{64} acme\n$/);
  writeFileSync(join(folder, 'heads.txt'), whole.out);
  expect(await verify('--heads', 'heads.txt')).toMatchObject({ code: 0, err: '' });

  await tamper('delete from audit_entry where sequence = 3');
  expect(await verify()).toMatchObject({ code: 0 });
  const cut = await verify('--heads', 'heads.txt');
  expect(cut.code).toBe(1);
  expect(cut.err).toContain('Entry 3 of acme is missing.');

  await tamper(`update audit_entry set after = '{"x": 1}' where sequence = 1`);
  const changed = await verify();
  expect(changed.code).toBe(1);
  expect(changed.err).toContain('Entry 1 of acme was changed.');
});

test('accepts heads of entries that expired since', { timeout: 120_000 }, async () => {
  await own.query('reset session_replication_role');
  await own.query(`insert into account (url_name, name) values ('globex', 'Globex')`);
  await own.query(`insert into audit_entry (account_id, kind, actor, created)
    select id, 'key_created', 'system', now() - interval '200 days' from account, generate_series(1, 3) where url_name = 'globex'`);
  const before = (await verify()).out.split('\n').filter((line) => line.endsWith(' globex'));
  writeFileSync(join(folder, 'earlier.txt'), before.join('\n').replace(' 3 ', ' 2 '));
  await own.query(
    `insert into audit_retention (account_id, days) select id, 100 from account where url_name = 'globex'`,
  );
  await own.query(`select expire_audit_entries(id, 10) from account where url_name = 'globex'`);
  const after = await verify('--heads', 'earlier.txt');
  expect(after.out).toMatch(/ 4 [0-9a-f]{64} globex\n/);
  expect(after.err).toContain('Entry 2 of globex was changed.');
  writeFileSync(join(folder, 'earlier.txt'), before.join('\n').replace(' 3 ', ' 1 '));
  expect((await verify('--heads', 'earlier.txt')).err).not.toContain('globex');
});

test('says which line of a file of heads is wrong', async () => {
  writeFileSync(join(folder, 'wrong.txt'), 'nothing\n');
  const wrong = await verify('--heads', 'wrong.txt');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('Line 1 of');
  expect((await verify('--heads', 'none.txt')).code).toBe(2);
});
