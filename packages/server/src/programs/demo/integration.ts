import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Vault } from '../../identity/vault.ts';
import { putFilters, putIntegration } from '../../pipeline/notices/store-integration.ts';

/** A token that the stand-in of Slack accepts. */
const TOKEN = 'xoxb-sample-demo';

const channel = (id: string, name: string) => ({
  channel_id: id,
  channel_name: name,
  is_general: false,
  is_member: true,
});

/** Connects an account that has no integration with the stand-in of Slack. */
export async function prepareIntegration(database: Database, vault: Vault, accountId: string): Promise<void> {
  await database.withAccount(accountId, async (tx) => {
    const { rows } = await sql`select 1 from integration limit 1`.execute(tx);
    if (rows.length > 0) return;
    const content = {
      type: 'slack',
      publicAuthorization: { team_name: 'Acme Media', name: 'switchboard' },
      configuration: {},
      secrets: { token: TOKEN },
      problem: null,
    };
    const id = await putIntegration(tx, vault, accountId, { before: null, content, personId: null });
    const none = { id: null, production: false, backfills: false, proofs: false, lateUploads: false, problem: null };
    await putFilters(tx, accountId, id, [
      { ...none, production: true, backfills: true, configuration: channel('C02ALERTS', 'data-alerts') },
      { ...none, lateUploads: true, configuration: channel('C03LATE', 'late-reports') },
    ]);
  });
}
