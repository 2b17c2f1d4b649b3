import { randomBytes } from 'node:crypto';
import { createEgress } from '@switchboard/connectors';
import { type KeyServices, startKeyServices } from '@switchboard/connectors/testing/key-services';
import { type KeyServiceKind, parseKeyReference } from '@switchboard/model/key-reference';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { createAccountKeys } from '../../identity/account-keys/account-keys.ts';
import { resealAccounts } from '../../identity/account-keys/reseal-account.ts';
import { addAccountKey } from '../../identity/account-keys/store-account-key.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { openKey } from '../../identity/keys/open-key.ts';
import { rotateMasterKey } from '../../identity/master-keys/rotate-master-key.ts';
import { SEALED_COLUMNS } from '../../programs/sealed-columns.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const operator = useClient(server, mine, ['operator']);
const viewer = useClient(server, mine, ['viewer']);
const PASSWORD = 'canary-of-the-warehouse';
let services: KeyServices;

beforeAll(async () => {
  services = await startKeyServices();
  for (const account of [mine, theirs])
    for (const name of ['warehouse', 'reports'])
      await account.inAccount((tx) =>
        addKey(tx, server.vault, account.accountId, {
          name,
          type: 'basic',
          properties: { username: 'ann', hosts: 'ads.example' },
          secrets: { password: PASSWORD },
        }),
      );
});
afterAll(() => services.close());

/** The credentials of a service as people give them. */
const given = (kind: KeyServiceKind): Readonly<Record<string, string>> => {
  const { 'aws-kms': aws, 'gcp-kms': google, 'azure-kv': azure, vault } = services.credentials;
  return {
    'aws-kms': { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey, endpoint: aws.endpoint },
    'gcp-kms': { service_account_json: google.serviceAccount },
    'azure-kv': {
      tenant_id: azure.tenantId,
      client_id: azure.clientId,
      client_secret: azure.clientSecret,
      authority: azure.authority,
    },
    vault: { address: vault.address, token: vault.token },
  }[kind];
};
const STATE = '{ reference is_current sealed_secrets secrets problem }';
const SAVE = `mutation ($reference: String!, $credentials: JSON!) {
  saved: save_account_key(reference: $reference, credentials: $credentials) {
    ... on AccountKey ${STATE} ... on ConflictError { message } } }`;
const REMOVE = `mutation { removed: remove_account_key { ... on AccountKey ${STATE} ... on NotFoundError { message } } }`;
const save = (kind: KeyServiceKind, credentials: object = given(kind), client = operator) =>
  client.ask(SAVE, { reference: services.references[kind], credentials });
const state = async () =>
  (await operator.data<{ account_key: Record<string, unknown> | null }>(`{ account_key ${STATE} }`)).account_key;
const reseal = () =>
  resealAccounts(
    { database: server.database, vault: server.vault, columns: SEALED_COLUMNS },
    new AbortController().signal,
  );
const open = async (account: Pick<BuiltAccount, 'accountId'>, name = 'warehouse', vault = server.vault) => {
  const rows = await queryAsSuperuser<{ id: string }>(
    server.databaseUrl,
    `select id from key where account_id = '${account.accountId}' and name = '${name}'`,
  );
  return (await openKey(server.database, vault, account.accountId, { id: rows[0]?.id ?? '', name }, 'ads')).properties;
};
const audited = () =>
  mine.rows(
    sql<{ kind: string; target_name: string | null; after: unknown }>`
      select kind, target_name, after from audit_entry where kind like 'account_key%' order by created desc, id desc`,
  );
const REFUSED = { code: 'ACCOUNT_KEY_UNAVAILABLE', class: 'transient' };

describe('the own key of an account', () => {
  it.each(['vault', 'aws-kms', 'gcp-kms', 'azure-kv'] as const)(
    'seals its secrets by %s, and no others',
    async (kind) => {
      expect(await save(kind)).toMatchObject({ errors: [], data: { saved: { is_current: true } } });
      await reseal();
      const reference = services.references[kind];
      expect(await state()).toEqual({ reference, is_current: true, sealed_secrets: 2, secrets: 2, problem: null });
      const [resealed, set] = await audited();
      expect(set).toMatchObject({ kind: 'account_key_set', target_name: reference });
      expect(resealed).toMatchObject({ kind: 'account_key_resealed', after: { secrets: 2, is_complete: true } });
      expect(await open(mine)).toMatchObject({ password: PASSWORD });

      services.disable(kind);
      try {
        await expect(open(mine)).rejects.toMatchObject(REFUSED);
        await expect(open(mine)).rejects.toThrow(
          /^ads: the own key of the account does not open the key warehouse: .*Will retry\.$/,
        );
        expect(await open(theirs)).toMatchObject({ password: PASSWORD });
      } finally {
        services.enable(kind);
      }
      expect(await open(mine)).toMatchObject({ password: PASSWORD });
    },
  );

  it('seals what is stored after it was set, without another round', async () => {
    await save('vault');
    await mine.inAccount((tx) =>
      addKey(tx, server.vault, mine.accountId, {
        name: 'later',
        type: 'basic',
        properties: {},
        secrets: { password: 'x' },
      }),
    );
    services.disable('vault');
    try {
      await expect(open(mine, 'later')).rejects.toMatchObject(REFUSED);
    } finally {
      services.enable('vault');
    }
    await queryAsSuperuser(server.databaseUrl, `delete from key where name = 'later'`);
    await reseal();
  });

  it('keeps the secrets that its service does not open, and seals them again later', async () => {
    await save('vault');
    await reseal();
    services.disable('vault');
    try {
      await save('aws-kms');
      await reseal();
      expect(await state()).toMatchObject({ is_current: true, sealed_secrets: 0, secrets: 2 });
      expect((await state())?.['problem']).toMatch(/^vault:transit\/keys\/wrapping: .* refused to unwrap/);
      const edit = await operator.ask(
        `mutation { save_credential(name: "warehouse", properties: { username: "bob" }) { __typename } }`,
      );
      expect(JSON.stringify(edit.errors)).toContain('refused to unwrap');
    } finally {
      services.enable('vault');
    }
    await reseal();
    expect(await state()).toMatchObject({ sealed_secrets: 2, problem: null });
    services.disable('vault');
    expect(await open(mine)).toMatchObject({ username: 'ann', password: PASSWORD });
    services.enable('vault');
  });

  it('seals nothing any more after its removal', async () => {
    await save('azure-kv');
    await reseal();
    const removed = await operator.ask(REMOVE);
    expect(removed.data).toMatchObject({ removed: { is_current: false, sealed_secrets: 2 } });
    expect((await audited())[0]).toMatchObject({ kind: 'account_key_removed' });
    await reseal();
    expect(await state()).toBeNull();
    services.setAway(true);
    expect(await open(mine)).toMatchObject({ password: PASSWORD });
    services.setAway(false);
    const again = await operator.ask(REMOVE);
    expect(JSON.stringify(again.data)).toContain('The account has no key of its own.');
  });
});

describe('setting the own key of an account', () => {
  it('needs a reference and credentials that fit each other', async () => {
    const other = await operator.ask(SAVE, { reference: 'aws-kms:key', credentials: {} });
    expect(JSON.stringify(other.data)).toContain('The reference must begin with aws-kms:arn:');
    const misfit = await save('vault', given('aws-kms'));
    expect(JSON.stringify(misfit.data)).toContain('The credentials for vault must have the fields address, token.');
    expect(await state()).toBeNull();
  });

  it('fails when the service refuses to wrap or unwrap, and repeats no secret', async () => {
    const refused = await save('vault', { ...given('vault'), token: 'hvs.not-the-token-of-this-vault' });
    expect(JSON.stringify(refused)).toMatch(/refused to wrap .* allow it to update the paths/);
    expect(JSON.stringify(refused)).not.toContain('not-the-token');
    expect(await state()).toBeNull();
    const written = await queryAsSuperuser<{ texts: string }>(
      server.databaseUrl,
      `select coalesce(string_agg(a::text, ''), '') || coalesce((select string_agg(e::text, '') from audit_entry e), '') as texts
       from account_key a`,
    );
    for (const secret of Object.values(services.credentials).flatMap((one) => ('token' in one ? [one.token] : [])))
      expect(written[0]?.texts).not.toContain(secret);
  });

  it('takes people who may manage keys, and no program', async () => {
    expect(JSON.stringify((await save('vault', given('vault'), viewer)).errors)).toContain('NOT_ALLOWED');
    expect(await state()).toBeNull();
  });
});

describe('an open key of an account', () => {
  it('ends with the time of the cache at the latest, and is not asked for in the first half of it', async () => {
    const clock = { now: Date.now() };
    const masterKey = randomBytes(32);
    const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 400, now: Date.now });
    const options = { database: server.database, egress, now: () => clock.now, cacheSeconds: 300 };
    const keys = createAccountKeys({ ...options, masterKey });
    const reference = parseKeyReference(services.references.vault);
    if (reference === null) throw new Error('no reference');
    const personId = await addPerson(server.database, { email: newEmail() });
    const key = await keys.make(theirs.accountId, reference, services.credentials.vault);
    await theirs.inAccount((tx) => addAccountKey(tx, theirs.accountId, { ...key, personId }));
    const first = await keys.open(theirs.accountId, key.id);
    const requests = services.requests();
    clock.now += 149_000;
    expect(await keys.open(theirs.accountId, key.id)).toEqual(first);
    expect(services.requests()).toBe(requests);

    services.setAway(true);
    try {
      clock.now += 150_000;
      // The service is away: what is open goes on until its end.
      expect(await keys.open(theirs.accountId, key.id)).toEqual(first);
      clock.now += 2_000;
      await expect(keys.open(theirs.accountId, key.id)).rejects.toThrow(/cannot be reached/);
    } finally {
      services.setAway(false);
    }
    expect(await keys.open(theirs.accountId, key.id)).toEqual(first);

    services.disable('vault');
    clock.now += 301_000;
    await expect(keys.open(theirs.accountId, key.id)).rejects.toThrow(/refused to unwrap/);
    services.enable('vault');

    const next = randomBytes(32);
    await rotateMasterKey(server.database, SEALED_COLUMNS, [next, masterKey]);
    expect(await createAccountKeys({ ...options, masterKey: next }).open(theirs.accountId, key.id)).toEqual(first);
    await queryAsSuperuser(server.databaseUrl, `delete from account_key where account_id = '${theirs.accountId}'`);
  });
});
