import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import type { Vault } from '../src/identity/vault.ts';
import { putFilters, putIntegration } from '../src/pipeline/notices/store-integration.ts';
import { readRows } from './build-account.ts';

type Flags = { production?: boolean; backfills?: boolean; proofs?: boolean; lateUploads?: boolean };
type Row = Flags & Readonly<Record<string, string | boolean>>;

/** Stores a Slack integration, or one of another type, with a filter for each row: its flags, and its receiver. */
export async function addIntegrationRow(
  database: Database,
  vault: Vault,
  accountId: string,
  rows: readonly Row[],
  { type = 'slack', secrets = { token: 'xoxb-sample-1' } }: { type?: string; secrets?: Record<string, string> } = {},
): Promise<{ readonly id: string; readonly filters: readonly string[] }> {
  const id = await database.withAccount(accountId, async (tx) => {
    const content = {
      type,
      publicAuthorization: { team_name: 'Acme Media', name: 'switchboard' },
      configuration: {},
      secrets,
      problem: null,
    };
    const stored = await putIntegration(tx, vault, accountId, { before: null, content, personId: null });
    await putFilters(
      tx,
      accountId,
      stored,
      rows.map(({ production = false, backfills = false, proofs = false, lateUploads = false, ...configuration }) => ({
        id: null,
        production,
        backfills,
        proofs,
        lateUploads,
        configuration,
        problem: null,
      })),
    );
    return stored;
  });
  const filters = await readRows(
    database,
    { accountId },
    sql<{ id: string }>`select id from integration_filter where integration_id = ${id} order by place`,
  );
  return { id, filters: filters.map((filter) => filter.id) };
}
