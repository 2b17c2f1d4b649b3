import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { createVault } from '../../identity/vault.ts';
import { addKey } from '../keys/add-key.ts';

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
