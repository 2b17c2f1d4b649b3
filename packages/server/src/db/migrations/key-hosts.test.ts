import { expect, it } from 'vitest';
import { useEarlierDatabase } from '../../../testing/hooks/use-earlier-database.ts';

const KEYS: readonly (readonly [name: string, type: string, properties: Readonly<Record<string, string>>])[] = [
  ['unbound', 'api_token', {}],
  ['bound', 'basic', { host: 'API.example.com', username: 'ann' }],
  ['bound to another port', 'api_token', { host: 'api.example.com:8443' }],
  ['verified', 'api_token', { verify_url: 'https://auth.example.com/me', header: 'X-Key' }],
  ['unused', 'api_token', {}],
  ['not a host', 'api_token', { host: 'https://api.example.com/' }],
  ['connected', 'sample_oauth', { host: '127.0.0.1:3201' }],
  ['of a provider', 'shopify', { shop: 'acme' }],
];

const earlier = useEarlierDatabase('key-hosts.sql', async ({ client, ids, insert }) => {
  const account = await insert('account', `insert into account (url_name, name) values ('acme', 'Acme')`);
  for (const [name, type, properties] of KEYS)
    await insert(name, 'insert into key (account_id, name, type, properties) values ($1, $2, $3, $4)', [
      account,
      name,
      type,
      properties,
    ]);
  const source = (key: string, parameters: Readonly<Record<string, unknown>>) => ({
    name: `source of ${key}`,
    key: { id: ids.get(key), name: key },
    parameters,
  });
  const published = [
    source('unbound', {
      url: 'http://127.0.0.1:3201/reports?to=https://other.example/',
      status_url: 'https://Status.example.com:443/{report_id}',
      paging: { urls: ['http://plain.example.com/{YYYY}', 'https://[::1]:8080/', 'https://{host}/x', 'text/csv'] },
    }),
    source('bound', { url: 'https://api.example.com/a', status_url: 'http://api.example.com:8080/' }),
    source('bound to another port', { url: 'https://api.example.com/refused/before' }),
    source('verified', { url: 'https://user@reports.example.com' }),
  ];
  const drafted = [source('unused', { url: 'https://draft.example.com/' })];
  for (const [status, sources] of [
    ['running', published],
    ['draft', drafted],
  ])
    await client.query('insert into changelist (account_id, description, status, plan) values ($1, $2, $2, $3)', [
      account,
      status,
      { version: 1, sources, tables: [], uploads: [] },
    ]);
});

it('keys are bound to the hosts that the published script uses them with, and to those of their verification', async () => {
  const { rows } = await earlier.client.query('select name, properties from key order by id');
  expect(Object.fromEntries(rows.map(({ name, properties }) => [name, properties]))).toEqual({
    unbound: { hosts: '127.0.0.1:3201, [::1]:8080, plain.example.com:80, status.example.com' },
    bound: { username: 'ann', hosts: 'api.example.com, api.example.com:8080' },
    'bound to another port': { hosts: 'api.example.com:8443' },
    verified: {
      verify_url: 'https://auth.example.com/me',
      header: 'X-Key',
      hosts: 'auth.example.com, reports.example.com',
    },
    unused: {},
    'not a host': {},
    connected: { hosts: '127.0.0.1:3201' },
    'of a provider': { shop: 'acme' },
  });
});
