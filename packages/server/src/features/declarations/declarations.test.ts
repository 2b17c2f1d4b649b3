import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { createVault } from '../../identity/vault.ts';

const A_TEXT: unknown = expect.any(String);

const server = useGraphqlServer();
const account = useAccount(server);
const client = useClient(server, account, ['viewer']);

test('a declaration shows the status of its key, and none when it needs none', {
  tags: 'proof:declaration-credential',
}, async () => {
  const { accountId, inAccount, rows } = account;
  const key = { name: 'api', type: 'api_token', properties: {}, secrets: { api_token: 't' } };
  await inAccount((tx) => addKey(tx, createVault(randomBytes(32)), accountId, key));
  const script = `
    download ads from {
      type: "http"; key: "api"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
    } using { site: string; };
    upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };`;
  await publishText(server.database, account, script, Date.now());
  await rows(sql`update key set status = 'suspended' returning id`);
  const text = `{ source_bundles { nodes { bundle_name credential { name credential_type status } } }
    export_declarations { nodes { name credential { name } } } }`;
  expect(await client.data(text)).toEqual({
    source_bundles: {
      nodes: [{ bundle_name: 'ads', credential: { name: 'api', credential_type: 'api_token', status: 'suspended' } }],
    },
    export_declarations: { nodes: [{ name: 'ads', credential: null }] },
  });
});

describe('the declarations of the running script', () => {
  const own = useAccount(server);
  const viewer = useClient(server, own, ['viewer']);
  const SCRIPT = `
    download ads from { type: "http"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; }
      using { site: string not null; clicks: integer; };
    download sites from { type: "http"; url: "https://ads.example/sites"; format: "csv"; timezone: "UTC"; } using { site: string; };
    table by_site is select site, sum(clicks) as clicks from ads order by site;
    upload by_site to { type: "file"; path: "by_site/{YYYY-MM-DD}.csv"; };
    upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };`;

  beforeAll(() => publishText(server.database, own, SCRIPT, Date.now()));

  test('name the tables of a download, with columns and readers', async () => {
    const { source_bundles: found } = await viewer.data<{
      source_bundles: { nodes: unknown[] };
    }>(`{ source_bundles(importName: "ads") { nodes {
      bundle_name descriptor tables { id name project status line changelist_id descriptor parameters credential { name }
        schema { name type } exports { name } } } } }`);
    expect(found.nodes).toMatchObject([
      {
        bundle_name: 'ads',
        descriptor: { url: 'https://ads.example/{YYYY-MM-DD}' },
        tables: [
          {
            id: 'ads/ads',
            name: 'ads',
            status: 'active',
            line: 2,
            changelist_id: A_TEXT,
            descriptor: null,
            parameters: { url: 'https://ads.example/{YYYY-MM-DD}' },
            credential: null,
            schema: [
              { name: 'site', type: 'string' },
              { name: 'clicks', type: 'integer' },
            ],
            exports: [{ name: 'ads' }, { name: 'by_site' }],
          },
        ],
      },
    ]);
  });

  test('name the type, the place and the columns of an upload', async () => {
    const { export_declarations: found } = await viewer.data<{ export_declarations: { nodes: unknown[] } }>(
      '{ export_declarations { nodes { name export_type line changelist_id descriptor { truncate table } schema { name } } } }',
    );
    const upload = {
      export_type: 'file',
      changelist_id: A_TEXT,
      descriptor: { truncate: false, table: null },
    };
    expect(found.nodes).toEqual([
      { ...upload, name: 'ads', line: 7, schema: [{ name: 'site' }, { name: 'clicks' }] },
      { ...upload, name: 'by_site', line: 6, schema: [{ name: 'site' }, { name: 'clicks' }] },
    ]);
  });

  test('the declarations of the running script are read one by one, by their names', async () => {
    expect(
      await viewer.data(
        '{ one: export_declaration(name: "by_site") { name line } none: export_declaration(name: "?") { name } }',
      ),
    ).toEqual({ one: { name: 'by_site', line: 6 }, none: null });
  });

  test.each([
    ['can_backfill: true', ['ads']],
    ['can_backfill: false', ['sites']],
    ['importName: "sites"', ['sites']],
    ['importName: "sites", can_backfill: true', []],
    ['project: "nothing"', []],
    ['importName: ""', ['ads', 'sites']],
  ])('the declarations of the running script are filtered by %s', async (filter, expected) => {
    const { source_bundles: found } = await viewer.data<{ source_bundles: { nodes: { bundle_name: string }[] } }>(
      `{ source_bundles(${filter}) { nodes { bundle_name } } }`,
    );
    expect(found.nodes.map(({ bundle_name: name }) => name)).toEqual(expected);
  });
});
