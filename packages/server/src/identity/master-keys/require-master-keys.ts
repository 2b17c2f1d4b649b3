import { sql } from 'kysely';
import { DatabaseSetupError } from '../../db/connect.ts';
import type { Database } from '../../db/database.ts';
import { keysOf, type MasterKey } from '../../settings/master-key.ts';
import { masterKeyId } from '../seal.ts';
import type { SealedColumn } from './sealed-column.ts';
import { referencesOfKeys } from './wrapped-keys.ts';

/**
 * Checks that each sealed value of the database can be opened by its fingerprint.
 * @throws DatabaseSetupError that names the fingerprint of a master key that was not given
 */
export async function requireMasterKeys(
  database: Database,
  columns: readonly SealedColumn[],
  masterKey: MasterKey,
): Promise<void> {
  const keys = keysOf(masterKey);
  const ids = keys.map((key) => masterKeyId(key));
  for (const { table, column, scope } of columns) {
    const { rows } = await database[scope]((tx) =>
      sql<{ id: string; values: number }>`
        select master_key_id as id, count(*) as values from ${sql.table(table)}
        where ${sql.ref(column)} is not null and master_key_id <> all(${ids}::text[])
        group by master_key_id order by master_key_id limit 1`.execute(tx),
    );
    const [missing] = rows;
    if (missing !== undefined) {
      const reference = (await referencesOfKeys(database)).get(missing.id);
      const named = reference === undefined ? missing.id : `${missing.id} (${reference})`;
      throw new DatabaseSetupError(
        `The master key ${named} is missing: ${missing.values} rows of "${table}" are sealed with it. ` +
          'Add it to MASTER_KEY after the current key, separated by a comma, and run "switchboard keys rotate".',
      );
    }
  }
}
