import { randomBytes } from 'node:crypto';
import { connect } from '../../db/connect.ts';
import type { Database } from '../../db/database.ts';
import { addKey } from '../../identity/keys/add-key.ts';
import { mergeProperties } from '../../identity/keys/store-key.ts';
import type { Vault } from '../../identity/vault.ts';

/** The demo's destination: a database of its own beside Switchboard's, with a login for each account. */
const WAREHOUSE = 'warehouse';

/**
 * Makes the warehouse and the accounts' keys to it when they are missing, and moves the keys along when the database
 * has got another port. A key's password is chosen here and known to the vault alone.
 */
export async function prepareWarehouse(
  database: Database,
  vault: Vault,
  embeddedUrl: string,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const { hostname, port } = new URL(embeddedUrl);
  const address = { host: hostname, port: Number(port) };
  const admin = await connect(embeddedUrl);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [WAREHOUSE]);
    if (rowCount === 0) await admin.query(`create database ${WAREHOUSE}`);
    await admin.query(`revoke connect on database ${WAREHOUSE} from public`);
    for (const [urlName, accountId] of accounts) {
      const key = { name: 'warehouse', type: 'sql' };
      const known = await database.withAccount(accountId, (tx) => mergeProperties(tx, accountId, key, address));
      if (known) continue;
      const login = `warehouse_${urlName}`;
      const password = randomBytes(24).toString('hex');
      const { rowCount: logins } = await admin.query('select from pg_roles where rolname = $1', [login]);
      await admin.query(`${logins === 0 ? 'create' : 'alter'} role ${login} login password '${password}'`);
      await admin.query(`grant connect, create on database ${WAREHOUSE} to ${login}`);
      await database.withAccount(accountId, (tx) =>
        addKey(tx, vault, accountId, {
          ...key,
          description: 'The demo’s warehouse: a database beside Switchboard’s own.',
          properties: { dialect: 'postgresql', ...address, user: login, db_name: WAREHOUSE },
          secrets: { password },
        }),
      );
    }
  } finally {
    await admin.end();
  }
}
