import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Removes the references of downloads to their samples and rejected rows. The caller removes the files. */
export async function removeSamples(tx: Tx, accountId: string, downloads: readonly string[]): Promise<void> {
  await sql`
    update download_part set dirty_key = null, new_dirty_key = null, sample_key = null
    where account_id = ${accountId}::uuid and download_id = any(${[...downloads]}::uuid[])`.execute(tx);
}
