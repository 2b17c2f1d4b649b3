import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Kinds of files that a run loses. */
export type RemovedFiles = 'raw_files' | 'tables' | 'results' | 'samples' | 'assertion_rows';

const CHANGES = {
  // A download that has not completed fetches them again when it is retried. Those of a completed one say which version it is.
  raw_files: sql`update download set raw_removed = now(), raw = case when status = 'completed' then raw end`,
  tables: sql`update download set tables_removed = now()`,
  samples: sql`update download set samples_removed = now()`,
  results: sql`update upload set result_removed = now()`,
  assertion_rows: sql`update flow set samples_removed = now()`,
} as const satisfies Record<RemovedFiles, unknown>;

/** Records that files of runs were removed. */
export async function recordRemovedFiles(
  tx: Tx,
  accountId: string,
  kind: RemovedFiles,
  ids: readonly string[],
): Promise<void> {
  await sql`${CHANGES[kind]} where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
}
