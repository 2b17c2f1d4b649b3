import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDownload, addUnitOf } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { askToSaveKey, saveKey } from '../../../testing/key-answers.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const properties = { api_token: 'secret', hosts: 'api.example' };
const NEW = { name: 'api', credential_type: 'api_token', properties };
beforeEach(() => saveKey(operator, NEW));

const remove = (name = 'api') => saveKey(operator, { name, status: 'archived' });

describe('deleting a key', () => {
  it('archives it and erases its secrets', { tags: 'spec:keys-delete-archived' }, async () => {
    expect(await remove()).toMatchObject({ credential: { name: 'api', status: 'archived' } });
    expect(await account.rows(sql`select status, secrets, wrapped_key, updated_by is not null as by from key`)).toEqual(
      [{ status: 'archived', secrets: null, wrapped_key: null, by: true }],
    );
    expect(await remove()).toEqual({ __typename: 'InvalidCredential', message: 'There is no key api.' });
  });

  it('frees its name, and its former names', async () => {
    await saveKey(operator, { name: 'api', new_name: 'ads' });
    await remove('ads');
    expect(await account.rows(sql`select from key_alias`)).toEqual([]);
    expect(await saveKey(operator, NEW)).toMatchObject({ credential: { name: 'api', status: 'active' } });
  });

  it('names what uses it in the event, and lets what waits for it go on', async () => {
    await account.rows(sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
      select account_id, 'ads', 'p', 'http', id, now() from key`);
    const id = await addDownload(server.database, account, {
      source: 'ads',
      report_date: '2026-11-20',
      status: 'queued',
    });
    await addUnitOf(server.database, account, id, {
      kind: 'download',
      state: 'held',
      blocked_kind: 'key',
      blocked_by: 'api',
    });
    await remove();
    const [event] = await account.rows(sql<{ message: string }>`select message from event where code = 'KEY_DELETED'`);
    expect(event?.message).toMatch(/^Person \d+ deleted the key api\. It is used by ads\.$/);
    expect(await account.rows(sql`select state, blocked_by from unit`)).toEqual([{ state: 'ready', blocked_by: null }]);
    expect(server.woken).toContain(id);
  });

  it.each([{ new_name: 'other' }, { properties }, { validate: true }])('takes nothing else: %j', async (more) => {
    const { errors } = await askToSaveKey(operator, { name: 'api', status: 'archived', ...more });
    expect(errors[0]?.extensions['code']).toBe('BAD_REQUEST');
    expect(await account.rows(sql`select status from key`)).toEqual([{ status: 'active' }]);
  });

  it('deleting a key is the only other status than active', async () => {
    const { errors } = await askToSaveKey(operator, { name: 'api', status: 'suspended' });
    expect(errors[0]?.message).toBe('The status can be set to active or archived, not to suspended.');
  });
});
