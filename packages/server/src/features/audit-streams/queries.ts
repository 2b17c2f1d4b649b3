import type { StreamType } from '@switchboard/model/audit-streams/stream-address';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';

/** A stream without its secrets. */
export type AuditStreamRow = {
  readonly id: string;
  readonly type: StreamType;
  readonly address: string;
  readonly authority: string | null;
  readonly enabled: boolean;
  readonly has_secrets: boolean;
  readonly version: number;
  readonly sequence: number;
  readonly delivered: Date | null;
  readonly behind: number;
  /** When the oldest entry that was not delivered was written. */
  readonly oldest: Date | null;
  readonly problem: string | null;
  readonly holds_expired: boolean;
  readonly next_attempt: Date;
  readonly created: Date;
  readonly created_by: string | null;
  readonly updated: Date;
  readonly updated_by: string | null;
};

/** The places of a chain have no gaps. */
const STREAM: RawBuilder<unknown> = sql`s.id, s.type, s.address, s.authority, s.enabled, s.secrets is not null as has_secrets,
  s.version, s.sequence, s.delivered, s.problem, s.next_attempt, s.created, s.created_by, s.updated, s.updated_by,
  coalesce((select max(e.sequence) - s.sequence from audit_entry e where e.chain = s.chain and e.sequence > s.sequence), 0)
    as behind,
  (select e.created from audit_entry e where e.chain = s.chain and e.sequence > s.sequence order by e.sequence limit 1)
    as oldest,
  exists (
    select from audit_entry e join audit_retention r on r.chain = (
      select chain from audit_retention where account_id is null or chain = s.chain order by account_id nulls last limit 1)
    where e.chain = s.chain and e.sequence = s.sequence + 1 and e.created < now() - make_interval(days => r.days + 1)
  ) as holds_expired`;

/** The account's streams with these ids. */
export const streamsById: Batch<AuditStreamRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<AuditStreamRow>`
    select ${STREAM} from audit_stream s
    where s.account_id = ${accountId}::uuid and s.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

/** The account's streams, the oldest first. */
export async function listStreams(tx: Tx, accountId: string): Promise<readonly AuditStreamRow[]> {
  const { rows } = await sql<AuditStreamRow>`
    select ${STREAM} from audit_stream s where s.account_id = ${accountId}::uuid order by s.created, s.id`.execute(tx);
  return rows;
}

/** When the oldest entry of the account was written. */
export async function readOldest(tx: Tx, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ created: Date }>`
    select created from audit_entry where chain = ${accountId}::uuid order by sequence limit 1`.execute(tx);
  return rows[0]?.created ?? null;
}
