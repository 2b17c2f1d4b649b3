import { compile } from '@switchboard/language';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { openKey } from '../../identity/keys/open-key.ts';
import { catalogOf } from '../../pipeline/state/stored-script.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { inAccount } = account;
const operator = useClient(server, account, ['operator'], beforeEach);
const SCRIPT = `
  download ads from {
    type: "http"; key: "api"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
  } using { day: date; id: integer; };
  table daily is select day, id from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

const addToken = (name: string, token: string): Promise<string> =>
  inAccount((tx) =>
    addKey(tx, server.vault, account.accountId, {
      name,
      type: 'api_token',
      properties: {},
      secrets: { api_token: token },
    }),
  );
beforeEach(() => addToken('api', 't'));

const rows = (text: string) => account.rows(sql`${sql.raw(text)}`);
const keyId = async (name: string): Promise<string | undefined> =>
  (await account.rows(sql<{ id: string }>`select id from key where name = ${name}`))[0]?.id;
const save = async (args: string): Promise<unknown> => {
  const text = `mutation { save_credential(${args}) { __typename ... on SaveCredentialOk { credential { name status } }
    ... on ValidationErrors { typeId properties message } ... on InvalidCredential { message } } }`;
  return (await operator.data<{ save_credential: unknown }>(text)).save_credential;
};
const RENAMED = { __typename: 'SaveCredentialOk', credential: { name: 'ads api', status: 'active' } };
const TAKEN = { __typename: 'ValidationErrors', typeId: 'name_taken', properties: ['name'] };

const publish = (text = SCRIPT) => publishText(server.database, account, text);

describe('a renamed key', () => {
  it('a renamed key is shown under its present name by what waits for it', async () => {
    await rows(`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
      select account_id, 'ads', 'p', 'http', id, now() from key where name = 'api'`);
    await rows(`insert into unit (account_id, id, kind, purpose, state, blocked_kind, blocked_by)
      values ('${account.accountId}', uuidv7(), 'download', 'production', 'held', 'key', 'api')`);
    expect(await save('name: "api", new_name: " ads api "')).toEqual(RENAMED);
    expect(await rows('select blocked_by from unit')).toEqual([{ blocked_by: 'ads api' }]);
    expect(await rows('select p.name from key k join person p on p.id = k.updated_by')).toHaveLength(1);
  });

  it('compiles under its former name, with its id in the plan and the present name as a quick fix', async () => {
    await save('name: "api", new_name: "ads api"');
    const catalog = await inAccount((tx) => catalogOf(tx, account.accountId));
    const { messages, plan } = compile([{ path: 'a.sbs', text: SCRIPT }], catalog);
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    expect(plan?.sources).toMatchObject([{ name: 'ads', key: { id: await keyId('ads api'), name: 'api' } }]);
    expect(messages).toContainEqual(
      expect.objectContaining({ code: 'SBS4023', message: 'Key api was renamed to ads api. Use the present name.' }),
    );
  });

  it('reserves its former name while the published script uses it', async () => {
    await publish();
    await save('name: "api", new_name: "ads api"');
    await addToken('other', 'o');
    expect(await save('name: "other", new_name: "ads api"')).toEqual({ ...TAKEN, message: 'Name already used.' });
    expect(await save('name: "other", new_name: "api"')).toMatchObject(TAKEN);
    await publish();
    expect(await save('name: "other", new_name: "api"')).toMatchObject(TAKEN);
    await publish(SCRIPT.replace('"api"', '"ads api"'));
    expect(await save('name: "other", new_name: "api"')).toMatchObject({ credential: { name: 'api' } });
    expect(await rows(`select name from key_alias order by name`)).toEqual([{ name: 'other' }]);
  });

  it('a renamed key is what an older script goes on using after another key has taken the name', async () => {
    await publish();
    const [before] = (await rows("select plan from changelist where status = 'running'")) as { plan: Plan }[];
    await save('name: "api", new_name: "ads api"');
    await publish(SCRIPT.replace('"api"', '"ads api"'));
    await addToken('other', 'o');
    await save('name: "other", new_name: "api"');
    const key = before?.plan.sources[0]?.key;
    if (!key) throw new Error('no key');
    expect(await openKey(server.database, server.vault, account.accountId, key, 'ads')).toMatchObject({
      name: 'ads api',
      properties: { api_token: 't' },
    });
  });

  it('a renamed key may take its former name back', async () => {
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
