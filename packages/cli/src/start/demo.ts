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

/** The demo: its people, and the provider that its scripts download from. */
export type Demo = DemoParts & {
  /** Where the sample provider answers. */
  readonly url: string | null;
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

export async function startDemo(_settings: Settings): Promise<Demo> {
  return {
    url: null,
    people: DEMO_CHOICES,
    egressAllow: ({ embeddedUrl }) => (embeddedUrl === null ? [] : [new URL(embeddedUrl).host]),
    prepare: async ({ database }) => {
      await createDemoPeople(database);
    },
    stop: () => Promise.resolve(),
  };
}
