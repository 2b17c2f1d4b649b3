import { createSampleProvider, SAMPLE_CLIENT, type SampleProvider } from '@switchboard/sample-provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { obtainTokens, tokenRequests } from '../../../testing/sign-in-window.ts';

const clients = new Map([['sample', { id: SAMPLE_CLIENT.client_id, secret: SAMPLE_CLIENT.client_secret, origin: '' }]]);
const work = useWork({ oauthClients: clients });

let provider: SampleProvider;
let origin = '';
beforeAll(async () => {
  provider = createSampleProvider({ now: Date.now, port: 0 });
  origin = await provider.listen();
  clients.set('sample', { id: SAMPLE_CLIENT.client_id, secret: SAMPLE_CLIENT.client_secret, origin });
});
afterAll(() => provider.close());

/** An account that downloads the sites of the provider with a connected key. */
async function publish(secrets: Readonly<Record<string, string>>): Promise<BuiltAccount> {
  const download = (name: string) => `
    download ${name} from {
      type: "http"; key: "ads"; url: "${origin}/reports/sites?format=csv"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; name: string; };
    table ${name}_table is select site, name from ${name};
    upload ${name}_table to { type: "file"; path: "${name}.csv"; format: "csv"; };`;
  const key = { name: 'ads', type: 'sample_oauth', properties: { hosts: new URL(origin).host }, secrets };
  return work.publish([download('one'), download('two')].join('\n'), [key]);
}

const downloads = (account: BuiltAccount) =>
  work.rows(
    account,
    sql<{ status: string; message: string | null }>`select status, message from download order by source`,
  );

it('renews an access token that the provider rejects, once for all downloads, and completes them', {
  tags: 'proof:oauth-download',
}, async () => {
  const tokens = await obtainTokens(origin, { fault: 'early-expiry' });
  const before = tokenRequests(provider, 'refresh_token');
  const account = await publish(tokens);
  await work.settled(account);
  expect((await downloads(account)).map(({ status }) => status)).toEqual(['completed', 'completed']);
  expect(tokenRequests(provider, 'refresh_token')).toBe(before + 1);
  expect(work.problems).toEqual([]);
});

it('fails with the reason once the access has ended, and the key is suspended', {
  tags: 'proof:oauth-download-revoked',
}, async () => {
  const tokens = await obtainTokens(origin);
  provider.oauth.revokeAll();
  const account = await publish(tokens);
  const reason = 'Credential ads was rejected by the provider (invalid_grant). Reconnect it.';
  await expect
    .poll(() => work.rows(account, sql`select status, suspended_reason from key`))
    .toEqual([{ status: 'suspended', suspended_reason: reason }]);
  const events = await work.rows(
    account,
    sql<{ message: string }>`select message from event where code = 'KEY_ACCESS_ENDED'`,
  );
  expect(events).toEqual([{ message: reason }]);
});
