import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../../testing/admin-calls.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { createDirectory, patchOf } from '../../../testing/directory.ts';
import { addDownload, addEvent, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { columnsWith } from '../../../testing/privacy/columns-with.ts';
import { ERASED_PERSON } from '../../../testing/privacy/personal-columns.ts';
import { addVerifiedDomain } from '../../../testing/sso.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { createScope, inScope } from '../../observe/scope.ts';
import { endCancelled } from '../../pipeline/state/request-cancel.ts';
import { cancelRequestOf } from '../../units/request-unit-cancel.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const lead = useClient(server, mine, ['cs']);
let support: Client;
beforeAll(async () => {
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});

const erase = async (userId: string): Promise<string> =>
  (
    await support.data<{ eraseUser: { __typename: string } }>(
      'mutation($userId: ID!) { eraseUser(userId: $userId) { __typename ... on ConflictError { message } } }',
      { userId },
    )
  ).eraseUser.__typename;
const add = (name: string): Promise<string> =>
  addPerson(server.database, { email: newEmail('named'), name, roles: { [mine.accountId]: ['operator'] } });
const messageOf = async (table: 'download' | 'event' | 'flow' | 'upload', id: string): Promise<string | undefined> =>
  (await mine.rows<{ message: string }>(sql`select message from ${sql.table(table)} where id = ${id}::uuid`))[0]
    ?.message;
const asSender = <T>(personId: string, use: () => Promise<T>): Promise<T> => {
  const scope = createScope('request', {}, null, { address: '192.0.2.1', userAgent: null });
  scope.sender = { personId, serviceTokenId: null };
  return inScope(scope, use);
};

describe('the name of an erased user', () => {
  test('goes as a whole, and not inside of other words', async () => {
    const id = await add('Al');
    const eventId = await addEvent(server.database, mine, {
      code: 'DRAFT_CREATED',
      message: 'Al created the draft Alpha.',
      parameters: { person: 'Al', draft: 'Alpha' },
    });
    await erase(id);
    expect(await messageOf('event', eventId)).toBe(`${ERASED_PERSON} created the draft Alpha.`);
  });

  test('leaves what another person of the same name did', async () => {
    const [id, other] = [await add('Same Name'), await add('Same Name')];
    const created = (personId: string) =>
      asSender(personId, () =>
        server.database.withAccount(mine.accountId, (tx) =>
          recordEvent(tx, {
            accountId: mine.accountId,
            severity: 'info',
            code: 'DRAFT_CREATED',
            parameters: { person: 'Same Name', draft: personId },
          }),
        ),
      );
    await created(id);
    await created(other);
    await erase(id);
    const rows = await mine.rows<{ message: string }>(
      sql`select message from event where parameters ->> 'draft' in (${id}, ${other}) order by created`,
    );
    expect(rows).toEqual([
      { message: `${ERASED_PERSON} created the draft ${id}.` },
      { message: `Same Name created the draft ${other}.` },
    ]);
  });

  test('stays with how a run ended, and with who ended it before its backfill was cancelled', async () => {
    const [bea, ann] = [await add('Bea Backfill'), await add('Ann Abandons')];
    const [{ id: backfillId } = { id: '' }] = await queryAsSuperuser<{ id: string }>(
      server.databaseUrl,
      `insert into backfill (account_id, changelist_id, created_by, cancelled_by, cancelled_on, finished, status, title, start_date, end_date, upload_names, download_names)
        values ('${mine.accountId}', '${mine.changelistId}', '${ann}', '${bea}', now(), now(), 'cancelled', 'A', '2026-11-20', '2026-11-21', '{daily}', '{ads}')
        returning id`,
    );
    const flow = (message: string) =>
      addFlow(server.database, mine, { status: 'ABANDONED', purpose: 'backfill', backfill_id: backfillId, message });
    const cancelled = await flow('Cancelled by Bea Backfill');
    const abandoned = await flow('Abandoned by Ann Abandons');
    await addEvent(server.database, mine, {
      code: 'ABANDONED',
      flow_id: abandoned,
      parameters: { person: 'Ann Abandons' },
    });
    await erase(bea);
    expect(await messageOf('flow', cancelled)).toBe(`Cancelled by ${ERASED_PERSON}`);
    expect(await messageOf('flow', abandoned)).toBe('Abandoned by Ann Abandons');
  });

  test('does not come back from a worker that read it from a requested cancel before', async () => {
    const name = 'Olivia Interleaved';
    const personId = await add(name);
    const flow = await addFlow(server.database, mine);
    const unitId = await addUpload(server.database, mine, flow, { status: 'queued' });
    const unit = { accountId: mine.accountId, unitId };
    await addUnitOf(server.database, mine, unitId, {
      kind: 'upload',
      state: 'ready',
      attempt: 1,
      commit_attempt: 1,
      cancel_requested: 'abandoned',
      cancel_requested_by: name,
      cancel_requested_person: personId,
    });
    const read = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const worker = server.database.withAccount(mine.accountId, async (tx) => {
      const request = await cancelRequestOf(tx, unit);
      read.resolve();
      await goOn.promise;
      if (request !== null) await endCancelled(tx, unit, request);
    });
    await read.promise;
    let erased = false;
    const erasure = erase(personId).finally(() => {
      erased = true;
    });
    const isWaiting = async (): Promise<boolean> =>
      erased ||
      (
        await queryAsSuperuser(
          server.databaseUrl,
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'erase_name_in'`,
        )
      ).length > 0;
    await expect.poll(isWaiting).toBe(true);
    goOn.resolve();
    await worker;
    expect(await erasure).toBe('EndedUser');
    expect(await messageOf('upload', unitId)).toBe(`Abandoned by ${ERASED_PERSON}`);
    expect(await columnsWith(server.databaseUrl, name)).toEqual([]);
  });

  test('stays erased when its owner writes after the erasure has begun', async () => {
    const personId = await add('Late Writer');
    await erase(personId);
    const late = asSender(personId, () =>
      server.database.withAccount(mine.accountId, (tx) =>
        recordEvent(tx, {
          accountId: mine.accountId,
          severity: 'info',
          code: 'DRAFT_CREATED',
          parameters: { person: 'Late Writer', draft: 'A' },
        }),
      ),
    );
    await expect(late).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('does not come back from somebody else who writes it', async () => {
    const [author, actor] = [await add('Erased Author'), await add('Active Actor')];
    await erase(author);
    await asSender(actor, () =>
      server.database.withAccount(mine.accountId, (tx) =>
        recordEvent(tx, {
          accountId: mine.accountId,
          severity: 'info',
          code: 'DRAFT_COMMENT_RESOLVED',
          parameters: { person: 'Active Actor', draft: 'A', author: 'Erased Author' },
          people: { author },
        }),
      ),
    );
    expect(await columnsWith(server.databaseUrl, 'Erased Author')).toEqual([]);
  });
});

const ERASE_ADDRESS = `mutation($email: String!) { eraseAddress(email: $email) { __typename ... on ErasedAddress { email }
  ... on ConflictError { message } ... on NotFoundError { message } } }`;
const eraseAddress = async (email: string): Promise<unknown> =>
  (await support.data<{ eraseAddress: unknown }>(ERASE_ADDRESS, { email })).eraseAddress;

test('an invited address that no user has is erased, and that of a user is refused', async () => {
  const email = newEmail('Invited');
  const invited = await lead.data<{ saveUserV2: { __typename: string } }>(ADMIN_CALLS.saveUser, {
    userEmail: email,
    userName: 'Ina Invited',
    roles: ['viewer'],
    urlNames: [mine.urlName],
  });
  expect(invited.saveUserV2.__typename).not.toContain('Error');
  await queryAsSuperuser(
    server.databaseUrl,
    `update account set daily_summary_recipients = array['other@acme.test', '${email}'] where id = '${mine.accountId}'`,
  );
  const kept = async () =>
    (await columnsWith(server.databaseUrl, email)).filter((column) => !column.startsWith('audit_entry.'));
  expect(await kept()).toEqual(expect.arrayContaining(['invitation.email', 'mail.address']));
  expect(await eraseAddress(email)).toEqual({ __typename: 'ErasedAddress', email });
  expect(await kept()).toEqual([]);
  expect(
    (await columnsWith(server.databaseUrl, 'Ina Invited')).filter((column) => !column.startsWith('audit_entry.')),
  ).toEqual([]);
  expect(await eraseAddress(email)).toMatchObject({ __typename: 'NotFoundError' });
  const user = newEmail('user');
  await addPerson(server.database, { email: user });
  expect(await eraseAddress(user)).toMatchObject({
    __typename: 'ConflictError',
    message: expect.stringContaining('Erase the user') as unknown,
  });
  expect((await lead.ask(ERASE_ADDRESS, { email })).errors).toMatchObject([{ extensions: { code: 'NOT_ALLOWED' } }]);
});

test('an address that a directory replaced is erased with the user', async () => {
  const directory = await createDirectory(server.url, lead);
  await addVerifiedDomain(server, mine.accountId, 'acme.test');
  const former = newEmail('former');
  const id = await addPerson(server.database, {
    email: former,
    name: 'Moved',
    roles: { [mine.accountId]: ['viewer'] },
  });
  await support.data(ADMIN_CALLS.verifyEmail, { email: former });
  await queryAsSuperuser(
    server.databaseUrl,
    `update account set daily_summary_recipients = array['other@acme.test', '${former}'] where id = '${mine.accountId}'`,
  );
  const moved = patchOf({ op: 'replace', path: 'userName', value: `moved-${former}` });
  expect((await directory.send('PATCH', `/Users/${id}`, moved)).status).toBe(200);
  await erase(id);
  const left = await columnsWith(server.databaseUrl, former);
  expect(left.filter((column) => !column.startsWith('audit_entry.'))).toEqual([]);
  expect(await mine.rows(sql`select daily_summary_recipients as of from account`)).toEqual([
    { of: ['other@acme.test'] },
  ]);
});

test('a download that was abandoned through the console loses the name of who did it', async () => {
  const name = 'Dana Downloads';
  const personId = await add(name);
  const downloadId = await addDownload(server.database, mine, { status: 'abandoned', message: `Abandoned by ${name}` });
  await addEvent(server.database, mine, {
    code: 'ABANDONED',
    download_id: downloadId,
    parameters: { person: 'Somebody Renamed' },
    people: { person: personId },
  });
  await erase(personId);
  expect(await messageOf('download', downloadId)).toBe(`Abandoned by ${ERASED_PERSON}`);
});
