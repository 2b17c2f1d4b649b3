import pg from 'pg';
import { connect } from './connect.ts';
import type { AppliedMigration } from './migrations.ts';

/** PostgreSQL's codes for a table that is missing, and one that this login may not read yet. */
const NOT_YET: readonly (string | undefined)[] = ['42P01', '42501'];

/** Reads which migrations a database has, as a login that need not own it. Empty while it may not read them. */
export async function readApplied(url: string): Promise<readonly AppliedMigration[]> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<AppliedMigration>(
      'select number, name, checksum from schema_migration order by number',
    );
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_YET.includes(error.code)) return [];
    throw error;
  } finally {
    await client.end();
  }
}
