import pg from 'pg';
import { expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { loadLimitsOf } from './load-limits.ts';

const LIMITS = loadLimitsOf({ person: 1e6, account: 1e6, address: 1e6, previews: 1e6, exports: 1e6, tests: 1e6 });
const few = { burst: 3, perSecond: 1 } as const;
const ME = '{ meV2 { email } }';
const limited = (change: Partial<typeof LIMITS>) =>
  useGraphqlServer({ load: { limits: { ...LIMITS, ...change }, now: () => 0 } });

const byPerson = limited({ person: few });
const byAccount = limited({ account: few });
const byKnownAccount = limited({ account: few });
const byAddress = limited({ address: few });
const byWork = limited({ costly: { ...LIMITS.costly, previews: few, tests: few, exports: few } });
const bySlots = limited({
  slots: {
    ...LIMITS.slots,
    all: 4,
    perGroup: 3,
    waitingPerGroup: 2,
    perCrowded: 3,
    waitingPerCrowded: 2,
    patience: 600_000,
    crowdedPatience: 600_000,
    crowdedRest: 0,
  },
});

function useTwo(server: typeof byPerson) {
  const account = useAccount(server);
  const other = useAccount(server);
  return {
    account,
    first: useClient(server, account, ['developer']),
    second: useClient(server, account, ['developer']),
    stranger: useClient(server, other, ['developer']),
  };
}
const people = useTwo(byPerson);
const accounts = useTwo(byAccount);
const known = useTwo(byKnownAccount);
const addresses = useTwo(byAddress);
const works = useTwo(byWork);
const groups = useTwo(bySlots);

const refusedFor = (seconds: number) => [429, [{ message: `Too many requests. Try again in ${seconds} seconds.` }]];
const REFUSED = refusedFor(1);
type Asking = typeof people.first;
const answerOf = async (client: Asking, query = ME) => {
  const { status, errors } = await client.ask(query);
  return [status, errors ?? []];
};

test('a person beyond their rate is refused, and others of the account are not', async () => {
  for (let at = 0; at < 3; at += 1) expect(await answerOf(people.first)).toEqual([200, []]);
  expect(await answerOf(people.first)).toMatchObject(REFUSED);
  expect(await answerOf(people.second)).toEqual([200, []]);
});

test('an account beyond its rate is refused whoever asks, and other accounts are not', async () => {
  await Promise.all([accounts.first, accounts.second, accounts.first].map((client) => client.ask(ME)));
  expect(await answerOf(accounts.first)).toMatchObject(REFUSED);
  expect(await answerOf(accounts.second)).toMatchObject(refusedFor(2));
  expect(await answerOf(accounts.stranger)).toEqual([200, []]);
});

test('an account beyond its rate is refused before the database is read', async () => {
  for (let at = 0; at < 4; at += 1) await known.first.ask(ME);
  const client = new pg.Client({ connectionString: byKnownAccount.databaseUrl });
  await client.connect();
  await client.query('begin; lock table person, account, membership in access exclusive mode');
  expect((await known.first.ask(ME)).status).toBe(429);
  await client.query('rollback');
  await client.end();
});

test('an address beyond its rate is refused before anybody is signed in, with Retry-After and no cache', async () => {
  for (let at = 0; at < 3; at += 1) await fetch(`${byAddress.url}/api/user/login`);
  const refused = await fetch(`${byAddress.url}/api/user/login`);
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
    429,
    '1',
    'no-store',
  ]);
  expect(await answerOf(addresses.first)).toMatchObject(refusedFor(2));
  expect((await fetch(`${byAddress.url}/_heartbeat`)).status).toBe(200);
});

test.each([
  ['previews', 'mutation { preview_table(changelist_id: "x", table: "t", files: []) { __typename } }'],
  ['tests', 'mutation { save_changelist(changelist_id: "x", action: "proof") { __typename } }'],
])('an account that starts too many %s is refused, and still reads', async (_, mutation) => {
  for (let at = 0; at < 3; at += 1) expect((await works.first.ask(mutation)).status).toBe(200);
  expect(await answerOf(works.second, mutation)).toMatchObject(REFUSED);
  expect((await works.stranger.ask(mutation)).status).toBe(200);
  expect(await answerOf(works.first)).toEqual([200, []]);
});

test('an account that exports too often is refused with Retry-After', async () => {
  const get = () =>
    fetch(`${byWork.url}/api/${works.account.urlName}/exportAsCsv?type=events`, {
      headers: { authorization: `Bearer ${works.first.token}`, 'request-id': 'request-12345' },
    });
  for (let at = 0; at < 3; at += 1) await (await get()).text();
  const refused = await get();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
});

test('an account whose requests hang holds up no other account', async () => {
  await Promise.all([groups.first.ask(ME), groups.stranger.ask(ME)]);
  const client = new pg.Client({ connectionString: bySlots.databaseUrl });
  await client.connect();
  await client.query('begin; lock table event in access exclusive mode');
  const EVENTS = '{ events { nodes { id } } }';
  let answered = 0;
  const all = Array.from({ length: 12 }, async () => {
    const { status } = await groups.first.ask(EVENTS);
    answered += 1;
    return status;
  });
  // Three run, two wait, and the others are refused while the table is locked.
  await expect.poll(() => answered).toBe(7);
  expect(await groups.stranger.data('{ credentials { nodes { id } } }')).toEqual({ credentials: { nodes: [] } });
  await client.query('rollback');
  await client.end();
  const statuses = await Promise.all(all);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});
