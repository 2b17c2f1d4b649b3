import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../testing/admin-calls.ts';
import { type Client, createClient } from '../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { addAccount, addPerson } from '../../testing/people.ts';
import { REFUSALS_PER_HOUR } from './record-refusal.ts';

const server = useGraphqlServer();
const NO_ACCESS = 'You do not have access to this.';
let acme: string;
let support: Client;
let lead: Client;
let viewer: Client;

type Act = {
  readonly kind: string;
  readonly person_email: string;
  readonly subject_email: string | null;
  readonly url_name: string | null;
  readonly after: object;
};

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  await addPerson(server.database, { email: 'una@acme.test', roles: { [acme]: ['viewer'] } });
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});
beforeEach(async () => {
  lead = createClient(server, { token: await server.tokenOf({ [acme]: ['cs'] }) });
  viewer = createClient(server, { token: await server.tokenOf({ [acme]: ['viewer'] }) });
});

async function refusalsOf(client: Client): Promise<readonly Act[]> {
  const { meV2 } = await client.data<{ meV2: { email: string } }>('{ meV2 { email } }');
  const variables = { kinds: ['act_refused'], person: meV2.email, first: 100 };
  const { admin_acts: acts } = await support.data<{ admin_acts: { nodes: Act[] } }>(ADMIN_CALLS.acts, variables);
  return acts.nodes;
}

const EDIT = { userEmail: 'una@acme.test', roles: ['operator'], urlNames: ['acme'] };

describe('the audit log of what was refused', () => {
  test('says who was refused what, of whom and where', async () => {
    expect((await viewer.ask(ADMIN_CALLS.saveUser, EDIT)).status).toBe(403);
    expect(await refusalsOf(viewer)).toMatchObject([
      {
        kind: 'act_refused',
        subject_email: 'una@acme.test',
        url_name: 'acme',
        after: { act: 'saveUserV2', reason: NO_ACCESS },
      },
    ]);
  });

  test('records attempts to grant roles that the administrator may not grant', async () => {
    await lead.data(ADMIN_CALLS.saveUser, { ...EDIT, roles: ['viewer', 'tester'] });
    expect(await refusalsOf(lead)).toMatchObject([
      {
        subject_email: 'una@acme.test',
        after: { act: 'saveUserV2', reason: expect.stringContaining('tester') as string },
      },
    ]);
  });

  test('records acts that their transaction refused', async () => {
    await lead.ask(ADMIN_CALLS.saveAccount, { urlName: 'acme', name: 'Mine' });
    expect(await refusalsOf(lead)).toMatchObject([{ url_name: 'acme', after: { act: 'saveAccountV2' } }]);
  });

  test('records refused resets of other users’ passwords', async () => {
    await viewer.ask('mutation { resetAuth0Password(email: "UNA@acme.test") { __typename } }');
    expect(await refusalsOf(viewer)).toMatchObject([
      { subject_email: 'una@acme.test', after: { act: 'resetAuth0Password', reason: NO_ACCESS } },
    ]);
  });

  test('names accounts and people that exist only', async () => {
    const unknown = { userEmail: 'x\0y', roles: ['operator'], urlNames: ['nowhere'] };
    await viewer.ask(ADMIN_CALLS.saveUser, unknown);
    expect(await refusalsOf(viewer)).toMatchObject([{ subject_email: null, url_name: null }]);
  });

  test('the audit log of what was refused is not flooded: of many at once it has the first of the hour, and says that there were more', async () => {
    const aliases = Array.from({ length: 5 }, (_, at) => `a${at}: userV2(userId: "x") { id }`).join(' ');
    await Promise.all(Array.from({ length: 6 }, () => viewer.ask(`{ ${aliases} }`)));
    const acts = await refusalsOf(viewer);
    expect(acts).toHaveLength(REFUSALS_PER_HOUR);
    expect(acts.filter(({ after }) => 'further' in after)).toHaveLength(1);
  });

  test('omits acts that were allowed or invalid', async () => {
    await lead.data(ADMIN_CALLS.saveUser, EDIT);
    await lead.data(ADMIN_CALLS.saveUser, { ...EDIT, roles: [] });
    expect(await refusalsOf(lead)).toEqual([]);
  });
});
