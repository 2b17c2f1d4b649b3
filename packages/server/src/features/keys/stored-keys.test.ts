import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { addKey, openKey } from './stored-keys.ts';
import { createVault } from './vault.ts';

let made: TestDatabase;
let database: Database;
let account: BuiltAccount;
const vault = createVault(randomBytes(32));
const SECRET = 'canary-9c1f7a52';

beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
  account = await buildAccount(database);
  await database.withAccount(account.accountId, (tx) =>
    addKey(tx, vault, account.accountId, {
      name: 'warehouse',
      type: 'sql',
      properties: { dialect: 'postgresql', host: 'db.example', port: 5432 },
      secrets: { password: SECRET },
    }),
  );
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const open = (name: string, of: BuiltAccount = account) => openKey(database, vault, of.accountId, name, 'ads');
const setStatus = (status: string) =>
  database.withAccount(account.accountId, (tx) => sql`update key set status = ${status}`.execute(tx));

describe('stored keys', () => {
  it('are opened for use with their secrets, which stand nowhere in the database', async () => {
    expect(await open('warehouse')).toEqual({
      name: 'warehouse',
      type: 'sql',
      properties: { dialect: 'postgresql', host: 'db.example', port: 5432, password: SECRET },
    });
    const rows = await database.withSystem((tx) =>
      sql<{ whole: string }>`select key::text as whole from key`.execute(tx),
    );
    expect(rows.rows).toHaveLength(1);
    for (const { whole } of rows.rows) {
      expect(whole).not.toContain(SECRET);
      expect(whole).not.toContain(Buffer.from(SECRET).toString('hex'));
    }
  });

  it('do not exist under another name, or for another account', async () => {
    const missing = { code: 'KEY_MISSING', message: 'ads: there is no key named other. Add it under Keys.' };
    await expect(open('other')).rejects.toMatchObject(missing);
    await expect(open('warehouse', await buildAccount(database))).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('open after their type and their fields were renamed, but under no other type', async () => {
    await database.withAccount(account.accountId, async (tx) => {
      const sealed = (name: string, type: string, secrets: Readonly<Record<string, string>>) =>
        addKey(tx, vault, account.accountId, { name, type, properties: {}, secrets });
      await sealed('former type', 'postgres', { password: 'p' });
      await sealed('former field', 'api_token', { token: 't' });
      await sealed('moved', 'basic', { password: 'p' });
      await sql`update key set type = 'sql' where name in ('former type', 'moved')`.execute(tx);
    });
    expect(await open('former type')).toEqual({ name: 'former type', type: 'sql', properties: { password: 'p' } });
    expect(await open('former field')).toMatchObject({ type: 'api_token', properties: { api_token: 't' } });
    await expect(open('moved')).rejects.toThrow('does not open');
  });

  it('are refused at use when they are suspended or archived', {
    tags: 'proof:key-refused-when-inactive',
  }, async () => {
    await setStatus('suspended');
    await expect(open('warehouse')).rejects.toMatchObject({ code: 'KEY_SUSPENDED', class: 'authentication' });
    await setStatus('archived');
    await expect(open('warehouse')).rejects.toMatchObject({ code: 'KEY_MISSING' });
    await setStatus('active');
    expect(await open('warehouse')).toMatchObject({ name: 'warehouse' });
  });
});
