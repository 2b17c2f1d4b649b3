import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';
import type { RuleValues } from './read-rule.ts';

export type RuleRow = RuleValues & { readonly id: string; readonly match_order: number };

/** An address with its rules in their order. */
export type RecipientRow = { readonly id: string; readonly address: string; readonly rules: readonly RuleRow[] };

const recipientsWhere = (condition: RawBuilder<unknown>) => sql<RecipientRow>`
  select r.id, r.address, coalesce((
    select jsonb_agg(to_jsonb(m) order by m.match_order) from ingest_rule m
    where m.account_id = r.account_id and m.recipient_id = r.id), '[]') as rules
  from ingest_recipient r where r.deleted is null and ${condition}`;

export const recipientsById: Batch<RecipientRow> = async (tx, accountId, ids) => {
  const { rows } = await recipientsWhere(
    sql`r.account_id = ${accountId}::uuid and r.id = any(${[...ids]}::uuid[])`,
  ).execute(tx);
  return byId(rows);
};

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

/** One page of the account's recipients, the oldest first. @param search part of an address; empty for all */
export const listRecipients = (tx: Tx, accountId: string, search: string, page: PageRequest) =>
  listRows(
    tx,
    {
      table: 'ingest_recipient',
      accountId,
      sort: CREATED,
      direction: 'ASC',
      filter: {
        conditions: [
          sql`d.deleted is null`,
          ...(search === '' ? [] : [sql`position(${search.toLowerCase()} in d.address) > 0`]),
        ],
      },
    },
    page,
    recipientsById,
  );

/** The recipient of this address, locked against other changes; undefined when the account has none. */
export async function lockRecipient(tx: Tx, accountId: string, address: string): Promise<RecipientRow | undefined> {
  const locked = await sql`
    select from ingest_recipient where account_id = ${accountId} and address = ${address} and deleted is null for update`.execute(
    tx,
  );
  if (locked.rows.length === 0) return undefined;
  const { rows } = await recipientsWhere(sql`r.account_id = ${accountId} and r.address = ${address}`).execute(tx);
  return rows[0];
}

export const countRecipients = async (tx: Tx, accountId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ingest_recipient where account_id = ${accountId} and deleted is null`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Reserves an address for the account. False when another account has it, or had it. */
export async function claimAddress(tx: Tx, accountId: string, address: string): Promise<boolean> {
  await sql`
    insert into ingest_address (account_id, address) values (${accountId}, ${address}) on conflict (address) do nothing
  `.execute(tx);
  const { rows } = await sql`
    select from ingest_address where account_id = ${accountId} and address = ${address}`.execute(tx);
  return rows.length > 0;
}

/** Adds a recipient; null when the account has one of this address. */
export async function addRecipient(tx: Tx, accountId: string, address: string, person: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into ingest_recipient (account_id, address, created_by, updated_by)
    values (${accountId}, ${address}, ${person}, ${person})
    on conflict (address) where deleted is null do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

export type RecipientChange = { readonly address?: string; readonly deleted?: true; readonly person: string };

/** Records a change of a recipient, or of its rules. */
export async function touchRecipient(tx: Tx, accountId: string, id: string, change: RecipientChange): Promise<void> {
  await sql`
    update ingest_recipient set address = coalesce(${change.address ?? null}, address),
      deleted = case when ${change.deleted ?? false} then now() else deleted end, updated = now(), updated_by = ${change.person}
    where account_id = ${accountId} and id = ${id}`.execute(tx);
}

/** Stores a rule of a recipient: a new one without an id. Returns its id. */
export async function putRule(
  tx: Tx,
  accountId: string,
  recipientId: string,
  { id, ...rule }: RuleValues & { readonly id: string | null; readonly match_order: number },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ingest_rule (account_id, recipient_id, id, match_order, sender_glob, sender_regex, subject_glob, subject_regex, path)
    values (${accountId}, ${recipientId}, coalesce(${id}::uuid, uuidv7()), ${rule.match_order}, ${rule.sender_glob},
      ${rule.sender_regex}, ${rule.subject_glob}, ${rule.subject_regex}, ${rule.path})
    on conflict (account_id, id) do update set sender_glob = excluded.sender_glob, sender_regex = excluded.sender_regex,
      subject_glob = excluded.subject_glob, subject_regex = excluded.subject_regex, path = excluded.path
    returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

export async function deleteRule(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from ingest_rule where account_id = ${accountId} and id = ${id}`.execute(tx);
}

/** Gives rules of a recipient this order. */
export async function orderRules(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update ingest_rule r set match_order = o.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality o(id, place)
    where r.account_id = ${accountId} and r.id = o.id`.execute(tx);
}
