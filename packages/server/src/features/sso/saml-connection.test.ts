import { describe, expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { addPerson } from '../../../testing/people.ts';
import { SAML_KEYS } from '../../../testing/saml/saml-keys.ts';
import { startSamlIdp } from '../../../testing/saml/start-saml-idp.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const admin = useClient(server, account, ['operator']);
const idp = useStarted(() => startSamlIdp([]));

type Saved = {
  readonly id: string;
  readonly is_set_up: boolean;
  readonly enabled: boolean;
  readonly callback_url: string;
  readonly entity_id: string;
  readonly settings: object;
  readonly certificates: readonly object[];
  readonly errors?: readonly object[];
};
const save = async (settings: object, more: object = {}): Promise<Saved> =>
  (
    await admin.data<{ saved: Saved }>(
      `mutation ($id: ID, $settings: JSON!, $enabled: Boolean) {
        saved: save_sso_connection(id: $id, kind: "SAML", name: "Entra ID", settings: $settings, enabled: $enabled) {
          ... on SsoConnection { id is_set_up enabled callback_url entity_id settings certificates { subject fingerprint expires } }
          ... on SsoErrors { errors { path message } }
        }
      }`,
      { settings, ...more },
    )
  ).saved;

describe('a SAML connection', () => {
  test('starts without a provider, and gets it from the metadata of the provider', async () => {
    const added = await save({}, { enabled: false });
    expect(added).toMatchObject({
      is_set_up: false,
      enabled: false,
      callback_url: `${server.url}/sign-in/sso/${added.id}/acs`,
      entity_id: `${server.url}/sign-in/sso/${added.id}/metadata`,
      certificates: [],
    });
    expect(await save({ metadata: idp.metadata, trusts_email: true }, { id: added.id, enabled: true })).toMatchObject({
      id: added.id,
      is_set_up: true,
      enabled: true,
      settings: {
        entity_id: idp.entityId,
        sign_in_url: `${idp.url}/sso`,
        certificates: [SAML_KEYS.signing.certificate],
        trusts_email: true,
      },
      certificates: [
        { subject: 'CN=Test identity provider', fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/) as string },
      ],
    });
  });

  test('needs its provider before it is enabled', async () => {
    expect((await save({}, { enabled: true })).errors).toEqual([
      { path: 'settings.metadata', message: 'Enter the metadata of the provider to enable the connection.' },
    ]);
  });

  test.each<[string, object, RegExp]>([
    ['metadata that cannot be read', { metadata: 'hello' }, /not well-formed XML/],
    ['a key that is too short', withKey(SAML_KEYS.short.certificate), /2048 bits/],
    ['text in place of a certificate', withKey('hello'), /2048 bits/],
  ])('a connection with %s is refused with the reason', async (_, settings, message) => {
    expect((await save(settings)).errors).toMatchObject([{ message: expect.stringMatching(message) as string }]);
  });

  test('lists the administrators who can be chosen for emergencies', async () => {
    const { accountId } = account;
    await addPerson(server.database, { email: 'nina@saml.test', name: 'Nina', roles: { [accountId]: ['operator'] } });
    await addPerson(server.database, { email: 'vera@saml.test', name: 'Vera', roles: { [accountId]: ['developer'] } });
    const { sso_settings: found } = await admin.data<{ sso_settings: { administrators: { email: string }[] } }>(
      '{ sso_settings { administrators { email } } }',
    );
    const emails = found.administrators.map(({ email }) => email);
    expect(emails).toContain('nina@saml.test');
    expect(emails).not.toContain('vera@saml.test');
  });
});

function withKey(certificate: string): object {
  return { entity_id: 'https://idp.test', sign_in_url: 'https://idp.test/sso', certificates: [certificate] };
}
