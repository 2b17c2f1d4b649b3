import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { addPerson } from '../../testing/people.ts';
import type { AdminAction } from './database.ts';

const used = useDatabase();
const { database } = used;
const account = useAccount(used);
let action: AdminAction;

beforeAll(async () => {
  await buildDownload(database, account);
  const personId = await addPerson(database, { email: 'cs@test.test', globalRoles: ['cs'] });
  action = { personId, name: 'accountsV2', requestId: 'request-1', accountId: null, details: { first: 20 } };
});

const asAdmin = async (text: string): Promise<unknown[]> =>
  (await database.withAdmin(action, (tx) => sql`${sql.raw(text)}`.execute(tx))).rows;
const events = async (): Promise<unknown[]> =>
  asAdmin('select action, person_id, request_id, details from admin_event');

describe('the admin scope', () => {
  it('sees accounts, people and their roles across accounts', async () => {
    expect(await asAdmin(`select url_name from account`)).toEqual([{ url_name: account.urlName }]);
    expect(await asAdmin(`select email from person`)).toEqual([{ email: 'cs@test.test' }]);
    expect(await asAdmin(`select role from global_role`)).toEqual([{ role: 'cs' }]);
  });

  it.each(['download', 'event', 'key', 'changelist', 'upload', 'preference'])(
    'sees no tenant data: %s',
    async (table) => {
      await expect(asAdmin(`select * from ${table}`)).rejects.toThrow('permission denied');
    },
  );

  it.each(['credential_password', 'oidc_payload', 'signing_key', 'password_reset', 'sign_in_failure', 'sign_in_level'])(
    'sees no secrets of sign-in: %s',
    async (table) => {
      await expect(asAdmin(`select * from ${table}`)).rejects.toThrow('permission denied');
    },
  );

  it('records each use in the same transaction', async () => {
    const before = (await events()).length;
    await expect(asAdmin('select 1/0')).rejects.toThrow('division by zero');
    const after = await events();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toEqual({
      action: 'accountsV2',
      person_id: action.personId,
      request_id: 'request-1',
      details: { first: 20 },
    });
  });

  it('the admin scope cannot be used without its audit event, nor change one', async () => {
    const unknown = { ...action, personId: '00000000-0000-0000-0000-000000000000' };
    await expect(database.withAdmin(unknown, async () => 'read')).rejects.toThrow('admin_event_person_id_fkey');
    await expect(asAdmin(`update admin_event set action = 'x'`)).rejects.toThrow('permission denied');
    await expect(asAdmin('delete from admin_event')).rejects.toThrow('permission denied');
  });

  it('the admin scope is not available to the other roles', async () => {
    const read = sql`select * from admin_event`;
    await expect(database.withAccount(account.accountId, (tx) => read.execute(tx))).rejects.toThrow(
      'permission denied',
    );
    await expect(database.withIdentity((tx) => read.execute(tx))).rejects.toThrow('permission denied');
    await expect(database.withSystem((tx) => read.execute(tx))).rejects.toThrow('permission denied');
  });
});
