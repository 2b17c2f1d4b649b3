import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { ListFilter, SortColumn } from '../../graphql/lists/page-queries.ts';
import { byId } from '../../graphql/loaders.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import { type ActValues, ADMIN_ACT_KINDS, type AdminActKind } from './record-act.ts';

export type AdminActRow = {
  readonly id: string;
  readonly created: Date;
  readonly kind: AdminActKind;
  readonly request_id: string;
  readonly before: ActValues;
  readonly after: ActValues;
  readonly person_name: string;
  readonly person_email: string;
  readonly subject_name: string | null;
  readonly subject_email: string | null;
  readonly account_name: string | null;
  readonly url_name: string | null;
  /** Name of the service token; null for a person. */
  readonly program: string | null;
};

/** Empty texts and null do not filter. */
export type ActFilter = {
  readonly kinds: readonly AdminActKind[];
  /** Url name of the account. */
  readonly account: string | null;
  /** Email address of the administrator. */
  readonly person: string | null;
  /** Email address of the person whom it concerns. */
  readonly subject: string | null;
  readonly after: Date | null;
  readonly before: Date | null;
};

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

/** One page of the acts of administrators that match, the newest first. */
export async function listActs(tx: Tx, filter: ActFilter, page: PageRequest): Promise<Placed<AdminActRow>[]> {
  const { kinds, account, person, subject, after, before } = filter;
  const personWith = (email: string) => sql`(select id from person where lower(email) = ${email.trim().toLowerCase()})`;
  const conditions = [
    ...(account === null ? [] : [sql`d.account_id = (select id from account where url_name = ${account.trim()})`]),
    ...(person === null ? [] : [sql`d.person_id = ${personWith(person)}`]),
    ...(subject === null ? [] : [sql`d.subject_id = ${personWith(subject)}`]),
    ...(after === null ? [] : [sql`d.created >= ${after}`]),
    ...(before === null ? [] : [sql`d.created < ${before}`]),
  ];
  const valueScan = { ...KINDS, values: kinds.length === 0 ? ADMIN_ACT_KINDS : kinds };
  const query = { table: 'audit_entry', accountId: null, sort: CREATED, direction: 'DESC' } as const;
  const list: ListFilter = { conditions, valueScan };
  return place(await findPage(tx, { ...query, filter: list }, page), (ids) => actsById(tx, ids));
}

const KINDS = { column: 'kind', type: 'text', sortedBy: ['created'] } as const;

async function actsById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, AdminActRow>> {
  const { rows } = await sql<AdminActRow>`
    select c.id, c.created, c.kind, c.request_id, c.before, c.after, p.name as person_name, p.email as person_email,
      s.name as subject_name, s.email as subject_email, a.name as account_name, a.url_name, t.name as program
    from audit_entry c join person p on p.id = c.person_id
    left join person s on s.id = c.subject_id left join account a on a.id = c.account_id
    left join service_token t on t.id = c.service_token_id
    where c.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
}
