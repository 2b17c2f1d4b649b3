import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { openDatabase } from './database.ts';

const used = useDatabase();
const { database } = used;
let acme: string;
let globex: string;

beforeAll(async () => {
  [acme, globex] = await database.withIdentity(async (tx) => {
    const rows = await tx
      .insertInto('account')
      .values([
        { url_name: 'acme', name: 'Acme' },
        { url_name: 'globex', name: 'Globex' },
      ])
      .returning('id')
      .execute();
    return [String(rows[0]?.id), String(rows[1]?.id)] as const;
  });
  for (const account of [acme, globex]) {
    await database.withAccount(account, (tx) =>
      tx.insertInto('key').values({ account_id: account, name: 'provider', type: 'http' }).execute(),
    );
  }
});

describe('the account scope', () => {
  test('shows the rows of its own account only', async () => {
    const rows = await database.withAccount(acme, (tx) => tx.selectFrom('key').select('account_id').execute());
    expect(rows).toEqual([{ account_id: acme }]);
  });

  test('finds nothing of another account, and changes nothing there', async () => {
    const touched = await database.withAccount(acme, async (tx) => {
      const updated = await tx
        .updateTable('key')
        .set({ name: 'stolen' })
        .where('account_id', '=', globex)
        .executeTakeFirst();
      const removed = await tx.deleteFrom('key').where('account_id', '=', globex).executeTakeFirst();
      return [updated.numUpdatedRows, removed.numDeletedRows];
    });
    expect(touched).toEqual([0n, 0n]);
  });

  test('refuses to write a row into another account', async () => {
    const write = database.withAccount(acme, (tx) =>
      tx.insertInto('key').values({ account_id: globex, name: 'planted', type: 'http' }).execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  test('the account scope cannot read credentials or grant itself more', async () => {
    const read = database.withAccount(acme, (tx) => tx.selectFrom('credential_password').selectAll().execute());
    await expect(read).rejects.toThrow(/permission denied/);
    const grant = database.withAccount(acme, (tx) =>
      tx.insertInto('membership').values({ account_id: acme, person_id: acme, role: 'cs' }).execute(),
    );
    await expect(grant).rejects.toThrow(/permission denied/);
  });

  test('rejects an account id that is not a UUID before any SQL runs', async () => {
    await expect(database.withAccount("' or true --", () => Promise.resolve(1))).rejects.toThrow(/UUID/);
  });
});

describe('the transaction scopes', () => {
  test('the account does not leak into the next transaction of the same connection', async () => {
    const single = openDatabase({ url: used.url, connections: 1 });
    await single.withAccount(acme, (tx) => tx.selectFrom('key').selectAll().execute());
    const seen = await single.withSystem((tx) =>
      sql<{
        account: string;
        role: string;
      }>`select current_setting('app.account_id') as account, current_user::text as role`.execute(tx),
    );
    expect(seen.rows).toEqual([{ account: '', role: 'switchboard_engine' }]);
    await single.close();
  });

  test('the engine sees every account, and no credentials', async () => {
    const keys = await database.withSystem((tx) => tx.selectFrom('key').select('account_id').execute());
    expect(keys.map((row) => row.account_id).sort()).toEqual([acme, globex].sort());
    await expect(database.withSystem((tx) => tx.selectFrom('signing_key').selectAll().execute())).rejects.toThrow(
      /permission denied/,
    );
  });

  test('a failed transaction is rolled back', async () => {
    const broken = database.withAccount(acme, async (tx) => {
      await tx.insertInto('key').values({ account_id: acme, name: 'half', type: 'http' }).execute();
      throw new Error('stop');
    });
    await expect(broken).rejects.toThrow('stop');
    const rows = await database.withAccount(acme, (tx) => tx.selectFrom('key').select('name').execute());
    expect(rows).toEqual([{ name: 'provider' }]);
  });

  test('counts are numbers and dates stay strings', async () => {
    const seen = await database.withSystem((tx) =>
      sql`select 3::bigint as count, date '2026-11-20' as day`.execute(tx),
    );
    expect(seen.rows).toEqual([{ count: 3, day: '2026-11-20' }]);
  });

  test('a caller that finds every connection in use is refused after its patience, and the connection serves the next', async () => {
    const narrow = openDatabase({ url: database.url, connections: 1, patience: 10 });
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const held = narrow.withSystem(async (tx) => {
      await sql`select 1`.execute(tx);
      await expect(narrow.withSystem(async () => 'never')).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
      await ended;
    });
    end();
    await held;
    expect(await narrow.withSystem(async () => 'next')).toBe('next');
    await narrow.close();
  });

  test('a database that is gone is reported as down', async () => {
    expect(await database.isUp()).toBe(true);
    const gone = openDatabase({ url: 'postgresql://postgres:x@127.0.0.1:1/none' });
    expect(await gone.isUp()).toBe(false);
    await gone.close();
  });
});

describe('the catalogue', () => {
  test('every table with an account has forced row-level security and a policy that checks writes', async () => {
    const { rows } = await database.withSystem((tx) =>
      sql<{ table: string }>`
        select c.relname as table from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
          and not (c.relrowsecurity and c.relforcerowsecurity and exists (
            select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
            where p.polrelid = c.oid and r.rolname = 'switchboard_app' and p.polwithcheck is not null))`.execute(tx),
    );
    expect(rows).toEqual([]);
  });

  test('every foreign key between account-scoped tables carries the account', async () => {
    const { rows } = await database.withSystem((tx) =>
      sql<{ key: string }>`
        select k.conname as key from pg_constraint k
        where k.contype = 'f'
          and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'account_id')
          and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'account_id')
          and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'account_id' and a.attnum = any (k.conkey))`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([]);
  });

  test('the roles may neither sign in nor pass row-level security', async () => {
    const { rows } = await database.withSystem((tx) =>
      sql`select rolname from pg_roles where rolname like 'switchboard%' and (rolcanlogin or rolsuper or rolbypassrls)`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([]);
  });
});
