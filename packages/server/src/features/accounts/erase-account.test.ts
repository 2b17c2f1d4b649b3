import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { eraseDueAccounts } from '../../pipeline/erasure/erasure-job.ts';

const DAY_MS = 86_400_000;
const server = useGraphqlServer({ eraseAccountsAfterDays: 30 });
const account = useAccount(server, {}, beforeEach);
const neighbour = useAccount(server);
let support: Client;
let lead: Client;
beforeAll(async () => {
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  lead = createClient(server, {
    token: await server.tokenOf({ [neighbour.accountId]: ['cs'] }),
    account: neighbour.urlName,
  });
});

type Answer = { readonly __typename: string; readonly message?: string; readonly urlName?: string };
async function call(name: 'deactivateAccount' | 'reactivateAccount' | 'eraseAccount', confirmation?: string) {
  const data = await support.data<Readonly<Record<string, Answer>>>(ADMIN_CALLS[name], {
    urlName: account.urlName,
    confirmation,
  });
  return Object.values(data)[0];
}
type Deactivated = {
  readonly urlName: string;
  readonly deactivatedOn: string;
  readonly erasesOn: string;
  readonly isBeingErased: boolean;
};
async function shown(): Promise<Deactivated | undefined> {
  const { deactivatedAccounts } = await support.data<{ deactivatedAccounts: { nodes: Deactivated[] } }>(
    ADMIN_CALLS.deactivatedAccounts,
    { search: account.urlName },
  );
  return deactivatedAccounts.nodes[0];
}
const runJob = (days = 0): Promise<void> =>
  eraseDueAccounts({
    database: server.database,
    store: server.store,
    folders: [],
    afterDays: 30,
    now: () => Date.now() + days * DAY_MS,
    onError: (error) => expect.fail(String(error)),
  });
const kinds = async (): Promise<string[]> => {
  const { meV2 } = await support.data<{ meV2: { id: string } }>('{ meV2 { id } }');
  return (await actsOf(server.database, meV2.id)).map(({ kind }) => kind);
};

describe('a deactivated account', () => {
  test('appears with the time of its erasure', async () => {
    expect(await shown()).toBeUndefined();
    await call('deactivateAccount');
    const row = await shown();
    expect(row).toMatchObject({ urlName: account.urlName, isBeingErased: false });
    expect(Date.parse(row?.erasesOn ?? '') - Date.parse(row?.deactivatedOn ?? '')).toBe(30 * DAY_MS);
  });

  test('stays when it is activated again before its time', async () => {
    await call('deactivateAccount');
    expect(await call('reactivateAccount')).toMatchObject({ __typename: 'Account', urlName: account.urlName });
    await runJob(31);
    expect(await shown()).toBeUndefined();
    const { account: found } = await support.data<{ account: { urlName: string } | null }>(
      'query($urlName: String!) { account(urlName: $urlName) { urlName } }',
      { urlName: account.urlName },
    );
    expect(found).toEqual({ urlName: account.urlName });
    expect(await kinds()).toContain('account_reactivated');
  });

  test('ends only with its url name as confirmation, and then cannot be activated again', async () => {
    expect(await call('eraseAccount', account.urlName)).toMatchObject({ __typename: 'NotFoundError' });
    await call('deactivateAccount');
    expect(await call('eraseAccount', 'another')).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining(account.urlName) as unknown,
    });
    expect(await call('eraseAccount', account.urlName)).toMatchObject({
      __typename: 'DeactivatedAccount',
      isBeingErased: true,
    });
    expect(await call('reactivateAccount')).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('has begun') as unknown,
    });
    expect(await call('eraseAccount', account.urlName)).toMatchObject({ __typename: 'ConflictError' });
    await runJob();
    expect(await shown()).toBeUndefined();
    expect(await kinds()).toContain('account_erased');
    const again = await support.data<{ saveAccountV2: Answer }>(ADMIN_CALLS.saveAccount, {
      name: 'New',
      newUrlName: account.urlName,
    });
    expect(again.saveAccountV2).toMatchObject({ __typename: 'Account', urlName: account.urlName });
  });

  test.each(['eraseAccount', 'reactivateAccount', 'deactivatedAccounts'] as const)(
    'stays out of reach of who administers another account: %s',
    async (name) => {
      await call('deactivateAccount');
      const variables = { urlName: account.urlName, confirmation: account.urlName };
      const { errors } = await lead.ask(ADMIN_CALLS[name], name === 'deactivatedAccounts' ? {} : variables);
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_ALLOWED' } }]);
      expect(await shown()).toMatchObject({ isBeingErased: false });
    },
  );
});
