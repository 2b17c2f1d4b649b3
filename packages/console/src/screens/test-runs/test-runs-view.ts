import { choice, text } from '../../lib/address/url-state.ts';

/** The tabs of a test run's drawer, the first by default. */
export const TEST_RUN_TABS = ['downloads', 'uploads', 'events', 'processing', 'differences'] as const;

/** The query parameters of /scripts/tests: the flow whose drawer is open, and its tab. */
export const TEST_RUNS_PARAMETERS = { id: text, currentTab: choice(TEST_RUN_TABS, 'downloads') };

export const NOTHING_OPEN = { id: '', currentTab: 'downloads' } as const;
