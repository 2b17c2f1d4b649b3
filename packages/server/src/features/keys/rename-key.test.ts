import { randomBytes } from 'node:crypto';
import { compile } from '@switchboard/language';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { createVault } from '../../identity/vault.ts';
import { openKey } from '../../pipeline/attempts/open-key.ts';
import { catalogOf } from '../scripts/publish.ts';
import { addKey } from './add-key.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { inAccount } = account;
const operator = useClient(server, account, ['operator'], beforeEach);
const vault = createVault(randomBytes(32));
const SCRIPT = `
  download ads from {
    type: "http"; key: "api"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
  } using { day: date; id: integer; };
  table daily is select day, id from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

beforeEach(async () => {
  await inAccount((tx) =>
    addKey(tx, vault, account.accountId, {
      name: 'api',
      type: 'api_token',
      properties: {},
      secrets: { api_token: 't' },
    }),
  );
});

const rows = (text: string) => account.rows(sql`${sql.raw(text)}`);
const save = async (args: string): Promise<unknown> => {
  const text = `mutation { save_credential(${args}) { __typename ... on SaveCredentialOk { credential { name status } }
    ... on ValidationErrors { typeId properties message } ... on InvalidCredential { message } } }`;
  return (await operator.data<{ save_credential: unknown }>(text)).save_credential;
};
const RENAMED = { __typename: 'SaveCredentialOk', credential: { name: 'ads api', status: 'active' } };
const TAKEN = { __typename: 'ValidationErrors', typeId: 'name_taken', properties: ['name'] };

const publish = () => publishText(server.database, account, SCRIPT);

describe('a renamed key', () => {
  it('still opens by its former name, and what uses it refers to the new name', async () => {
    await rows(`insert into source (account_id, name, project, connector, key_name, scheduled_through)
      values ('${account.accountId}', 'ads', 'p', 'http', 'api', now())`);
    await rows(`insert into unit (account_id, id, kind, purpose, state, blocked_kind, blocked_by)
      values ('${account.accountId}', uuidv7(), 'download', 'production', 'held', 'key', 'api')`);
    expect(await save('name: "api", new_name: " ads api "')).toEqual(RENAMED);
    for (const name of ['api', 'ads api']) {
      expect(await openKey(server.database, vault, account.accountId, name, 'ads')).toMatchObject({
        properties: { api_token: 't' },
      });
    }
    expect(await rows('select key_name from source')).toEqual([{ key_name: 'ads api' }]);
    expect(await rows('select blocked_by from unit')).toEqual([{ blocked_by: 'ads api' }]);
    expect(await rows('select p.name from key k join person p on p.id = k.updated_by')).toHaveLength(1);
  });

  it('compiles under its former name, with the present one in the plan and as a quick fix', async () => {
    await save('name: "api", new_name: "ads api"');
    const catalog = await inAccount((tx) => catalogOf(tx, account.accountId));
    const { messages, plan } = compile([{ path: 'a.sbs', text: SCRIPT }], catalog);
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    expect(plan?.sources).toMatchObject([{ name: 'ads', key: 'ads api' }]);
    expect(messages).toContainEqual(
      expect.objectContaining({ code: 'SBS4023', message: 'Key api was renamed to ads api. Use the present name.' }),
    );
  });

  it('reserves its former name while the published script uses it', async () => {
    await publish();
    await save('name: "api", new_name: "ads api"');
    await inAccount((tx) =>
      addKey(tx, vault, account.accountId, { name: 'other', type: 'api_token', properties: {}, secrets: {} }),
    );
    expect(await save('name: "other", new_name: "ads api"')).toEqual({ ...TAKEN, message: 'Name already used.' });
    expect(await save('name: "other", new_name: "api"')).toMatchObject(TAKEN);
    await publish();
    expect(await save('name: "other", new_name: "api"')).toMatchObject({ credential: { name: 'api' } });
    expect(await rows(`select name from key_alias order by name`)).toEqual([{ name: 'other' }]);
  });

  it('may take its former name back', async () => {
    await save('name: "api", new_name: "ads api"');
    expect(await save('name: "ads api", new_name: "api"')).toMatchObject({ credential: { name: 'api' } });
    expect(await rows('select name from key_alias')).toEqual([{ name: 'ads api' }]);
  });
});

describe('saving a key answers SaveCredentialOk, InvalidCredential or ValidationErrors', () => {
  it('names the invalid field and the reason', { tags: 'proof:save-key-results' }, async () => {
    expect(await save('name: "none", status: "active"')).toEqual({
      __typename: 'InvalidCredential',
      message: 'There is no key none.',
    });
    expect(await save('name: "api", new_name: " "')).toEqual({
      __typename: 'ValidationErrors',
      typeId: 'field_required',
      properties: ['name'],
      message: 'Key name is required.',
    });
    expect(await save('name: "api", status: "active"')).toMatchObject({ credential: { name: 'api' } });
  });
});
