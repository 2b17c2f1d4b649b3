import { randomUUID } from 'node:crypto';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlSchema } from '../../src/api/schema.ts';
import { connect } from '../../src/db/connect.ts';
import { queryAsSuperuser } from '../../testing/database.ts';
import { createDirectory, patchOf, SCIM_GROUP, SCIM_USER } from '../../testing/directory.ts';
import { useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { idsOf, type OwnedId } from '../../testing/isolation/ids-of.ts';
import { untouchedRows } from '../../testing/isolation/untouched-rows.ts';
import { type FilledAccount, useFilledAccount } from '../../testing/isolation/use-filled-account.ts';
import { routesOf } from '../../testing/routes-of.ts';

const server = useGraphqlServer();
const mine = useFilledAccount(server);
const theirs = useFilledAccount(server);

const isWhole = process.env['TEST_MATRIX'] === 'whole';
let ids: { readonly mine: readonly OwnedId[]; readonly theirs: readonly OwnedId[] } = { mine: [], theirs: [] };
let connection: Client;
let expectUntouched: () => Promise<void>;
let directory = '';
let requestsLeft = 0;
/** The token of a directory. Each has a burst of 300 requests, and the whole matrix asks more often. */
async function directoryToken(): Promise<string> {
  if (requestsLeft === 0) {
    directory = (await createDirectory(server.url, mine.person)).token;
    requestsLeft = 250;
  }
  requestsLeft -= 1;
  return directory;
}
beforeAll(async () => {
  await directoryToken();
  connection = await connect(server.databaseUrl);
  ids = { mine: await idsOf(connection, mine), theirs: await idsOf(connection, theirs) };
  expectUntouched = await untouchedRows(connection, theirs);
});
afterAll(() => connection.end());

/** The account that a request names, and what it names of an account. */
type Named = { readonly urlName: string; readonly id: string; readonly word: string };
type Request = { readonly path: string; readonly body?: unknown; readonly type?: string };

const FILES = ['dirtyrows.csv.gz', 'new_dirtyrows.json.gz', 'first_10_rows', 'result.csv.gz', 'assertion_rows.csv.gz'];
const listed = (field: string): readonly string[] =>
  (graphqlSchema().getQueryType()?.getFields()[field]?.args ?? []).map(({ name }) => name);
const user = (id: string): object => ({ schemas: [SCIM_USER], userName: `${id}@acme.test`, active: true });

/** The requests of each route that name something. A route without any is listed with the reason why. */
const REQUESTS: Readonly<Record<string, string | ((of: Named) => readonly Request[])>> = {
  'GET /api/:account/exportAsCsv': ({ urlName, id, word }) =>
    ['downloads', 'uploads', 'events'].flatMap((type) =>
      listed(type)
        .filter((name) => !/^(?:after|before|first|last|sort\w+)$|_(?:after|before)$/.test(name))
        .map((name) => ({
          path: `/api/${urlName}/exportAsCsv?type=${type}&${name}=${encodeURIComponent(name.endsWith('id') || name === 'around' ? id : word)}`,
        })),
    ),
  'GET /api/:account/export': ({ urlName }) => [{ path: `/api/${urlName}/export` }],
  'GET /api/:account/users/:id/data': ({ urlName, id }) => [{ path: `/api/${urlName}/users/${id}/data` }],
  'GET /api/users/:id/data':
    'Refused to who administers one account, whatever it names: the suite of the data of a user has the answers.',
  'GET /api/:account/files/:file': ({ urlName, id, word }) => [
    ...FILES.map((file) => ({ path: `/api/${urlName}/files/${id}_${file}` })),
    ...[`${word}.csv`, id, `..%2f${id}%2f${word}%2fdirty`].map((file) => ({ path: `/api/${urlName}/files/${file}` })),
  ],
  'GET /api/:account/metrics/sample/flow_sources/download/:id': ({ urlName, id }) => [
    { path: `/api/${urlName}/metrics/sample/flow_sources/download/${id}` },
  ],
  'GET /api/:account/uploads/:id/file': ({ urlName, id }) => [{ path: `/api/${urlName}/uploads/${id}/file` }],
  'PUT /api/:account/imports/:file': ({ urlName, word }) => [
    { path: `/api/${urlName}/imports/${word}.csv`, body: 'a\n1\n', type: 'text/csv' },
  ],
  'GET /api/oauth/callback': ({ id }) => [{ path: `/api/oauth/callback?state=${id}&code=${id}` }],
  'GET /api/scim/v2/Users': ({ id, word }) =>
    [`id eq "${id}"`, `userName eq "${word}@acme.test"`, `externalId eq "${word}"`, `displayName co "${word}"`].map(
      (filter) => ({
        path: `/api/scim/v2/Users?filter=${encodeURIComponent(filter)}`,
      }),
    ),
  'GET /api/scim/v2/Users/:id': ({ id }) => [{ path: `/api/scim/v2/Users/${id}` }],
  'PUT /api/scim/v2/Users/:id': ({ id }) => [{ path: `/api/scim/v2/Users/${id}`, body: user('someone') }],
  'PATCH /api/scim/v2/Users/:id': ({ id }) => [
    { path: `/api/scim/v2/Users/${id}`, body: patchOf({ op: 'replace', path: 'active', value: false }) },
  ],
  'DELETE /api/scim/v2/Users/:id': ({ id }) => [{ path: `/api/scim/v2/Users/${id}` }],
  'GET /api/scim/v2/Groups': ({ id }) => [
    { path: `/api/scim/v2/Groups?filter=${encodeURIComponent(`members.value eq "${id}"`)}` },
  ],
  'GET /api/scim/v2/Groups/:id': ({ id }) => [{ path: `/api/scim/v2/Groups/${id}` }],
  'PUT /api/scim/v2/Groups/:id': ({ id }) => [
    { path: `/api/scim/v2/Groups/${id}`, body: { schemas: [SCIM_GROUP], displayName: 'viewer', members: [] } },
    {
      path: '/api/scim/v2/Groups/viewer',
      body: { schemas: [SCIM_GROUP], displayName: 'viewer', members: [{ value: id }] },
    },
  ],
  'PATCH /api/scim/v2/Groups/:id': ({ id }) => [
    { path: '/api/scim/v2/Groups/viewer', body: patchOf({ op: 'add', path: 'members', value: [{ value: id }] }) },
    { path: '/api/scim/v2/Groups/viewer', body: patchOf({ op: 'remove', path: `members[value eq "${id}"]` }) },
  ],
  'DELETE /api/scim/v2/Groups/:id': ({ id }) => [{ path: `/api/scim/v2/Groups/${id}` }],
  'POST /api/scim/v2/Users':
    'Invites whoever has the address, alike: the suite of access by directories compares the answers.',
  'POST /api/scim/v2/Groups': ({ id, word }) => [
    {
      path: '/api/scim/v2/Groups',
      body: { schemas: [SCIM_GROUP], displayName: `Group of ${word}`, members: [{ value: id }] },
    },
  ],
  'POST /api/scim/v2/Bulk': ({ id }) => [
    {
      path: '/api/scim/v2/Bulk',
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
        Operations: [
          {
            method: 'PATCH',
            path: `/Users/${id}`,
            data: patchOf({ op: 'replace', path: 'displayName', value: 'Another name' }),
          },
        ],
      },
    },
  ],
  'GET /api/scim/v2/ResourceTypes/:id': 'Describes the protocol.',
  'GET /api/scim/v2/ResourceTypes': 'Describes the protocol.',
  'GET /api/scim/v2/Schemas/:id': 'Describes the protocol.',
  'GET /api/scim/v2/Schemas': 'Describes the protocol.',
  'GET /api/scim/v2/ServiceProviderConfig': 'Describes the protocol.',
  'POST /api/console-errors': 'Names nothing.',
  'GET /api/user/login': 'Names nothing.',
  'GET /api/user/data': 'Names nothing.',
};
const ROUTES = Object.entries(REQUESTS).flatMap(([route, requests]) =>
  typeof requests === 'string' ? [] : [{ route, requests }],
);

/** Routes whose answers are alike whatever they name. */
const ALIKE = new Set([
  'GET /api/oauth/callback',
  'PUT /api/:account/imports/:file',
  'DELETE /api/scim/v2/Groups/:id',
  'GET /api/scim/v2/Groups/:id',
  'GET /api/scim/v2/Groups',
]);

/** Status, headers and body of the answer, without what differs between two calls that are alike. */
async function answerTo(route: string, { path, body, type }: Request, of: Named): Promise<string> {
  const isScim = path.startsWith('/api/scim');
  const response = await fetch(`${server.url}${path}`, {
    method: route.split(' ')[0] ?? '',
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${isScim ? await directoryToken() : mine.person.token}`,
      'request-id': 'request-12345',
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect(response.status).not.toBe(401);
  // The cookie to delete has a name derived from the state.
  const { date: _, 'set-cookie': __, ...headers } = Object.fromEntries(response.headers);
  return JSON.stringify([response.status, headers, await response.text()])
    .replaceAll(of.id, 'ID')
    .replaceAll(of.word, 'WORD')
    .replaceAll(of.urlName, 'ACCOUNT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/W\/\\+"[^"\\]+\\+"/g, 'VERSION');
}

const never = (urlName: string): Named => ({
  urlName,
  id: randomUUID(),
  word: `canary${randomUUID().replaceAll('-', '')}`,
});
const uuidsOf = (owned: readonly OwnedId[]): readonly string[] =>
  owned.map(({ id }) => id).filter((id) => id.length === 36);
const named = (urlName: string, { word }: FilledAccount, owned: readonly OwnedId[]): readonly Named[] =>
  uuidsOf(owned).map((id) => ({ urlName, id, word }));

describe('every route that names something', () => {
  test('routes are tried, or listed with the reason why not', () => {
    const found = routesOf(server.app)
      .filter(({ path }) => path.startsWith('/api/') && path !== '/api/graphql')
      .flatMap(({ path, methods }) =>
        methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
      );
    expect(Object.keys(REQUESTS).toSorted()).toEqual(found.toSorted());
    process.stdout.write(`${ROUTES.length} of ${found.length} routes tried with ${uuidsOf(ids.theirs).length} ids\n`);
  });

  test.each(ROUTES)(
    '$route answers what belongs to another account as what never existed',
    async ({ route, requests }) => {
      const tried = new Set<string>();
      const compare = async (foreign: Named, unknown: Named): Promise<void> => {
        const others = requests(unknown);
        for (const [index, request] of requests(foreign).entries()) {
          // What names no id is one request for all of them; an account takes 50 imported files.
          if (tried.has(JSON.stringify(request))) continue;
          tried.add(JSON.stringify(request));
          const answer = await answerTo(route, request, foreign);
          expect([request.path, answer]).toEqual([
            request.path,
            await answerTo(route, others[index] ?? request, unknown),
          ]);
          expect(answer).not.toContain(theirs.word);
        }
      };
      for (const foreign of sampleCells(sampleCells(named(mine.urlName, theirs, ids.theirs), 5), 3))
        await compare(foreign, never(mine.urlName));
      // The account itself, by a person of another one.
      const unknown = { ...never(`account-${randomUUID().slice(0, 8)}`) };
      for (const foreign of named(theirs.urlName, theirs, ids.theirs).slice(0, isWhole ? undefined : 1))
        await compare(foreign, unknown);
      await expectUntouched();
    },
  );

  test.each(ROUTES.filter(({ route }) => !ALIKE.has(route)))(
    '$route reaches what it names in the own account',
    async ({ route, requests }) => {
      const found = new Set<number>();
      // Those of people first where a directory asks, so that few are tried in vain.
      const isOfPeople = ({ table }: OwnedId): boolean => route.includes('/scim/') && /person|user/.test(table);
      const likely = ids.mine.toSorted((a, b) => Number(isOfPeople(b)) - Number(isOfPeople(a)));
      for (const own of named(mine.urlName, mine, likely)) {
        const unknown = never(mine.urlName);
        const others = requests(unknown);
        for (const [index, request] of requests(own).entries()) {
          if (found.has(index)) continue;
          const answer = await answerTo(route, request, own);
          if (answer !== (await answerTo(route, others[index] ?? request, unknown))) found.add(index);
        }
        if (found.size > 0) return;
      }
      expect([...found]).not.toEqual([]);
    },
  );
});
test('a stream of changes has those of the own account alone', async () => {
  const leave = new AbortController();
  const follow = (account: string) =>
    fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'request-id': 'request-12345',
        authorization: `Bearer ${mine.person.token}`,
        'account-uri': account,
      },
      body: JSON.stringify({
        query: 'subscription { changes { downloads { id } uploads { id } events { id } changelists { id } overflow } }',
      }),
    });
  const alike = async (account: string): Promise<unknown> => {
    const response = await follow(account);
    return [response.status, (await response.text()).replaceAll(account, 'ACCOUNT')];
  };
  expect(await alike(theirs.urlName)).toEqual(await alike(`account-${randomUUID().slice(0, 8)}`));

  const response = await follow(mine.urlName);
  const touch = async ({ accountId }: FilledAccount): Promise<void> => {
    for (const [table, column] of [
      ['download', 'message'],
      ['upload', 'message'],
      ['event', 'comment'],
      ['changelist', 'description'],
    ])
      await queryAsSuperuser(
        server.databaseUrl,
        `update ${table} set ${column} = ${column} || '.' where account_id = $1`,
        [accountId],
      );
  };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  // The stream has begun.
  await reader?.read();
  await touch(theirs);
  await touch(mine);
  let text = '';
  while (!text.includes(mine.draftId)) text += (await reader?.read())?.value ?? '';
  leave.abort();
  expect(uuidsOf(ids.theirs).filter((id) => text.includes(id))).toEqual([]);
});
