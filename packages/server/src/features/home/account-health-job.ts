import type { Database } from '../../db/database.ts';
import { repeat } from '../../queue/repeat.ts';
import { refreshAccountHealth } from './account-health.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 15_000;

export type AccountHealthJobOptions = {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Keeps the health of every account, for the page over all accounts. */
export function startAccountHealthJob(
  { database, now, onError }: AccountHealthJobOptions,
  interval = INTERVAL,
): { stop(): Promise<void> } {
  return repeat(interval, async () => void (await refreshAccountHealth(database, now)), onError);
}
