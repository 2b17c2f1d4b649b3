import { LIMITS } from '@switchboard/model/limits';
import { z } from 'zod';
import { number } from './setting-schemas.ts';

const rate = number(1, 1_000_000);

/** Limits of the requests below `/api`, counted in each process, and of sign-ins, counted in the database. */
export const LOAD_SETTINGS = {
  API_RATE_PERSON: {
    doc: 'Requests a second below `/api` of one person or one service token on average; five seconds’ worth may come at once. More are answered with 429.',
    fallback: '50',
    schema: rate,
  },
  API_RATE_ACCOUNT: { doc: 'The same of one account.', fallback: '100', schema: rate },
  API_RATE_ADDRESS: {
    doc: 'The same of one client address. Behind a proxy that is the address of the proxy.',
    fallback: '500',
    schema: rate,
  },
  API_RATE_PREVIEWS: {
    doc: 'Previews a minute of one account on average; half a minute’s worth may come at once.',
    fallback: '120',
    schema: rate,
  },
  API_RATE_EXPORTS: { doc: 'The same of exports of lists.', fallback: '60', schema: rate },
  SIGN_IN_PAGES: {
    doc: 'Sign-in pages that may be opened at once from one client address; one more every two seconds. More are answered with 429.',
    fallback: '120',
    schema: rate,
  },
  SIGN_IN_FAILURES: {
    doc: 'The same of failed sign-ins; one more every 30 seconds. Known devices are not counted.',
    fallback: '30',
    schema: rate,
  },
  API_RATE_TESTS: { doc: 'The same of test runs of drafts.', fallback: '60', schema: rate },
} as const;

/** How much work runs at once. */
export const WORK_SETTINGS = {
  ACCOUNT_RUNNING_LIMIT: {
    doc: 'Units of work that one account may have running at once, over all processes, where its settings do not say otherwise. A process with the role `scheduler` stores it at its start.',
    fallback: String(LIMITS.runningPerAccount),
    schema: number(1, 1_000),
  },
  KEY_RUNNING_LIMIT: {
    doc: 'The same of units that use one key.',
    fallback: String(LIMITS.runningPerKey),
    schema: number(1, 1_000),
  },
  QUERY_MEMORY_MB: {
    doc: 'Megabytes of memory that one query of a flow may use. What it needs beyond goes to the disk of DATA_DIR, as far as a query can do that. A worker needs so much for each query that it runs at once.',
    fallback: '2048',
    schema: number(256, 1_048_576),
  },
  QUERY_MINUTES: {
    doc: 'Minutes after which a query of a flow is stopped.',
    fallback: '15',
    schema: number(1, 1_440),
  },
  QUERY_SPILL_GB: {
    doc: 'Gigabytes of disk that one query may use beside its memory, and the largest file that it may write. It never spills more than half of what is free on that disk.',
    fallback: '64',
    schema: number(1, 100_000),
  },
  WORKER_POOL: {
    doc: 'Label of the pool of workers that this process belongs to, such as blue, for `switchboard drain --pool`.',
    fallback: '',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'must be letters, digits, dots, dashes and underscores, at most 63'),
  },
  WORKER_CONCURRENCY: { doc: 'Units of work that this process runs at once.', fallback: '4', schema: number(1, 256) },
} as const;

/** Averages: of people, accounts and addresses a second, of costly work a minute. */
export type LoadRates = {
  readonly person: number;
  readonly account: number;
  readonly address: number;
  readonly previews: number;
  readonly exports: number;
  readonly tests: number;
};

/** Limits of one query of a flow. */
export type QueryLimits = { readonly memoryBytes: number; readonly timeoutMs: number; readonly spillBytes: number };

/** Sign-in pages, and failed sign-ins, at once from one address. */
export type SignInBursts = { readonly pages: number; readonly failures: number };
