import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';

export type IntegrationFilterRow = {
  readonly id: string;
  readonly integration_id: string;
  readonly configuration: IntegrationValues;
  readonly production: boolean;
  readonly backfills: boolean;
  readonly proofs: boolean;
  readonly late_uploads: boolean;
  readonly problem: string | null;
};

/** An integration without its secrets. */
export type IntegrationRow = {
  readonly id: string;
  readonly type: string;
  readonly public_authorization: IntegrationValues;
  readonly configuration: IntegrationValues;
  readonly version: number;
  readonly problem: string | null;
  readonly created: Date;
  readonly created_by: string | null;
  readonly updated: Date;
  readonly updated_by: string | null;
  readonly filters: readonly IntegrationFilterRow[];
};

/** The integration of the row `i`, with its filters in their order. */
const COLUMNS = sql`i.id, i.type, i.public_authorization, i.configuration, i.version, i.problem, i.created, i.created_by,
  i.updated, i.updated_by, coalesce((
    select jsonb_agg(to_jsonb(f) order by f.place) from integration_filter f
    where f.account_id = i.account_id and f.integration_id = i.id), '[]') as filters`;

/** The account's integrations with these ids. */
export const integrationsById: Batch<IntegrationRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<IntegrationRow>`
    select ${COLUMNS} from integration i
    where i.account_id = ${accountId}::uuid and i.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

/** One page of the account's integrations, the oldest first. @param hidden types that are left out */
export const listIntegrations = (tx: Tx, accountId: string, hidden: readonly string[], page: PageRequest) =>
  listRows(
    tx,
    {
      table: 'integration',
      accountId,
      sort: CREATED,
      direction: 'ASC',
      filter: { conditions: hidden.length === 0 ? [] : [sql`d.type <> all(${[...hidden]}::text[])`] },
    },
    page,
    integrationsById,
  );
