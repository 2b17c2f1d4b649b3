import type { Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { auditOrigin } from './record-audit.ts';

export type SupportEntry = {
  readonly personId: string;
  readonly accountId: string;
  /** Held everywhere. */
  readonly roles: readonly Role[];
};

/** Entries that a process remembers, so that it does not ask the database at each request. */
const MAX_REMEMBERED = 5_000;

/** Records people who act in an account by global roles, before they do: once for each person, account and day in UTC. */
export function createSupportRecorder(
  database: Database,
  now: () => number = Date.now,
): (entry: SupportEntry) => Promise<void> {
  const recorded = new Set<string>();
  return async ({ personId, accountId, roles }) => {
    const key = `${new Date(now()).toISOString().slice(0, 10)} ${personId} ${accountId}`;
    if (recorded.has(key)) return;
    const { address, user_agent: userAgent, request_id: requestId } = auditOrigin();
    await database.withIdentity((tx) =>
      sql`select record_support_entry(${personId}::uuid, ${accountId}::uuid, ${[...roles]}::text[], ${requestId}, ${address},
        ${userAgent})`.execute(tx),
    );
    if (recorded.size >= MAX_REMEMBERED) recorded.clear();
    recorded.add(key);
  };
}
