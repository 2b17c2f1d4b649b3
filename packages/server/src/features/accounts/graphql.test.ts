import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addAccount, addPerson } from '../../../testing/people.ts';

const server = useGraphqlServer();
let acme: string;
let globex: string;
let ada: string;
let support: string;
let admin: string;

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  globex = await addAccount(server.database, 'globex');
  const closed = await addAccount(server.database, 'closed');
  ada = await addPerson(server.database, {
    email: 'ada@acme.test',
    name: 'Ada',
    roles: { [acme]: ['operator', 'viewer'], [globex]: ['cs'], [closed]: ['viewer'] },
  });
  await server.database.withIdentity((tx) =>
    sql`update account set status = 'deactivated', contracted_row_count = null where id = ${closed}`.execute(tx),
  );
  await server.database.withSystem((tx) =>
    sql`update account set contracted_row_count = 1000000, default_deadline_time = '08:00', default_deadline_timezone = 'UTC',
      daily_summary_time = '09:30', daily_summary_timezone = 'Europe/Berlin', daily_summary_recipients = '{a@acme.test}'
      where id = ${acme}`.execute(tx),
  );
  support = await server.tokenOf({}, ['cs']);
  admin = await server.tokenOf({ [acme]: ['cs'] });
});

/** Outside an account the console sends no Account-Uri header. */
const asked = (token: string, text: string, account?: string): Promise<Answer> => ask(server, { token, account }, text);
const REFUSED = { errors: [{ message: 'You do not have access to this.' }] };

describe('administration outside an account', () => {
  test('lists accounts page by page to a person with a global role', async () => {
    const page = (after: string) =>
      `{ accountsV2(first: 1${after}) { nodes { urlName } pageInfo { hasNextPage endCursor } } }`;
    const answer = await asked(support, page(''));
    expect(answer.errors).toEqual([]);
    const first = answer.data as {
      accountsV2: { nodes: unknown; pageInfo: { hasNextPage: boolean; endCursor: string } };
    };
    expect(first.accountsV2).toMatchObject({ nodes: [{ urlName: 'acme' }], pageInfo: { hasNextPage: true } });
    const { data } = await asked(support, page(`, after: "${first.accountsV2.pageInfo.endCursor}"`));
    expect(data).toMatchObject({ accountsV2: { nodes: [{ urlName: 'globex' }], pageInfo: { hasNextPage: false } } });
    const back = `{ accountsV2(last: 1, before: "${first.accountsV2.pageInfo.endCursor}") { nodes { urlName } } }`;
    expect((await asked(support, back)).data).toEqual({ accountsV2: { nodes: [] } });
  });

  test.each([
    ['GLOB', ['globex']],
    ['acm', ['acme']],
    ['closed', []],
    ['%', []],
    ['  ', ['acme', 'globex']],
  ])('finds accounts by part of their name: %o', async (search, expected) => {
    const { data } = await asked(support, `{ accountsV2(search: "${search}") { nodes { urlName } } }`);
    expect(data).toEqual({ accountsV2: { nodes: expected.map((urlName) => ({ urlName })) } });
  });

  test('finds users by part of their name or email', async () => {
    const found = async (search: string) =>
      (await asked(support, `{ users(search: "${search}") { nodes { email } } }`)).data;
    expect(await found('aDA')).toEqual({ users: { nodes: [{ email: 'ada@acme.test' }] } });
    expect(await found('@ACME.test')).toEqual({ users: { nodes: [{ email: 'ada@acme.test' }] } });
    expect(await found('nothing')).toEqual({ users: { nodes: [] } });
  });

  test('shows an account with its settings and granted roles to people who manage its users', async () => {
    const text = `{ account(urlName: "acme") { urlName name contractedRowCount showDownloadSummary defaultDeadline
      dailySummaryTime dailySummaryRecipients users { name email roles } } }`;
    const expected = {
      account: {
        urlName: 'acme',
        name: 'Acme',
        contractedRowCount: 1_000_000,
        showDownloadSummary: true,
        defaultDeadline: '08:00 UTC',
        dailySummaryTime: '09:30 Europe/Berlin',
        dailySummaryRecipients: ['a@acme.test'],
        users: [
          { name: 'Ada', email: 'ada@acme.test', roles: ['operator', 'viewer'] },
          expect.objectContaining({ roles: ['cs'] }),
        ],
      },
    };
    expect((await asked(admin, text)).data).toEqual(expected);
    expect((await asked(support, text)).data).toEqual(expected);
    expect((await asked(support, text, 'globex')).data).toEqual(expected);
  });

  test('refuses another account, the installation and people to those who manage users in one account only', async () => {
    for (const account of [undefined, 'acme']) {
      expect(await asked(admin, '{ account(urlName: "globex") { id } }', account)).toMatchObject(REFUSED);
      expect(await asked(admin, '{ accountsV2 { nodes { id } } }', account)).toMatchObject(REFUSED);
      expect(await asked(admin, '{ users { nodes { id } } }', account)).toMatchObject(REFUSED);
      expect(await asked(admin, `{ userV2(userId: "${ada}") { id } }`, account)).toMatchObject(REFUSED);
    }
  });

  test('a permission in one account gives no access to another in the same operation', async () => {
    const answer = await asked(
      admin,
      '{ mine: account(urlName: "acme") { id } theirs: account(urlName: "globex") { id } }',
    );
    expect(answer.data).toEqual({ mine: { id: acme }, theirs: null });
    expect(answer.errors).toMatchObject([{ message: 'You do not have access to this.' }]);
  });

  test('shows a person with granted roles, active accounts and login methods', async () => {
    const text = `{ userV2(userId: "${ada}") { email name globalRoles accounts { urlName name roles }
      identities { name email connectionType emailVerified blocked } } }`;
    expect((await asked(support, text)).data).toEqual({
      userV2: {
        email: 'ada@acme.test',
        name: 'Ada',
        globalRoles: [],
        accounts: [
          { urlName: 'acme', name: 'Acme', roles: ['operator', 'viewer'] },
          { urlName: 'globex', name: 'Globex', roles: ['cs'] },
        ],
        identities: [
          { name: 'Ada', email: 'ada@acme.test', connectionType: 'password', emailVerified: false, blocked: false },
        ],
      },
    });
    const { data } = await asked(support, '{ users { nodes { email globalRoles } } userV2(userId: "unknown") { id } }');
    expect(data).toEqual({
      users: {
        nodes: [
          { email: 'ada@acme.test', globalRoles: [] },
          { email: 'person1@test.test', globalRoles: ['cs'] },
          { email: 'person2@test.test', globalRoles: [] },
        ],
      },
      userV2: null,
    });
  });

  test('finds no account that is deactivated or unknown', async () => {
    expect(
      (await asked(support, '{ a: account(urlName: "closed") { id } b: account(urlName: "x") { id } }')).data,
    ).toEqual({
      a: null,
      b: null,
    });
  });

  test('records who asked for what', async () => {
    const events = () =>
      server.database.withAdmin(
        { personId: ada, name: 'test', requestId: 'test', accountId: null },
        async (tx) =>
          (
            await sql<{ action: string }>`
              select e.action, e.details, e.request_id, p.email from admin_event e join person p on p.id = e.person_id
              where e.action <> 'test' order by e.created, e.id`.execute(tx)
          ).rows,
      );
    const before = (await events()).length;
    await asked(support, '{ account(urlName: "acme") { id users { name } } }');
    await asked(admin, '{ accountsV2 { nodes { id } } }');
    const by = { email: 'person1@test.test', request_id: 'request-12345' };
    expect((await events()).slice(before)).toEqual([
      { ...by, action: 'account', details: { urlName: 'acme' } },
      { ...by, action: 'Account.users', details: {} },
    ]);
  });
});
