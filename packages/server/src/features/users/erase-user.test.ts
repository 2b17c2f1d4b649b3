import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../../testing/admin-calls.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addDownload, addEvent } from '../../../testing/fill-account.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { type FilledAccount, useFilledAccount } from '../../../testing/isolation/use-filled-account.ts';
import { addPerson, canSignIn, newEmail, TEST_PASSWORD } from '../../../testing/people.ts';
import { columnsWith, textColumns } from '../../../testing/privacy/columns-with.ts';
import { OTHER_COLUMNS } from '../../../testing/privacy/other-columns.ts';
import { ERASED_PERSON, PERSONAL_COLUMNS } from '../../../testing/privacy/personal-columns.ts';
import { verifyChains } from '../../audit/verify-chains.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const developer = useClient(server, mine, ['developer']);
const filled: FilledAccount = useFilledAccount(server);
let support: Client;
beforeAll(async () => {
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});

const ERASE = `mutation($userId: ID!) { eraseUser(userId: $userId) { __typename ... on EndedUser { id email name }
  ... on ConflictError { message } ... on NotFoundError { message } } }`;
type Answer = { readonly eraseUser: { readonly __typename: string; readonly message?: string } };
const erase = async (userId: string, by: Client = support): Promise<Answer['eraseUser']> =>
  (await by.data<Answer>(ERASE, { userId })).eraseUser;

/** Tables that keep no row of the person. */
const ERASED_TABLES = [
  'authenticator_app',
  'draft_presence',
  'factor_link',
  'global_role',
  'mail',
  'membership',
  'oauth_sign_in',
  'passkey',
  'person_identity',
  'preference',
  'provisioned_user',
  'recovery_code',
  'sso_break_glass',
];

const kept = Object.entries(PERSONAL_COLUMNS).flatMap(([name, reason]) => (reason === null ? [] : [name]));

test('every column of text is known to hold a trait of a person, or none', async () => {
  const found = (await textColumns(server.databaseUrl)).map(({ table, column }) => `${table}.${column}`);
  const others = Object.entries(OTHER_COLUMNS).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect([...Object.keys(PERSONAL_COLUMNS), ...others].toSorted()).toEqual(found.toSorted());
});

describe('the erasure of a user', () => {
  test('leaves their name and address in no column of the database but those that are kept', async () => {
    const email = newEmail('Erika.Muster');
    const name = 'Erika Mustermann-Quill';
    const id = await addPerson(server.database, { email, name, roles: { [mine.accountId]: ['developer'] } });
    await support.data(ADMIN_CALLS.saveUser, { userEmail: email, userName: 'Erika Q-Renamed' });
    await support.data(ADMIN_CALLS.verifyEmail, { email });
    const { accountId } = mine;
    await queryAsSuperuser(
      server.databaseUrl,
      `update account set daily_summary_recipients = array['other@acme.test', upper('${email}')] where id = '${accountId}';
      insert into mail (kind, person_id, detail) values ('new_device', '${id}', '{"sent_to": "${email}", "name": "${name}"}');
      insert into invitation (account_id, email, name, roles, invited_by)
        values ('${accountId}', '${email}', '${name}', '{viewer}', '${id}');
      insert into provisioned_user (account_id, person_id, external_id, given_name, email, name)
        values ('${accountId}', '${id}', '${email}', '${name}', '${email}', '${name}');
      insert into preference (person_id, name, value) values ('${id}', 'x', '"${email} ${name}"');
      insert into saved_view (account_id, list, owner_id, name, query)
        values ('${accountId}', 'downloads', '${id}', '${name}', '${email}');
      insert into event (account_id, severity, code, message, parameters)
        values ('${accountId}', 'info', 'DRAFT_CREATED', '${name} created the draft A.', '{"person": "${name}", "draft": "A"}'),
          ('${accountId}', 'info', 'DRAFT_COMMENT_RESOLVED', 'Otto resolved a comment of ${name} on the draft A.',
            '{"person": "Otto", "author": "${name}", "draft": "A"}')`,
    );
    for (const [status, ended, code] of [
      ['abandoned', 'Abandoned', 'ABANDONED'],
      ['cancelled', 'Cancelled', 'CANCELLED'],
    ] as const) {
      const downloadId = await addDownload(server.database, mine, { status, message: `${ended} by ${name}` });
      await addEvent(server.database, mine, { code, download_id: downloadId, parameters: { person: name } });
    }
    expect(await columnsWith(server.databaseUrl, email)).toEqual(
      expect.arrayContaining([
        'admin_event.details',
        'person.email',
        'account.daily_summary_recipients',
        'invitation.email',
      ]),
    );
    expect(await erase(id)).toMatchObject({ __typename: 'EndedUser', id });
    for (const text of [email, name, 'Erika Q-Renamed'])
      expect((await columnsWith(server.databaseUrl, text)).filter((column) => !kept.includes(column))).toEqual([]);
    const [person] = await queryAsSuperuser<object>(
      server.databaseUrl,
      'select name, email, status, erased is not null as erased from person where id = $1',
      [id],
    );
    expect(person).toEqual({
      name: ERASED_PERSON,
      email: `erased-${id}@erased.invalid`,
      status: 'deactivated',
      erased: true,
    });
    expect(await mine.rows(sql`select message from event where code like 'DRAFT_C%' order by code`)).toEqual([
      { message: `Otto resolved a comment of ${ERASED_PERSON} on the draft A.` },
      { message: `${ERASED_PERSON} created the draft A.` },
    ]);
    expect(await mine.rows(sql`select message from download order by message`)).toEqual([
      { message: `Abandoned by ${ERASED_PERSON}` },
      { message: `Cancelled by ${ERASED_PERSON}` },
    ]);
    expect(await mine.rows(sql`select daily_summary_recipients as of from account`)).toEqual([
      { of: ['other@acme.test'] },
    ]);
    expect(await canSignIn(server.database, email, TEST_PASSWORD)).toBe(false);
  });

  test('takes their traits out of a row of every table', async () => {
    const { personId, email, accountId } = filled;
    await addPerson(server.database, { email: newEmail('other-lead'), roles: { [accountId]: ['cs'] } });
    expect(await erase(personId)).toMatchObject({ __typename: 'EndedUser' });
    const left = await columnsWith(server.databaseUrl, email);
    expect(left.filter((column) => !kept.includes(column))).toEqual([]);
    for (const table of ERASED_TABLES)
      expect(
        await queryAsSuperuser(server.databaseUrl, `select from ${table} where person_id = $1`, [personId]),
        table,
      ).toEqual([]);
  });

  type Leaving = (person: { readonly id: string; readonly email: string }) => Promise<unknown>;
  const LEAVINGS: readonly (readonly [string, Leaving])[] = [
    ['they belong to', async () => undefined],
    [
      'they were removed from',
      ({ email }) => support.data(ADMIN_CALLS.removeFromAccount, { email, urlName: mine.urlName }),
    ],
    ['they were deactivated in', ({ email }) => support.data(ADMIN_CALLS.removeUser, { email })],
  ];
  test.each(LEAVINGS)(
    'takes their name out of events of an account that %s, which has no other row of them',
    async (_, leave) => {
      const [email, name] = [newEmail('remover'), `Remover ${newEmail('of-contracts')}`];
      const id = await addPerson(server.database, { email, name, roles: { [mine.accountId]: ['operator'] } });
      await addEvent(server.database, mine, { code: 'CONTRACT_REMOVED', parameters: { person: name, name: 'ads' } });
      await leave({ id, email });
      expect(await columnsWith(server.databaseUrl, name)).toContain('event.parameters');
      expect(await erase(id)).toMatchObject({ __typename: 'EndedUser' });
      expect((await columnsWith(server.databaseUrl, name)).filter((column) => !kept.includes(column))).toEqual([]);
    },
  );

  test('happens once when two administrators ask for it at once', async () => {
    const id = await addPerson(server.database, { email: newEmail('twice'), roles: { [mine.accountId]: ['viewer'] } });
    const answers = await Promise.all([erase(id), erase(id)]);
    expect(answers.map(({ __typename }) => __typename).toSorted()).toEqual(['EndedUser', 'NotFoundError']);
    const entries = await queryAsSuperuser(
      server.databaseUrl,
      `select from audit_entry where subject_id = $1 and kind = 'user_erased'`,
      [id],
    );
    expect(entries).toHaveLength(1);
  });

  test('keeps the audit log verifiable, with one entry of the erasure that has no name', async () => {
    const email = newEmail('audited');
    const id = await addPerson(server.database, {
      email,
      name: 'Audited Name',
      roles: { [mine.accountId]: ['viewer'] },
    });
    expect(await erase(id)).toMatchObject({ __typename: 'EndedUser' });
    const entries = await queryAsSuperuser(
      server.databaseUrl,
      `select kind, before, after from audit_entry where subject_id = $1 and kind in ('user_erased', 'user_deactivated') order by id`,
      [id],
    );
    expect(entries).toMatchObject([{ kind: 'user_deactivated' }, { kind: 'user_erased', before: {}, after: {} }]);
    expect(JSON.stringify(entries)).not.toContain(email);
    const problems: unknown[] = [];
    for await (const { accountId, problem } of verifyChains(server.database))
      if (accountId === null || accountId === mine.accountId) problems.push(problem);
    expect(problems).toEqual(problems.map(() => null));
    expect(problems.length).toBeGreaterThan(0);
  });

  test('ends their sessions and tokens at once, and gives the address free', async () => {
    const email = newEmail('again');
    const id = await addPerson(server.database, { email, roles: { [mine.accountId]: ['developer'] } });
    const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
    const client = createClient(server, { token, account: mine.urlName });
    await client.data('mutation { create_service_token(name: "Build", days: 1) { __typename } }');
    expect(await erase(id)).toMatchObject({ __typename: 'EndedUser' });
    expect((await client.ask('{ meV2 { id } }')).status).toBe(401);
    const tokens = await mine.rows<{ revoked: Date | null }>(
      sql`select revoked from service_token where created_by = ${id}::uuid`,
    );
    expect(tokens).toEqual([{ revoked: expect.any(Date) as unknown }]);
    const added = await support.data<{ saveUserV2: { user: { id: string } } }>(ADMIN_CALLS.saveUser, {
      userEmail: email,
      userName: 'Another',
      roles: ['viewer'],
      urlNames: [mine.urlName],
    });
    expect(added.saveUserV2.user.id).not.toBe(id);
    const revived = await support.data<{ saveUserV2: { __typename: string } }>(ADMIN_CALLS.saveUser, {
      userEmail: `erased-${id}@erased.invalid`,
      userName: 'Revived',
      roles: ['viewer'],
      urlNames: [mine.urlName],
    });
    expect(revived.saveUserV2.__typename).toBe('ConflictingEmailError');
  });

  test('refuses oneself, who is erased already, and who lacks the permission', async () => {
    const { meV2 } = await support.data<{ meV2: { id: string } }>('{ meV2 { id } }');
    expect(await erase(meV2.id)).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('Ask another administrator') as unknown,
    });
    const id = await addPerson(server.database, { email: newEmail('once') });
    await erase(id);
    expect(await erase(id)).toMatchObject({ __typename: 'NotFoundError' });
    const other = await addPerson(server.database, { email: newEmail('other') });
    const { errors } = await developer.ask(ERASE, { userId: other });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_ALLOWED' } }]);
  });

  test('refuses the only one who manages users of an account, and says what to do', async () => {
    const id = await addPerson(server.database, {
      email: newEmail('lead'),
      name: 'Lead',
      roles: { [mine.accountId]: ['cs'] },
    });
    const refused = await erase(id);
    expect(refused).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining(`Lead is the only user of ${mine.urlName} who manages users`) as unknown,
    });
    await addPerson(server.database, { email: newEmail('second'), roles: { [mine.accountId]: ['cs'] } });
    expect(await erase(id)).toMatchObject({ __typename: 'EndedUser' });
  });

  test('continues for a user who was only deactivated when it was interrupted', async () => {
    const email = newEmail('halfway');
    const id = await addPerson(server.database, {
      email,
      name: 'Halfway Hannah',
      roles: { [mine.accountId]: ['viewer'] },
    });
    await support.data(ADMIN_CALLS.removeUser, { email });
    const { deactivatedUsers } = await support.data<{ deactivatedUsers: { nodes: { id: string }[] } }>(
      'query($search: String) { deactivatedUsers(search: $search) { nodes { id name email } } }',
      { search: email },
    );
    expect(deactivatedUsers.nodes).toMatchObject([{ id, email }]);
    expect(await erase(id)).toMatchObject({ __typename: 'EndedUser' });
    expect(
      (await columnsWith(server.databaseUrl, 'Halfway Hannah')).filter((column) => !kept.includes(column)),
    ).toEqual([]);
  });
});
