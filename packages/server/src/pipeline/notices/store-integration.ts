import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { AccountKeyError } from '../../identity/account-keys/account-keys.ts';
import type { Vault } from '../../identity/vault.ts';
import { openIntegrationSecrets, type SealedIntegration } from './integration-secrets.ts';

/** Integrations that an account may have. */
export const MAX_INTEGRATIONS = 50;

/** An integration as it is stored. */
export type StoredIntegration = SealedIntegration & {
  readonly public_authorization: IntegrationValues;
  readonly configuration: IntegrationValues;
  /** The person who saved it last; null for the system. */
  readonly person: string | null;
  readonly updated: Date;
};

/** A filter to store. */
export type StoredFilter = {
  /** Id of an existing filter; null for a new one. */
  readonly id: string | null;
  readonly configuration: IntegrationValues;
  readonly production: boolean;
  readonly backfills: boolean;
  readonly proofs: boolean;
  readonly lateUploads: boolean;
  readonly problem: string | null;
};

const COLUMNS = sql`i.id, i.type, i.version, i.public_authorization, i.configuration, i.secrets, i.wrapped_key, i.master_key_id,
  i.updated, (select name from person p where p.id = i.updated_by) as person`;

/** @param lock until the transaction ends */
export async function readIntegration(
  tx: Tx,
  accountId: string,
  id: string,
  lock = false,
): Promise<StoredIntegration | null> {
  const { rows } = await sql<StoredIntegration>`
    select ${COLUMNS} from integration i where i.account_id = ${accountId}::uuid and i.id = ${id}::uuid
    ${lock ? sql`for update of i` : sql``}`.execute(tx);
  return rows[0] ?? null;
}

export type IntegrationContent = {
  readonly type: string;
  readonly publicAuthorization: IntegrationValues;
  readonly configuration: IntegrationValues;
  readonly secrets: Readonly<Record<string, string>>;
  readonly problem: string | null;
};

/** Stores the content of an integration under a new version; of a new one for `before: null`. Returns its id. */
export async function putIntegration(
  tx: Tx,
  vault: Vault,
  accountId: string,
  {
    before,
    content,
    personId,
  }: {
    readonly before: StoredIntegration | null;
    readonly content: IntegrationContent;
    /** Null for the system. */
    readonly personId: string | null;
  },
): Promise<string> {
  const { type } = content;
  const id = before?.id ?? (await newId(tx));
  const version = (before?.version ?? 0) + 1;
  const sealed =
    Object.keys(content.secrets).length === 0
      ? null
      : await vault.seal({ kind: 'integration', accountId, id, type, version }, content.secrets);
  const columns = sql`public_authorization, configuration, problem, version, secrets, wrapped_key, master_key_id, updated, updated_by`;
  const values = sql`${JSON.stringify(content.publicAuthorization)}::jsonb, ${JSON.stringify(content.configuration)}::jsonb,
    ${content.problem}::text, ${version}::int, ${sealed?.secrets ?? null}::bytea, ${sealed?.wrappedKey ?? null}::bytea,
    ${sealed?.masterKeyId ?? null}::text, now(), ${personId}::uuid`;
  await (before === null
    ? sql`insert into integration (account_id, id, type, created_by, ${columns})
        values (${accountId}::uuid, ${id}::uuid, ${type}, ${personId}::uuid, ${values})`
    : sql`update integration set (${columns}) = row(${values}) where account_id = ${accountId}::uuid and id = ${id}::uuid`
  ).execute(tx);
  return id;
}

async function newId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Replaces the filters of an integration. Those with a known id stay the same filter. */
export async function putFilters(
  tx: Tx,
  accountId: string,
  integrationId: string,
  filters: readonly StoredFilter[],
): Promise<void> {
  const rows = filters.map(({ lateUploads, ...filter }, place) => ({ ...filter, late_uploads: lateUploads, place }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, configuration jsonb, production boolean,
    backfills boolean, proofs boolean, late_uploads boolean, problem text, place int)`;
  const own = sql`account_id = ${accountId}::uuid and integration_id = ${integrationId}::uuid`;
  const kept = filters.flatMap(({ id }) => id ?? []);
  await sql`delete from integration_filter where ${own} and id <> all(${kept}::uuid[])`.execute(tx);
  await sql`
    update integration_filter f set configuration = g.configuration, production = g.production, backfills = g.backfills,
      proofs = g.proofs, late_uploads = g.late_uploads, problem = g.problem, place = g.place
    from ${given} where f.account_id = ${accountId}::uuid and f.integration_id = ${integrationId}::uuid and f.id = g.id
  `.execute(tx);
  await sql`
    insert into integration_filter (account_id, integration_id, configuration, production, backfills, proofs, late_uploads, problem, place)
    select ${accountId}::uuid, ${integrationId}::uuid, g.configuration, g.production, g.backfills, g.proofs, g.late_uploads,
      g.problem, g.place
    from ${given} where g.id is null
  `.execute(tx);
  await sendWaiting(tx, accountId, integrationId);
}

/** Makes notices due that wait for a correction of an integration. */
export async function sendWaiting(tx: Tx, accountId: string, integrationId: string): Promise<void> {
  await sql`
    update notice n set next_attempt = now() from integration_filter f
    where f.account_id = ${accountId}::uuid and f.integration_id = ${integrationId}::uuid
      and n.account_id = f.account_id and n.filter_id = f.id and n.state = 'pending'
  `.execute(tx);
}

export async function countIntegrations(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from integration`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * The secrets of an integration by the name of their field; none when they cannot be opened.
 * @throws AccountKeyError: the key service of the account may open them again
 */
export async function storedSecrets(
  vault: Vault,
  accountId: string,
  row: SealedIntegration,
): Promise<Readonly<Record<string, string>>> {
  try {
    return await openIntegrationSecrets(vault, accountId, row);
  } catch (error) {
    if (error instanceof AccountKeyError) throw error;
    return {};
  }
}

/** Deletes an integration with its filters and notices. */
export async function deleteIntegration(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from integration where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}
