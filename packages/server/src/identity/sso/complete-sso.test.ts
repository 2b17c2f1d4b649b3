import type { Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { addAccount, addPerson } from '../../../testing/people.ts';
import { storeInvitation } from '../invitations/store-invitation.ts';
import { createVault } from '../vault.ts';
import { completeSso, type SsoPerson } from './complete-sso.ts';
import { type OpenSsoConnection, openSsoConnection } from './open-connection.ts';
import { addSsoConnection } from './store-connection.ts';

const { database, url } = useDatabase();
const vault = createVault(Buffer.alloc(32, 1));
let acme: string;
let globex: string;
let admin: string;
beforeAll(async () => {
  acme = await addAccount(database, 'acme');
  globex = await addAccount(database, 'globex');
  admin = await addPerson(database, { email: 'admin@acme.example', roles: { [acme]: ['operator'] } });
  await queryAsSuperuser(
    url,
    `insert into sso_domain (account_id, domain, token, verified) values
      ('${acme}', 'acme.example', 'a token that was published', now()),
      ('${acme}', 'pending.example', 'a token that was not found', null),
      ('${globex}', 'globex.example', 'a token that was published', now())`,
  );
});

let connections = 0;
async function connect(
  more: { readonly default_role?: Role; readonly trusts_email?: boolean } = {},
): Promise<OpenSsoConnection> {
  connections += 1;
  const { default_role = null, trusts_email = false } = more;
  const settings = { issuer: 'https://idp.example', client_id: 'x', trusts_email };
  const content = { name: `Okta ${connections}`, settings, default_role, enabled: true };
  const id = await database.withAccount(acme, (tx) =>
    addSsoConnection(tx, vault, 'OIDC', { accountId: acme, personId: admin, content, secret: null }),
  );
  const open = await database.withIdentity((tx) => openSsoConnection(tx, vault, id));
  if (open === null) throw new Error('The connection was not found.');
  return open;
}
const person = (mail: string, more: Partial<SsoPerson> = {}): SsoPerson => ({
  subject: `subject of ${mail}`,
  mail,
  mailVerified: true,
  name: 'Ada',
  ...more,
});
const complete = (connection: OpenSsoConnection, who: SsoPerson, requireSecondFactor = false) =>
  completeSso(database, connection, who, { requireSecondFactor });
const refusal = (text: string) => ({ kind: 'refused', reason: expect.stringContaining(text) as string });
const member = (email: string, accountId = acme) => addPerson(database, { email, roles: { [accountId]: ['viewer'] } });

describe('a person whom a provider vouches for', () => {
  test('signs in as a member by an address of a verified domain, and later by the subject', async () => {
    const ada = await member('Ada@acme.example');
    const okta = await connect();
    expect(await complete(okta, person('ada@ACME.example'))).toEqual({
      kind: 'signed-in',
      personId: ada,
      amr: ['sso'],
    });
    const renamed = person('other@elsewhere.example', { subject: 'subject of ada@ACME.example', mailVerified: false });
    expect(await complete(okta, renamed)).toMatchObject({ personId: ada });
    expect(await complete(okta, person('ada@acme.example', { subject: 'somebody else' }))).toEqual(
      refusal('has another user with the address'),
    );
    const { rows } = await database.withAccount(acme, (tx) =>
      sql`select kind, person_id, after from audit_entry where target_id = ${okta.id}::uuid order by created`.execute(
        tx,
      ),
    );
    expect(rows).toMatchObject([
      { kind: 'sign_in_failed', person_id: null, after: { method: 'sso', email: 'ada@acme.example' } },
    ]);
  });

  test('never takes over somebody of another account', async () => {
    const okta = await connect({ default_role: 'viewer', trusts_email: true });
    await member('boss@globex.example', globex);
    await member('contractor@acme.example', globex);
    expect(await complete(okta, person('boss@globex.example'))).toEqual(refusal('does not lie in a verified domain'));
    expect(await complete(okta, person('contractor@acme.example'))).toEqual(refusal('belongs to somebody outside'));
    const { rows } = await database.withIdentity((tx) =>
      sql`select from person_identity where connection_id = ${okta.id}::uuid`.execute(tx),
    );
    expect(rows).toEqual([]);
  });

  test('joins with the roles of an invitation whose inviter may still grant them', async () => {
    const okta = await connect();
    const [lead, former] = [
      await addPerson(database, { email: 'lead@acme.example', roles: { [acme]: ['cs'] } }),
      await member('former@acme.example'),
    ];
    const invite = (email: string, invitedBy: string) =>
      database.withAdmin({ personId: invitedBy, name: 'invite', requestId: '', accountId: acme }, (tx) =>
        storeInvitation(tx, { accountId: acme, email, name: 'New', roles: ['operator', 'viewer'], invitedBy }),
      );
    await invite('invited@acme.example', lead);
    await invite('refused@acme.example', former);
    const joined = await complete(okta, person('Invited@acme.example'));
    expect(joined).toMatchObject({ kind: 'signed-in' });
    expect(await complete(okta, person('refused@acme.example'))).toEqual(refusal('was not added to the account'));
    const { rows } = await database.withIdentity((tx) =>
      sql`
        select m.role, (select count(*)::int from invitation where account_id = ${acme}::uuid) as open
        from membership m where m.person_id = ${joined.kind === 'signed-in' ? joined.personId : null}::uuid order by m.role
      `.execute(tx),
    );
    expect(rows).toEqual(['operator', 'viewer'].map((role) => ({ role, open: 1 })));
  });

  test.each([
    ['no address', { mail: null }, 'sent no email address'],
    ['an address that the provider has not verified', { mailVerified: false }, 'has not verified the address'],
    ['an address of which the provider says nothing', { mailVerified: null }, 'has not verified the address'],
    [
      'an address of a domain that is not verified',
      { mail: 'eve@pending.example' },
      'does not lie in a verified domain',
    ],
    ['an address of a domain below', { mail: 'eve@mail.acme.example' }, 'does not lie in a verified domain'],
    ['an address whose quoted part names the domain', { mail: '"eve@acme.example"@evil.example' }, 'does not lie'],
    ['an address that was not added', { mail: 'unknown@acme.example' }, 'was not added to the account'],
    ['an address that the database cannot hold', { mail: 'eve\0@acme.example' }, 'sent no email address'],
    ['no subject', { subject: '' }, 'no usable name'],
    ['a subject that the database cannot hold', { subject: 'eve\0' }, 'no usable name'],
  ])('coming with %s is refused', async (_, more, reason) => {
    expect(await complete(await connect(), person('eve@acme.example', more))).toEqual(refusal(reason));
  });

  test('joins with the default role of the connection', async () => {
    const okta = await connect({ default_role: 'viewer', trusts_email: true });
    const first = await complete(
      okta,
      person('new@acme.example', { mailVerified: null, name: ' New\u202e \0Person ' }),
    );
    const { rows } = await database.withIdentity((tx) =>
      sql`select p.email, p.name, m.role, m.account_id from person p join membership m on m.person_id = p.id
        where p.id = ${'personId' in first ? first.personId : null}::uuid`.execute(tx),
    );
    expect(rows).toEqual([{ email: 'new@acme.example', name: 'New Person', role: 'viewer', account_id: acme }]);
    expect(await complete(okta, person('new@acme.example'))).toEqual(first);
  });

  test('does not come back by signing in after they were removed, deactivated, blocked or deprovisioned', async () => {
    const okta = await connect({ default_role: 'viewer' });
    const ends: readonly (readonly [string, (id: string) => string])[] = [
      ['do not belong to the account', (id) => `delete from membership where person_id = '${id}'`],
      ['were deactivated', (id) => `update person set status = 'deactivated' where id = '${id}'`],
      [
        'was blocked',
        (id) => `update person_identity set blocked = true where person_id = '${id}' and connection_type = 'sso'`,
      ],
      [
        'directory has deactivated',
        (id) => `insert into provisioned_user (account_id, person_id, active) values ('${acme}', '${id}', false)`,
      ],
    ];
    for (const [index, [reason, end]] of ends.entries()) {
      const who = person(`leaver${index}@acme.example`);
      const signed = await complete(okta, who);
      await queryAsSuperuser(url, end('personId' in signed ? signed.personId : ''));
      expect(await complete(okta, who)).toEqual(refusal(reason));
    }
    await queryAsSuperuser(url, `update sso_connection set enabled = false where id = '${okta.id}'`);
    expect(await complete(okta, person('late@acme.example'))).toEqual(refusal('was disabled'));
  });

  test('needs a second factor of the provider where one is required', async () => {
    const okta = await connect({ default_role: 'viewer' });
    const who = person('factor@acme.example');
    expect(await complete(okta, { ...who, amr: ['pwd'] }, true)).toEqual(refusal('did not confirm one'));
    for (const proof of [{ amr: ['pwd', 'mfa'] }, { acr: 'https://refeds.org/profile/mfa' }])
      expect(await complete(okta, { ...who, ...proof }, true)).toMatchObject({
        kind: 'signed-in',
        amr: ['sso', 'mfa'],
      });
  });
});
