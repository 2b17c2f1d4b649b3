import type { Database } from '../db/database.ts';
import { repeat } from '../queue/repeat.ts';
import { flushRefusals } from './record-refusal.ts';

/** Milliseconds between two rounds, and for which refusals are counted. */
const MINUTE = 60_000;

export type AuditJobOptions = {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Records refusals that were only counted. */
export function startAuditJob({ database, now, onError }: AuditJobOptions): { stop(): Promise<void> } {
  return repeat(MINUTE, async () => void (await flushRefusals(database, new Date(now() - MINUTE))), onError);
}
