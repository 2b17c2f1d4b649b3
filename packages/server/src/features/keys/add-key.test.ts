import { randomBytes } from 'node:crypto';
import type { KeyProperties } from '@switchboard/connectors';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { openKey } from '../../identity/keys/open-key.ts';
import { createVault } from '../../identity/vault.ts';

const { database } = useDatabase();
const account = useAccount({ database });
const vault = createVault(randomBytes(32));
const SECRET = 'canary-9c1f7a52';

beforeAll(async () => {
  await account.inAccount((tx) =>
    addKey(tx, vault, account.accountId, {
      name: 'warehouse',
      type: 'sql',
      properties: { dialect: 'postgresql', host: 'db.example', port: 5432 },
      secrets: { password: SECRET },
    }),
  );
});
const NO_KEY = '00000000-0000-0000-0000-000000000000';
async function open(name: string, { accountId }: Pick<BuiltAccount, 'accountId'> = account): Promise<KeyProperties> {
  const [key] = await account.rows(sql<{ id: string }>`select id from key where name = ${name}`);
  return openKey(database, vault, accountId, { id: key?.id ?? NO_KEY, name }, 'ads');
}
const setStatus = (status: string) => account.rows(sql`update key set status = ${status}`);

describe('stored keys', () => {
  it('stored keys are opened for use with their secrets, which the database has only encrypted', async () => {
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

  it('do not exist under another id, or for another account', async () => {
    const missing = {
      code: 'KEY_MISSING',
      message: 'ads: the key other does not exist or is archived. Publish the script with another key.',
    };
    await expect(open('other')).rejects.toMatchObject(missing);
    await expect(open('warehouse', await buildAccount(database))).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('open after their type and their fields were renamed, but under no other type', async () => {
    await account.inAccount(async (tx) => {
      const sealed = (name: string, type: string, secrets: Readonly<Record<string, string>>) =>
        addKey(tx, vault, account.accountId, { name, type, properties: {}, secrets });
      await sealed('former type', 'postgres', { password: 'p' });
      await sealed('former field', 'api_token', { token: 't' });
      await sealed('moved', 'basic', { password: 'p' });
      await sql`update key set type = 'sql' where name in ('former type', 'moved')`.execute(tx);
    });
    expect(await open('former type')).toEqual({ name: 'former type', type: 'sql', properties: { password: 'p' } });
    expect(await open('former field')).toMatchObject({ type: 'api_token', properties: { api_token: 't' } });
    await expect(open('moved')).rejects.toThrow('cannot be opened');
  });

  it('stored keys are refused at use when they are suspended or archived', {
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
