import { AUDIT_KINDS, isAuditKind } from '@switchboard/model/audit-kinds';
import { sql } from 'kysely';
import type { AuditValues } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import { maskLine } from '../../observe/mask-line.ts';

type Somebody = { readonly id: string; readonly name: string | null; readonly email: string | null };

/** An entry as streams send it. */
export type AuditBody = {
  readonly id: string;
  /** Name of the account in addresses; null for acts of none. */
  readonly account: string | null;
  readonly sequence: number;
  /** ISO 8601 in UTC. */
  readonly created: string;
  readonly kind: string;
  readonly label: string;
  readonly actor: string;
  readonly person: Somebody | null;
  readonly program: string | null;
  readonly subject: Somebody | null;
  readonly target: { readonly kind: string; readonly id: string | null; readonly name: string } | null;
  readonly before: AuditValues;
  readonly after: AuditValues;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly hash: string;
  readonly previous_hash: string;
};

type Row = Omit<AuditBody, 'created' | 'label'> & { readonly created: Date };

/** Reads the entries of a chain behind a place in it, in their order. Values with the shape of a secret are masked. */
export async function readAuditBodies(
  tx: Tx,
  chain: string,
  after: number,
  limit: number,
): Promise<readonly AuditBody[]> {
  const somebody = (alias: string, column: string) => {
    const [table, id] = [sql.table(alias), sql.ref(`e.${column}`)];
    return sql`case when ${id} is null then null
      else jsonb_build_object('id', ${id}, 'name', ${table}.name, 'email', ${table}.email) end`;
  };
  const { rows } = await sql<Row>`
    select e.id, a.url_name as account, e.sequence, e.created, e.kind, e.actor, ${somebody('p', 'person_id')} as person,
      t.name as program, ${somebody('s', 'subject_id')} as subject,
      case when e.target_kind is null then null
        else jsonb_build_object('kind', e.target_kind, 'id', e.target_id, 'name', e.target_name) end as target,
      e.before, e.after, e.address, e.user_agent, e.request_id, encode(e.hash, 'hex') as hash,
      encode(e.previous_hash, 'hex') as previous_hash
    from audit_entry e left join account a on a.id = e.account_id
    left join person p on p.id = e.person_id left join person s on s.id = e.subject_id
    left join service_token t on t.account_id = e.account_id and t.id = e.service_token_id
    where e.chain = ${chain}::uuid and e.sequence > ${after} order by e.sequence limit ${limit}`.execute(tx);
  return rows.map(({ created, kind, ...row }) =>
    maskBody({ ...row, created: created.toISOString(), kind, label: labelOf(kind) }),
  );
}

const labelOf = (kind: string): string => (isAuditKind(kind) ? AUDIT_KINDS[kind].label : kind);

const maskBody = (body: AuditBody): AuditBody => JSON.parse(maskLine(JSON.stringify(body), [])) as AuditBody;
