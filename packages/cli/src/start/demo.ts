import { ROLE_LABELS } from '@switchboard/model';
import {
  createDemoPeople,
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  type DemoParts,
  type DemoPerson,
  type Settings,
} from '@switchboard/server';
import { startSampleProvider } from './sample-provider.ts';

/** The demo: its people, and the provider that its scripts download from. */
export type Demo = DemoParts & {
  /** Where the sample provider answers. */
  readonly url: string;
  stop(): Promise<void>;
};

const EVERYWHERE = 'All accounts';

/** Everybody whom the sign-in page offers to be. */
export const DEMO_CHOICES: readonly DemoPerson[] = DEMO_PEOPLE.map(({ email, name, role, account }) => ({
  email,
  name,
  role: ROLE_LABELS[role],
  account: DEMO_ACCOUNTS.find(({ urlName }) => urlName === account)?.name ?? EVERYWHERE,
  password: DEMO_PASSWORD,
}));

/** Starts the provider; the rest is made once the database is there. */
export async function startDemo(settings: Settings): Promise<Demo> {
  const provider = await startSampleProvider(settings.dataDir);
  return {
    url: provider.url,
    people: DEMO_CHOICES,
    egressAllow: ({ embeddedUrl }) =>
      [provider.url, embeddedUrl].flatMap((url) => (url === null ? [] : [new URL(url).host])),
    prepare: async ({ database }) => {
      await createDemoPeople(database);
    },
    stop: provider.stop,
  };
}
