import type { AuditKind } from '@switchboard/model/audit-kinds';
import { sql } from 'kysely';
import type { AuditValues } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import { byId } from '../../graphql/loaders.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';

export type AuditRow = {
  readonly id: string;
  readonly created: Date;
  readonly kind: AuditKind;
  readonly actor: string;
  /** Null for a person who was erased, and for acts of no person. */
  readonly person_name: string | null;
  readonly person_email: string | null;
  /** Name of the service token; null for a person. */
  readonly program: string | null;
  readonly subject_name: string | null;
  readonly subject_email: string | null;
  readonly target_kind: string | null;
  readonly target_name: string | null;
  readonly before: AuditValues;
  readonly after: AuditValues;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly sequence: number;
  readonly hash: string;
};

/** Null and empty lists do not filter. */
export type AuditFilter = {
  readonly kinds: readonly AuditKind[];
  /** Email address of who acted. */
  readonly person: string | null;
  /** Part of the name of a target, or of the name or email address of the person whom the act concerns. */
  readonly target: string | null;
  /** The beginning of a network address. */
  readonly address: string | null;
  readonly after: Date | null;
  readonly before: Date | null;
};

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };
const KINDS = { column: 'kind', type: 'text', sortedBy: ['created'] } as const;

const pattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** One page of the account's audit log, the newest first. */
export async function listAuditEntries(
  tx: Tx,
  accountId: string,
  { kinds, person, target, address, after, before }: AuditFilter,
  page: PageRequest,
): Promise<Placed<AuditRow>[]> {
  const isNamed = (part: string) => sql`(d.target_name ilike ${pattern(part)} or d.subject_id in (
    select id from person where email ilike ${pattern(part)} or name ilike ${pattern(part)}))`;
  const conditions = [
    ...(person === null
      ? []
      : [sql`d.person_id = (select id from person where lower(email) = ${person.toLowerCase()})`]),
    ...(target === null ? [] : [isNamed(target)]),
    ...(address === null ? [] : [sql`starts_with(d.address, ${address})`]),
    ...(after === null ? [] : [sql`d.created >= ${after}`]),
    ...(before === null ? [] : [sql`d.created < ${before}`]),
  ];
  const valueScan = kinds.length === 0 ? {} : { valueScan: { ...KINDS, values: kinds } };
  const filter = { conditions, ...valueScan };
  const query = { table: 'audit_entry', accountId, sort: CREATED, direction: 'DESC', filter } as const;
  return place(await findPage(tx, query, page), (ids) => entriesById(tx, accountId, ids));
}

async function entriesById(tx: Tx, accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AuditRow>> {
  const { rows } = await sql<AuditRow>`
    select c.id, c.created, c.kind, c.actor, p.name as person_name, p.email as person_email, t.name as program,
      s.name as subject_name, s.email as subject_email, c.target_kind, c.target_name, c.before, c.after, c.address,
      c.user_agent, c.request_id, c.sequence, encode(c.hash, 'hex') as hash
    from audit_entry c left join person p on p.id = c.person_id left join person s on s.id = c.subject_id
    left join service_token t on t.account_id = c.account_id and t.id = c.service_token_id
    where c.account_id = ${accountId}::uuid and c.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
}
