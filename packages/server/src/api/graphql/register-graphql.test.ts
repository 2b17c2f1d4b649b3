import { connect as connectSocket } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { LARGE_BODIES, sendRefusedBody } from '../../../testing/refused-body.ts';

const server = useGraphqlServer({ production: true });
const account = useAccount(server);
const other = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const developer = useClient(server, account, ['developer']);
const { ask: query } = viewer;

beforeAll(async () => {
  await addDownload(server.database, account);
});

const ME = '{"query":"{ meV2 { email } }"}';
const send = (headers: Record<string, string | null>, body: string | null = ME, method = 'POST') => {
  const all: Record<string, string | null> = {
    'content-type': 'application/json',
    'request-id': 'request-12345',
    authorization: `Bearer ${viewer.token}`,
    ...headers,
  };
  const kept = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  return fetch(`${server.url}/api/graphql`, { method, body, headers: kept });
};

describe('the request', () => {
  test('the request is answered, and never cached', async () => {
    const answer = await send({});
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ data: { meV2: { email: 'person1@test.test' } } });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('request-id')).toBe('request-12345');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'query=%7BmeV2%7Bid%7D%7D'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--x--',
    ],
    ['plain text', 'text/plain', ME],
    ['bare GraphQL', 'application/graphql', '{ meV2 { id } }'],
    ['JSON by another name', 'application/jsonx', ME],
  ])('the request is not read as %s', async (_, type, body) => {
    const answer = await send({ 'content-type': type }, body);
    expect(answer.status).toBe(415);
    expect(await answer.text()).not.toContain('person1');
  });

  test.each([
    ['a list of operations', `[${ME},${ME}]`],
    ['a text', '"{ meV2 { id } }"'],
    ['nothing', 'null'],
    ['no query', '{"variables":{}}'],
    ['a query that is not a string', '{"query":{"a":1}}'],
    ['variables that are not an object', '{"query":"{ meV2 { id } }","variables":[1]}'],
    ['unknown members', '{"query":"{ meV2 { id } }","doc_id":"x"}'],
  ])('the request is refused with %s', async (_, body) => {
    const answer = await send({}, body);
    expect(answer.status).toBe(400);
    const { errors, data } = (await answer.json()) as { errors: unknown[]; data?: unknown };
    expect(errors.length).toBeGreaterThan(0);
    expect(data).toBeUndefined();
  });

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    const answer = await send({}, method === 'GET' ? null : ME, method);
    expect(answer.status).toBe(404);
  });

  test('the request without a Request-ID is refused', { tags: 'proof:request-id-required' }, async () => {
    expect((await send({ 'request-id': null })).status).toBe(400);
  });

  test('the request without a usable token answers 401', { tags: 'proof:request-without-token' }, async () => {
    for (const authorization of [
      null,
      'Bearer x',
      `Basic ${viewer.token}`,
      `Bearer ${viewer.token.slice(0, -4)}AAAA`,
    ]) {
      const answer = await send({ authorization });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_TOKEN' } }] });
    }
  });

  test('a body over the limit is refused', async () => {
    const body = JSON.stringify({ query: '{ meV2 { id } }', variables: { a: 'x'.repeat(1_100_000) } });
    expect((await send({}, body)).status).toBe(413);
  });

  test('a mutation with files has a larger limit, for people who may call it and as the only field', async () => {
    const large = (text: string) => JSON.stringify({ query: text, variables: { a: 'x'.repeat(2_000_000) } });
    const save = 'save_changelist(changelist_id: "x", action: "proof") { __typename }';
    const account_uri = { 'account-uri': account.urlName };
    const own = { ...account_uri, authorization: `Bearer ${developer.token}` };
    const answer = await send(own, large(`mutation { ${save} }`));
    expect(await answer.json()).toEqual({ data: { save_changelist: { __typename: 'NotFoundError' } } });
    expect((await send(account_uri, large(`mutation { ${save} }`))).status).toBe(413);
    expect((await send({ authorization: null }, large(`mutation { ${save} }`))).status).toBe(401);
    const other = 'savePreference(name: "a", value: 1) { name }';
    for (const text of [`mutation { ${save} ${other} }`, '{ meV2 { id } }', `mutation { ${save}`]) {
      const refused = await send(own, large(text));
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_LARGE' } }] });
    }
  });

  const head = (token: string, more: string): string =>
    `POST /api/graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nrequest-id: request-12345\r\n` +
    `authorization: Bearer ${token}\r\naccount-uri: ${account.urlName}\r\n${more}\r\n\r\n`;

  const openSocket = () => connectSocket(Number(new URL(server.url).port), '127.0.0.1');

  /** The first line of the answer to what is written on a connection that stays open. */
  async function firstLine(text: string, socket = openSocket()): Promise<string> {
    socket.write(text);
    try {
      for await (const chunk of socket) return String(chunk).split('\r\n', 1)[0] ?? '';
      return 'closed without an answer';
    } finally {
      socket.destroy();
    }
  }

  test('a large body of a person who may call none of its operations is refused before it is sent', async () => {
    expect(await firstLine(head(viewer.token, 'content-length: 57000000'))).toBe('HTTP/1.1 413 Payload Too Large');
  });

  test.each(LARGE_BODIES)(
    'no more is read of a large body that is refused (%s), and its connection ends',
    async (header, body) => {
      const { answer, bytesRead } = await sendRefusedBody(server.url, [head(viewer.token, header).trimEnd()], body);
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*connection: close/s);
      expect(bytesRead).toBeLessThan(2_500_000);
    },
  );

  test('a body of unknown length is read up to the ordinary limit for a person who may send no more', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    expect(await firstLine(head(viewer.token, 'transfer-encoding: chunked') + chunk.repeat(17))).toBe(
      'HTTP/1.1 413 Payload Too Large',
    );
  });

  test('the third large body of an account at once is refused until one of the others has ended', async () => {
    const sockets = [openSocket(), openSocket(), openSocket()];
    const unsent = head(developer.token, 'content-length: 2000000');
    const first = await Promise.race(sockets.map((socket) => firstLine(unsent, socket)));
    expect(first).toBe('HTTP/1.1 429 Too Many Requests');
    for (const socket of sockets) socket.destroy();
    const own = { 'account-uri': account.urlName, authorization: `Bearer ${developer.token}` };
    const sent = JSON.stringify({ query: 'mutation { preview_table { a } }', variables: { a: 'x'.repeat(1_100_000) } });
    await expect.poll(async () => (await send(own, sent)).status).toBe(400);
  });

  test.each([
    [
      'a variable',
      { query: 'query($n: String) { import_status(name: $n) { nodes { name } } }', variables: { n: 'a\0' } },
      'variables.n',
    ],
    ['the document', { query: String.raw`{ import_status(name: "a\u0000") { nodes { name } } }` }, 'name'],
    [
      'JSON',
      {
        query: 'mutation($v: JSON!) { savePreference(name: "a", value: $v) { name } }',
        variables: { v: { b: ['\ud800'] } },
      },
      'variables.v.b[0]',
    ],
  ])(
    'a text that cannot be stored is the fault of the request, which is shown its place in %s',
    async (_, body, place) => {
      const answer = await send({ 'account-uri': account.urlName }, JSON.stringify(body));
      expect(await answer.text()).toContain(`${place} must not contain`);
      expect(answer.status).toBe(400);
    },
  );

  test('a large body that is not usable JSON is refused as a small one', async () => {
    const own = { 'account-uri': account.urlName, authorization: `Bearer ${developer.token}` };
    const padding = 'x'.repeat(1_100_000);
    const cases = [
      [
        `{"query":"mutation { a }","variables":{"padding":"${padding}","__proto__":{}}}`,
        'must not have names that change prototypes',
      ],
      ['['.repeat(2_000_000), 'valid JSON'],
      [`[${'[],'.repeat(400_000)}[]]`, 'at most 250000 values'],
    ] as const;
    for (const [body, reason] of cases) {
      const refused = await send(own, body);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain(reason);
    }
  });
});

describe('the account', () => {
  const LIST = '{"query":"{ downloads { nodes { id } } }"}';

  test('the account of other people, unknown, and absent accounts answer alike', {
    tags: 'proof:account-not-visible',
  }, async () => {
    const bodies = await Promise.all(
      [other.urlName, 'nothing', '', `${account.urlName},${account.urlName}`].map(async (name) => {
        const answer = await send({ 'account-uri': name }, LIST);
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toMatch(/^403 /);
  });

  test('the account may be omitted only where none is needed', async () => {
    const refused = await send({}, LIST);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ALLOWED' } }] });
    expect((await send({}, ME)).status).toBe(200);
    const hidden = '{"query":"{ meV2 { id } ...a } fragment a on Query { ... { downloads { nodes { id } } } }"}';
    expect((await send({}, hidden)).status).toBe(403);
  });
});

describe('an invalid operation', () => {
  test('an invalid operation is reported without suggestions or the schema', async () => {
    const { errors } = await query('{ downlods { nodes { idd } } }');
    expect(errors[0]?.message).toBe('Cannot query field "downlods" on type "Query".');
    const introspection = await query('{ __schema { types { name } } }');
    expect(introspection.errors[0]?.message).toContain('introspection');
    expect(introspection.data).toBeNull();
    const coerced = await query('query($s: SortColumn) { downloads(sortBy: $s) { nodes { id } } }', { s: 'CREATE' });
    expect(JSON.stringify(coerced.errors)).not.toContain('Did you mean');
    expect(coerced.errors).toHaveLength(1);
  });

  const BAD = {
    'a broken cursor': { text: '{ downloads(after: "abc") { nodes { id } } }', message: 'cursor' },
    'both ends': { text: '{ downloads(first: 1, last: 1) { nodes { id } } }', message: 'first or last' },
    'a page without rows': { text: '{ downloads(first: 0) { nodes { id } } }', message: 'first must be' },
    'an invalid date': {
      text: '{ downloads(report_datetime_after: "2026-02-31") { nodes { id } } }',
      message: 'report_datetime_after',
    },
    'an unknown status': {
      text: '{ downloads(status: ["nope"]) { nodes { id } } }',
      message: 'There is no status nope',
    },
    'an unknown severity': {
      text: '{ events(severities: ["nope"]) { nodes { id } } }',
      message: 'There is no severity nope',
    },
    'a character that no text may have': {
      text: '{ downloads(search: "a\\u0000b") { nodes { id } } }',
      message: 'search',
    },
    'a text that is too long': {
      text: `{ downloads(search: "${'a'.repeat(600)}") { nodes { id } } }`,
      message: 'search',
    },
  };
  test.each(Object.entries(BAD))('%s is a clean BAD_REQUEST', async (_, { text, message }) => {
    const { status, errors, data } = await query(text);
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_REQUEST' });
    expect(status).toBe(400);
    expect(data).toBeNull();
  });

  test('an unexpected error shows the Request-ID and nothing else, and is logged', {
    tags: 'proof:unexpected-error-masked',
  }, async () => {
    await queryAsSuperuser(server.databaseUrl, 'alter table download rename column description to secret_canary');
    try {
      const { errors } = await query('{ downloads { nodes { id } } }');
      expect(errors).toEqual([
        expect.objectContaining({
          message: 'Unknown server error.',
          extensions: { code: 'UNKNOWN_SERVER_ERROR', requestId: 'request-12345' },
        }),
      ]);
      expect(server.log.join('\n')).toContain('does not exist');
    } finally {
      await queryAsSuperuser(server.databaseUrl, 'alter table download rename column secret_canary to description');
    }
  });
});

describe('limits', () => {
  test.each([
    ['aliases', `{ ${Array.from({ length: 40 }, (_, n) => `a${n}: meV2 { id }`).join(' ')} }`, /aliases/],
    ['root fields', `{ ${Array.from({ length: 12 }, () => 'meV2 { id }').join(' ')} }`, /12 root fields/],
    [
      'pages',
      '{ downloads(first: 100) { nodes { parts { source_table { name } } handle { url } progress { completed { rows } estimated { rows } } source_tables { name } } edges { node { parts { source_table { name } } source_tables { name } handle { url } } } } uploads(first: 100) { nodes { inputs { parts { source_table { name } } source_tables { name } } } } }',
      /objects/,
    ],
    ['words', `{ ${'meV2 { id } '.repeat(600)} }`, /token/],
  ])('too many %s are refused before anything runs', async (_, text, message) => {
    const { status, errors, data } = await query(text);
    expect(errors[0]?.message).toMatch(message);
    expect(status).toBe(400);
    expect(data).toBeNull();
  });

  test('a full page of the console is within them', async () => {
    const { errors } = await query(
      `{ downloads(first: 100) { pageInfo { endCursor } nodes { id handle { filename } report_datetime { short }
        progress { completed { rows } estimated { rows } } parts { id source_table { name } } source_tables { name } } } }`,
    );
    expect(errors).toEqual([]);
  });
});

test('a client that disconnects during a request does not affect others', async () => {
  const { port } = new URL(server.url);
  const socket = connectSocket(Number(port), '127.0.0.1');
  socket.write(
    `POST /api/graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"que`,
  );
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.destroy();
  expect((await send({})).status).toBe(200);
  await account.rows(sql`select 1`);
});
