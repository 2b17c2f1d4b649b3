import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, queryAsSuperuser } from '../../../testing/database.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { createVault } from '../../identity/vault.ts';
import { keyFilter, listKeys } from './queries.ts';

const server = useGraphqlServer({ makeDatabase: createDatabase });
const account = useAccount(server);
const elsewhere = useAccount(server);
const crowded = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, elsewhere, ['viewer']);

const SECRET = 'canary-51c2e7';
const MANY = 5_000;

const addRow = (
  of: typeof account,
  name: string,
  { type = 'api_token', status = 'active', description = '' } = {},
): Promise<unknown> =>
  of.rows(sql`insert into key (account_id, name, type, status, description)
    values (${of.accountId}, ${name}, ${type}, ${status}, ${description})`);

beforeAll(async () => {
  await account.inAccount((tx) =>
    addKey(tx, createVault(randomBytes(32)), account.accountId, {
      name: 'warehouse',
      type: 'sql',
      description: 'Holds the orders.',
      properties: { host: 'db.example' },
      secrets: { password: SECRET },
    }),
  );
  await addRow(account, 'partner', { status: 'suspended', description: '100% of the clicks' });
  await addRow(account, 'bucket', { type: 'aws' });
  await addRow(account, 'adsense', { type: 'carrier_pigeon' });
  await addRow(account, 'gone', { status: 'archived' });
  await addRow(elsewhere, 'foreign');
  await crowded.rows(sql`insert into key (account_id, name, type, status)
    select ${crowded.accountId}, 'key ' || n, 'api_token', (array['active', 'suspended', 'archived'])[1 + n % 3]
    from generate_series(1, ${MANY}) n`);
  await queryAsSuperuser(server.databaseUrl, 'vacuum analyze key');
});

type Connection = {
  readonly nodes: readonly { readonly name: string }[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
};

async function read(args = '', by = viewer): Promise<Connection> {
  const found = await by.data<{ credentials: Connection }>(`{ credentials${args === '' ? '' : `(${args})`} {
    nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }`);
  return found.credentials;
}

const names = async (args = '', by = viewer): Promise<string[]> => (await read(args, by)).nodes.map(({ name }) => name);

describe('credentials', () => {
  test('lists the keys of the account by name, without archived and foreign ones', async () => {
    expect(await names()).toEqual(['adsense', 'bucket', 'partner', 'warehouse']);
    expect(await names('', stranger)).toEqual(['foreign']);
  });

  test.each([
    ['credentialTypes: ["sql", "aws"]', ['bucket', 'warehouse']],
    ['credentialTypes: ["nothing"]', []],
    ['credentialTypes: []', ['adsense', 'bucket', 'partner', 'warehouse']],
    ['status: ["suspended"]', ['partner']],
    ['status: ["active"]', ['adsense', 'bucket', 'warehouse']],
    ['status: ["active", "suspended"], credentialTypes: ["api_token"]', ['partner']],
    ['search: "WARE"', ['warehouse']],
    ['search: "orders"', ['warehouse']],
    ['search: "  amazon web "', ['bucket']],
    ['search: "100%"', ['partner']],
    ['search: "_"', ['adsense']],
    ['search: "pigeon"', ['adsense']],
    ['search: "api_token"', []],
    ['search: "e", status: ["suspended"]', ['partner']],
  ])('credentials(%s) lists %j', { tags: 'spec:call-credentials' }, async (args, expected) => {
    expect(await names(args)).toEqual(expected);
  });

  test('returns no secret, and the display name of the type', async () => {
    const { data } = await viewer.ask(
      '{ credentials(search: "warehouse") { nodes { id name credential_type credential_type_name status description } } }',
    );
    const nodes = [
      {
        id: expect.any(String) as unknown,
        name: 'warehouse',
        credential_type: 'sql',
        credential_type_name: 'SQL',
        status: 'active',
        description: 'Holds the orders.',
      },
    ];
    expect(data).toEqual({ credentials: { nodes } });
    expect(JSON.stringify(data)).not.toContain(SECRET);
  });
});

describe('pages of credentials', () => {
  test('follow each other forwards and backwards', { tags: 'spec:call-credentials' }, async () => {
    const first = await read('first: 3');
    expect(first.nodes.map(({ name }) => name)).toEqual(['adsense', 'bucket', 'partner']);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await read(`first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(second.nodes.map(({ name }) => name)).toEqual(['warehouse']);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await read(`last: 2, before: "${second.pageInfo.startCursor}"`);
    expect(back.nodes.map(({ name }) => name)).toEqual(['bucket', 'partner']);
    expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  test('begin nowhere else by the cursor of another account', async () => {
    const { pageInfo } = await read('', stranger);
    expect(await names(`after: "${pageInfo.endCursor}"`)).toEqual(['partner', 'warehouse']);
  });

  test.each([
    ['first: 2, after: "not-a-cursor"', /cursor does not belong/],
    ['first: 2, last: 2', /first or last/],
    ['first: 0', /1 or more/],
    ['status: ["archived"]', /There is no status archived\. Use active, suspended, paused\./],
    [`search: "${'x'.repeat(501)}"`, /search takes at most 500 characters/],
    [`credentialTypes: ["${'x'.repeat(501)}"]`, /credentialTypes takes at most 500 characters/],
    ['search: "\\u0000"', /NUL/],
  ])('pages of credentials are refused for %s', async (args, message) => {
    const { errors } = await viewer.ask(`{ credentials(${args}) { nodes { name } } }`);
    expect(errors.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
    expect(errors[0]?.extensions['code']).toBe('BAD_REQUEST');
  });

  test('pages of credentials are read by an index, not by sorting the keys of the account', async () => {
    const from = { id: crowded.accountId, value: 'key 3' };
    for (const page of [
      { size: 100, backward: false, from, order: 'credentials' },
      { size: 100, backward: true, from: null, order: 'credentials' },
    ]) {
      const plans = await plansOf(server.databaseUrl, crowded.accountId, async (tx) => {
        expect(await listKeys(tx, crowded.accountId, keyFilter({}), page)).toHaveLength(101);
      });
      const nodes = plans.flatMap(nodesOf);
      expect(nodes.map((node) => node['Index Name'])).toContain('key_name');
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    }
  });
});
