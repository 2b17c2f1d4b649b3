import type { Role } from '@switchboard/model/permissions';
import { SAMPLE_CLIENT, SAMPLE_TOKENS, SLACK_APP } from '@switchboard/sample-provider';
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  type DemoParts,
  type DemoPerson,
  prepareDemo,
  type Settings,
  startDemoTests,
} from '@switchboard/server';
import { startSampleProvider } from './sample-provider.ts';

/** The demo: its people, and the provider that its scripts download from. */
export type Demo = DemoParts & {
  /** Where the sample provider answers. */
  readonly url: string;
  stop(): Promise<void>;
};

/** The account with test runs, and the person who launches them. */
const TESTED = { account: 'acme', email: 'developer@acme.example' };
const EVERYWHERE = 'All accounts';

/** The roles in plain words. */
const ROLE_WORDS: Readonly<Record<Role, string>> = {
  operator: 'Operator: can retry and abandon',
  viewer: 'Viewer: can read only',
  developer: 'Developer: can publish scripts',
  tester: 'Tester: can do everything',
  cs: 'Customer support: can manage people',
  beta_backfill: 'Backfills: can launch backfills',
};

/** Everybody whom the sign-in page offers to be. */
export const DEMO_CHOICES: readonly DemoPerson[] = DEMO_PEOPLE.map(({ email, name, role, account }) => ({
  email,
  name,
  role: ROLE_WORDS[role],
  account: DEMO_ACCOUNTS.find(({ urlName }) => urlName === account)?.name ?? EVERYWHERE,
  password: DEMO_PASSWORD,
}));

const elsewhere = (url: string): { readonly url: string; stop(): Promise<void> } => ({
  url,
  stop: () => Promise.resolve(),
});

/** Starts the provider, unless one runs elsewhere; the rest is made once the database is there. */
export async function startDemo(settings: Settings): Promise<Demo> {
  const provider =
    settings.sampleProviderUrl === null
      ? await startSampleProvider(settings.dataDir)
      : elsewhere(settings.sampleProviderUrl);
  const tokens = Object.fromEntries(Object.entries(SAMPLE_TOKENS).map(([token, account]) => [account, token]));
  return {
    url: provider.url,
    people: DEMO_CHOICES,
    oauthClients: new Map([
      [
        'sample',
        { id: SAMPLE_CLIENT.client_id, secret: SAMPLE_CLIENT.client_secret, origin: new URL(provider.url).origin },
      ],
      ['slack', { id: SLACK_APP.client_id, secret: SLACK_APP.client_secret, origin: null }],
    ]),
    slackApi: `${provider.url}/slack/api`,
    egressAllow: ({ embeddedUrl }) => [
      new URL(provider.url).host,
      ...(embeddedUrl === null ? [] : [new URL(embeddedUrl).host]),
    ],
    prepare: async ({ database, vault, queue, embeddedUrl, log }) => {
      // The demo's warehouse lives in the embedded database server; with another database there are only people.
      if (embeddedUrl === null) return null;
      const days = settings.demoDays;
      const accounts = await prepareDemo({
        database,
        vault,
        embeddedUrl,
        providerUrl: provider.url,
        days,
        tokens,
        ingestDomain: settings.ingest.domain,
        now: Date.now(),
      });
      const accountId = accounts.get(TESTED.account);
      if (accountId === undefined) return null;
      const onError = (error: unknown) => log.warn({ err: error }, 'launching the test runs of the demo');
      return startDemoTests({ database, queue, accountId, email: TESTED.email, onError, now: Date.now });
    },
    stop: () => provider.stop(),
  };
}
