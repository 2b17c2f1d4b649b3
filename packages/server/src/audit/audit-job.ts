import type { Database } from '../db/database.ts';
import { repeat } from '../queue/repeat.ts';
import { flushRefusals } from './record-refusal.ts';
import { expireEntries, setRetention } from './retention.ts';

/** Milliseconds between two rounds, and for which refusals are counted. */
const MINUTE = 60_000;
/** Milliseconds between two removals of expired entries. */
const HOUR = 60 * MINUTE;

export type AuditJobOptions = {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Days for which the installation keeps entries; null for ever, undefined for what is stored. */
  readonly retentionDays?: number | null | undefined;
  readonly onError: (error: unknown) => void;
};

/** Records refusals that were only counted, and removes expired entries. */
export function startAuditJob({ database, now, retentionDays, onError }: AuditJobOptions): { stop(): Promise<void> } {
  const refusals = repeat(MINUTE, async () => void (await flushRefusals(database, new Date(now() - MINUTE))), onError);
  const expiry = repeat(
    HOUR,
    async () => {
      if (retentionDays !== undefined) await database.withSystem((tx) => setRetention(tx, null, retentionDays, null));
      await expireEntries(database);
    },
    onError,
  );
  return {
    async stop() {
      await Promise.all([refusals.stop(), expiry.stop()]);
    },
  };
}
