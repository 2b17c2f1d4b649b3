import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addIntegrationRow } from '../../../testing/add-integration.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { createVault } from '../../identity/vault.ts';
import { announceGroups } from '../../pipeline/notices/announce-groups.ts';
import { gatherFailures } from '../../pipeline/notices/gather-failures.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server);
const olivia = useClient(server, account, ['operator'], beforeEach);
const ben = useClient(server, account, ['operator'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);

const vault = createVault(randomBytes(32));
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const later = new Date(Date.now() + 3_600_000).toISOString();
const fail = (minutes: number, purpose = 'backfill', source = 'ads') =>
  addDownload(server.database, account, {
    source,
    status: 'failed',
    failure_code: 'SOURCE_NOT_FOUND',
    finished: ago(minutes),
    purpose,
  });

type Shown = {
  id: string;
  purpose: string;
  work: {
    acknowledged_by: string | null;
    assigned_to: string | null;
    is_mine: boolean;
    snoozed_until: string | null;
    muted_until: string | null;
  };
};
async function list(work: string | null = null, as = olivia): Promise<Shown[]> {
  const data = await as.data<{ incidents: { nodes: Shown[] } }>(
    `query ($account: String, $work: String) { incidents(account: $account, work: $work) { nodes {
      id purpose work { acknowledged_by assigned_to is_mine snoozed_until muted_until } } } }`,
    { account: account.urlName, work },
  );
  return data.incidents.nodes;
}
const act = (input: string, as = olivia) =>
  as.ask(
    `mutation ($id: ID!) { work_incident(id: $id, ${input}) { __typename ... on NotFoundError { message } ... on ConflictError { message } } }`,
    { id },
  );
let id: string;
beforeEach(async () => {
  await fail(30);
  id = (await list())[0]?.id ?? '';
});

describe('an incident', () => {
  it('shows who acknowledged it and who works on it, and its history', async () => {
    await act('act: "acknowledged", note: "The shop is down."');
    await act('act: "assigned"', ben);
    const [incident] = await list();
    expect(incident?.work).toMatchObject({ acknowledged_by: expect.any(String) as unknown, is_mine: false });
    expect(incident?.work.assigned_to).not.toBe(incident?.work.acknowledged_by);
    expect((await list('mine', ben)).map((each) => each.id)).toEqual([id]);
    expect(await list('mine')).toEqual([]);
    expect(await list('unacknowledged')).toEqual([]);
    const { incident_history: history } = await viewer.data<{ incident_history: { acts: unknown } }>(
      `{ incident_history(id: "${id}") { acts { act note } } }`,
    );
    expect(history.acts).toEqual([
      { act: 'assigned', note: null },
      { act: 'acknowledged', note: 'The shop is down.' },
    ]);
  });

  it('leaves the list while it is snoozed, and comes back at its time', async () => {
    await act(`act: "snoozed", until: "${later}"`);
    expect(await list()).toEqual([]);
    expect((await list('snoozed')).map((each) => each.id)).toEqual([id]);
    await account.rows(sql`update incident_work set snoozed_until = now() where account_id = ${account.accountId}`);
    expect((await list()).map((each) => each.id)).toEqual([id]);
    expect(await list('snoozed')).toEqual([]);
  });

  it('comes back when it widens to production', async () => {
    await act('act: "acknowledged"');
    await act(`act: "snoozed", until: "${later}"`);
    await fail(1, 'production');
    const [incident] = await list();
    expect(incident).toMatchObject({ id, purpose: 'production', work: { acknowledged_by: null, snoozed_until: null } });
  });

  it('stays acknowledged while more fails for the same cause, and not once all that people saw is over', async () => {
    const first = await account.rows<{ id: string }>(
      sql`select id from download where account_id = ${account.accountId}`,
    );
    await act('act: "acknowledged"');
    await fail(0);
    expect((await list())[0]?.work.acknowledged_by).not.toBeNull();
    await account.rows(sql`
      update incident_work set updated = now() - interval '10 minutes' where account_id = ${account.accountId}`);
    await account.rows(sql`update download set status = 'completed', failure_code = null where id = ${first[0]?.id}`);
    expect((await list())[0]?.work.acknowledged_by).toBeNull();
  });

  it('keeps the acts of two people who act at the same time', async () => {
    await Promise.all([
      act('act: "acknowledged"'),
      act('act: "assigned"', ben),
      act(`act: "snoozed", until: "${later}"`),
      act('act: "commented", note: "Both."', ben),
    ]);
    expect((await list('snoozed'))[0]?.work).toEqual({
      acknowledged_by: expect.any(String) as unknown,
      assigned_to: expect.any(String) as unknown,
      is_mine: false,
      snoozed_until: later,
      muted_until: null,
    });
  });

  it('comes back when its cause changes, and keeps the acts on the cause that it had', async () => {
    await act(`act: "snoozed", until: "${later}"`);
    await account.rows(
      sql`update download set failure_code = 'SOURCE_AUTH_FAILED' where account_id = ${account.accountId}`,
    );
    const [incident] = await list();
    expect(incident?.id).not.toBe(id);
    expect(incident?.work.snoozed_until).toBeNull();
    expect(await list('snoozed')).toEqual([]);
  });

  it('comes back for a failure of production although an older one lies before the days of lists', async () => {
    await fail(45 * 1440, 'production');
    await act('act: "acknowledged"');
    await fail(1, 'production');
    expect((await list())[0]).toMatchObject({ purpose: 'production', work: { acknowledged_by: null } });
  });
});

describe('a muted incident', () => {
  it('stays in the list with the end, also when other failures of its cause follow, until it is unmuted', async () => {
    await act(`act: "muted", until: "${later}", note: "The shop is rebuilt."`);
    expect((await list())[0]).toMatchObject({ id, work: { muted_until: later } });
    await account.rows(sql`
      update incident_work set updated = now() - interval '2 days' where account_id = ${account.accountId}`);
    await act('act: "acknowledged"');
    expect((await list())[0]?.work).toMatchObject({
      muted_until: later,
      acknowledged_by: expect.any(String) as unknown,
    });
    await act('act: "unmuted"');
    expect((await list())[0]?.work.muted_until).toBeNull();
  });

  it('shows no end that has passed', async () => {
    await act(`act: "muted", until: "${later}"`);
    await account.rows(sql`update incident_work set muted_until = now() where account_id = ${account.accountId}`);
    expect((await list())[0]?.work.muted_until).toBeNull();
  });

  it.each([
    ['without an end', '', 'A mute needs until, a time in the future.'],
    ['that has ended', ', until: "2020-01-01T00:00:00Z"', 'A mute needs until, a time in the future.'],
  ])('a mute %s is refused', async (_, until, message) => {
    const { errors } = await act(`act: "muted"${until}`);
    expect(errors.map((error) => error.message)).toEqual([message]);
  });
});

describe('notices of an incident', () => {
  beforeEach(async () => {
    // Failures are gathered for accounts with a receiver.
    await addIntegrationRow(server.database, vault, account.accountId, [
      { production: true, backfills: true, channel_id: 'c' },
    ]);
    await account.rows(sql`delete from download where account_id = ${account.accountId}`);
    await fail(30);
  });
  const announced = async (now = Date.now()) => {
    while (await gatherFailures(server.database));
    await announceGroups(server.database, now + 60_000, 0);
    const rows = await account.rows<{ said: string }>(sql`
      select kind || ' ' || subject as said from failure_group where announced is not null order by 1`);
    return rows.map(({ said }) => said);
  };

  it('wait until the end of a mute, also for failures that come later', async () => {
    id = (await list())[0]?.id ?? '';
    await act(`act: "muted", until: "${later}"`);
    await account.rows(sql`
      update incident_work set updated = now() - interval '2 days' where account_id = ${account.accountId}`);
    expect(await announced()).toEqual([]);
    await fail(0, 'production');
    expect(await announced()).toEqual([]);
    expect(await announced(Date.parse(later))).toHaveLength(2);
  });

  it('wait until the snooze is ended', async () => {
    await fail(20, 'backfill', 'other');
    await act(`act: "snoozed", until: "${later}"`);
    expect(await announced()).toEqual(['backfills other']);
    await act('act: "woken"');
    expect(await announced()).toEqual(['backfills ads', 'backfills other']);
  });

  it('wait until the time of the snooze', async () => {
    await act(`act: "snoozed", until: "${later}"`);
    expect(await announced()).toEqual([]);
    expect(await announced(Date.parse(later))).toEqual(['backfills ads']);
  });

  it('go out for production while backfills are snoozed', async () => {
    await act(`act: "snoozed", until: "${later}"`);
    await fail(1, 'production');
    expect(await announced()).toEqual(['production ads']);
  });

  it('go out for what fails after all that was snoozed is over', async () => {
    await act(`act: "snoozed", until: "${later}"`);
    expect(await announced()).toEqual([]);
    await account.rows(
      sql`update download set status = 'completed', failure_code = null where account_id = ${account.accountId}`,
    );
    await account.rows(
      sql`update incident_work set updated = now() - interval '5 minutes' where account_id = ${account.accountId}`,
    );
    await fail(1);
    expect(await announced()).toEqual(['backfills ads']);
    expect((await list()).map((each) => each.id)).toEqual([id]);
  });
});

describe('the people to whom an incident can be assigned', () => {
  it('come from the account, by name, page by page and by part of the address', async () => {
    type Page = {
      incident_assignees: {
        nodes: { id: string; email: string }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      };
    };
    const people = (more: string) =>
      olivia.data<Page>(`{ incident_assignees(${more}) { nodes { id email } pageInfo { endCursor hasNextPage } } }`);
    const { incident_assignees: all } = await people('first: 100');
    const first = (await people('first: 2')).incident_assignees;
    const rest = (await people(`first: 100, after: "${first.pageInfo.endCursor}"`)).incident_assignees;
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect([...first.nodes, ...rest.nodes]).toEqual(all.nodes);
    const members = await account.rows<{ id: string }>(sql`
      select person_id as id from membership where account_id = ${account.accountId}`);
    expect(all.nodes.map((each) => each.id).toSorted()).toEqual(members.map((each) => each.id).toSorted());
    const email = all.nodes[0]?.email ?? '';
    expect(
      (await people(`search: "${email.toUpperCase()}"`)).incident_assignees.nodes.map((each) => each.email),
    ).toEqual([email]);
    expect((await act(`act: "assigned", person_id: "${all.nodes.at(-1)?.id}"`)).data).toEqual({
      work_incident: { __typename: 'WorkedIncident' },
    });
  });
});

describe('work that is refused', () => {
  it.each([
    ['a snooze that has ended', 'act: "snoozed", until: "2020-01-01T00:00:00Z"'],
    ['a snooze of a year', `act: "snoozed", until: "${new Date(Date.now() + 365 * 86_400_000).toISOString()}"`],
    ['an unknown act', 'act: "closed"'],
    ['a snooze without an end', 'act: "snoozed"'],
    ['a comment without a text', 'act: "commented", note: " "'],
  ])('refuses %s', async (_, input) => {
    expect((await act(input)).errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_REQUEST']);
  });

  it('refuses people who only view, people of other accounts as assignees, and what has ended', async () => {
    expect((await act('act: "acknowledged"', viewer)).errors).toHaveLength(1);
    const foreign = await addPerson(server.database, { email: newEmail(), roles: { [other.accountId]: ['operator'] } });
    for (const person of [foreign, '0199c0de-0000-7000-8000-000000000000'])
      expect((await act(`act: "assigned", person_id: "${person}"`)).data).toEqual({
        work_incident: { __typename: 'ConflictError', message: 'The person is not in the account.' },
      });
    await account.rows(
      sql`update download set status = 'completed', failure_code = null where account_id = ${account.accountId}`,
    );
    expect((await act('act: "acknowledged"')).data).toMatchObject({ work_incident: { __typename: 'NotFoundError' } });
  });
});
