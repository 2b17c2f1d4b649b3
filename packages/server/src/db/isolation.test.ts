import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../testing/build-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { connect } from './connect.ts';

const used = useDatabase();
const { database } = used;
let own: BuiltAccount;
let foreign: BuiltAccount;
let foreignDownload: string;

beforeAll(async () => {
  own = await buildAccount(database);
  foreign = await buildAccount(database);
  await buildDownload(database, own);
  foreignDownload = await buildDownload(database, foreign, { source: 'canary' });
  await database.withSystem(async (tx) => {
    for (const [account, email] of [
      [own, 'own@example.com'],
      [foreign, 'canary@example.com'],
    ] as const) {
      const person = await sql<{
        id: string;
      }>`insert into person (email, name) values (${email}, ${email}) returning id`.execute(tx);
      await sql`insert into membership values (${account.accountId}, ${person.rows[0]?.id}, 'operator')`.execute(tx);
    }
  });
});

const catalogue = async <T extends object>(text: string): Promise<T[]> => {
  const admin = await connect(used.url);
  try {
    return (await admin.query<T>(text)).rows;
  } finally {
    await admin.end();
  }
};
/** Queries as the application's role, for a person of the first account. */
const asOwn = async <T>(text: string): Promise<T[]> =>
  (await database.withAccount(own.accountId, (tx) => sql<T>`${sql.raw(text)}`.execute(tx))).rows;

describe('account isolation in the database', () => {
  it('every account-scoped table forces row-level security and a policy with a check', async () => {
    const open = await catalogue<{ table: string }>(`
      select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'queue') and c.relkind in ('r', 'p')
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id')
        and (not c.relrowsecurity or not c.relforcerowsecurity or not exists (
          select from pg_policy where polrelid = c.oid and polwithcheck is not null
            and polroles @> array[(select oid from pg_roles where rolname = 'switchboard_app')]))`);
    expect(open).toEqual([]);
  });

  it('no foreign key leads from one account to another', async () => {
    const loose = await catalogue(`
      select conrelid::regclass::text, conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = confrelid and attname = 'account_id')
        and not exists (
          select from pg_attribute a where a.attrelid = conrelid and a.attnum = any(conkey)
            and a.attname in ('account_id', 'summary_account_id', 'sso_account_id'))`);
    expect(loose).toEqual([]);
  });

  it('gives the application a role that may neither sign in nor pass row-level security nor own anything', async () => {
    expect(
      await catalogue(
        `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'switchboard_app'`,
      ),
    ).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
    expect(
      await catalogue(
        `select relname from pg_class where relowner = (select oid from pg_roles where rolname = 'switchboard_app')`,
      ),
    ).toEqual([]);
  });
});

describe('SQL that runs for an account', () => {
  it.each([
    ['by id', (id: string) => `select id from download where id = '${id}'`],
    ['by account', (_: string, account: string) => `select id from download where account_id = '${account}'`],
    ['by name', () => `select id from download where source = 'canary'`],
    ['its units', (id: string) => `select id from unit where id = '${id}'`],
    ['its script', (_: string, account: string) => `select id from changelist where account_id = '${account}'`],
    ['the account itself', (_: string, account: string) => `select name from account where id = '${account}'`],
    ['its people', () => `select email from person where email like 'canary%'`],
    ['through the search', () => `select search_download('%canary%', '%canary%')`],
    ['with a changed row', (id: string) => `update download set status = 'abandoned' where id = '${id}' returning id`],
    ['with a deleted row', (id: string) => `delete from unit where id = '${id}' returning id`],
  ])('finds nothing of another: %s', async (_, text) => {
    expect(await asOwn(text(foreignDownload, foreign.accountId))).toEqual([]);
  });

  it('SQL that runs for an account cannot put a row into another account', async () => {
    await expect(
      asOwn(
        `insert into event (account_id, severity, code, message) values ('${foreign.accountId}', 'info', 'RETRIED', 'x')`,
      ),
    ).rejects.toThrow('row-level security');
    await expect(asOwn(`update download set account_id = '${foreign.accountId}'`)).rejects.toThrow(
      'row-level security',
    );
  });

  it.each([
    ['preferences', 'select * from preference'],
    ['roles held everywhere', 'select * from global_role'],
    ['passwords', 'select * from credential_password'],
    ['signing keys', 'select * from signing_key'],
    ['sign-in sessions', 'select * from oidc_payload'],
  ])('SQL that runs for an account may not read %s at all', async (_, text) => {
    await expect(asOwn(text)).rejects.toThrow('permission denied');
  });

  it('sees its own', async () => {
    expect(await asOwn('select source from download')).toEqual([{ source: 'ads' }]);
    expect(await asOwn('select email from person')).toEqual([{ email: 'own@example.com' }]);
  });

  it('sees nothing without an account', async () => {
    const admin = await connect(used.url);
    try {
      await admin.query('set role switchboard_app');
      for (const table of ['download', 'unit', 'event', 'key', 'account', 'person', 'membership']) {
        expect((await admin.query(`select count(*)::int as count from ${table}`)).rows, table).toEqual([{ count: 0 }]);
      }
    } finally {
      await admin.end();
    }
  });
});
