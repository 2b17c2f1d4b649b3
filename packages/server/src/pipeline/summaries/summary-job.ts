import type { Fault } from '@switchboard/model/faults';
import type { Database } from '../../db/database.ts';
import { repeat } from '../../queue/repeat.ts';
import { queueSummaries } from './queue-summaries.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 15_000;

export type SummaryJobOptions = {
  readonly database: Database;
  readonly fault: Fault;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Writes the daily summaries that are due; the outbox sends them. */
export function startSummaryJob(
  { database, fault, now, onError }: SummaryJobOptions,
  interval = INTERVAL,
): { stop(): Promise<void> } {
  return repeat(interval, async () => void (await queueSummaries(database, now(), fault)), onError);
}
