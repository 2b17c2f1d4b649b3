import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../test/build-account.ts';
import { addDownload, addPart } from '../../test/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../test/graphql-server.ts';

let server: GraphqlServer;
let account: BuiltAccount;
let token: string;

beforeAll(async () => {
  server = await startGraphqlServer({ production: true });
  account = await buildAccount(server.database);
  token = await server.tokenOf({ [account.accountId]: ['viewer'] });
  const id = await addDownload(server.database, account);
  await addPart(server.database, account, id);
});
afterAll(() => server.stop());

const send = (init: { headers?: Record<string, string>; body?: string; method?: string }) =>
  fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    body: '{"query":"{ meV2 { id } }"}',
    ...init,
    headers: {
      'content-type': 'application/json',
      'request-id': 'request-1',
      authorization: `Bearer ${token}`,
      ...init.headers,
    },
  });
const query = (text: string, variables = {}) => ask(server, { token, account: account.urlName }, text, variables);

describe('the endpoint', () => {
  test('answers a list with everything in it', async () => {
    const { status, data, errors } = await query('{ downloads { nodes { name parts { name } uploads_hint } } }');
    expect(errors).toEqual([]);
    expect(status).toBe(200);
    expect(data).toEqual({
      downloads: {
        nodes: [
          { name: 'ads', parts: [{ name: 'ads' }], uploads_hint: 'Uploads will appear once downloads are completed.' },
        ],
      },
    });
  });
});
