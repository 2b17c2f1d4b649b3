import { type FrozenDates, frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { lockFreezes } from '../state/frozen-dates.ts';

export type FreezeRow = FrozenDates & {
  readonly id: string;
  /** Null for all uploads of the account. */
  readonly upload_name: string | null;
  readonly reason: string;
  readonly frozen_by: string;
  readonly created: Date;
};

/** Freezes of an account, all of which are listed: one that is not could hold results that no list explains. */
export const MAX_FREEZES = 200;

/** How columns of `report_freeze` are read. */
export const FREEZE_COLUMNS = sql`id, upload_name, first_date::text as first, last_date::text as last, reason, frozen_by, created`;

export type FreezeRequest = FrozenDates & {
  readonly accountId: string;
  readonly uploadName: string | null;
  readonly reason: string;
};

type By = { readonly name: string; readonly personId: string };

const subjectText = (name: string | null): string => (name === null ? 'all uploads' : `the upload ${name}`);
const subjectOf = (name: string | null) => (name === null ? {} : { uploadDeclaration: name });

export type Frozen =
  | { readonly kind: 'ok'; readonly freeze: FreezeRow; readonly underWay: number }
  | { readonly kind: 'not_found' | 'exists' | 'full' };

/**
 * Freezes report dates, with event and audit entry. Nothing replaces by itself what was delivered for them.
 * @returns `underWay`: deliveries that had begun, which are finished. `not_found`: the account has no such upload. `exists`: the same
 * dates are frozen already. `full`: the account has as many freezes as are listed
 */
export async function freezeDates(tx: Tx, request: FreezeRequest, by: By): Promise<Frozen> {
  const { accountId, uploadName, first, last, reason } = request;
  if (uploadName !== null) {
    const found = await sql`
      select from upload_declaration where account_id = ${accountId} and name = ${uploadName} and status <> 'removed'
    `.execute(tx);
    if (found.rows.length === 0) return { kind: 'not_found' };
  }
  await lockFreezes(tx, accountId, 'exclusive');
  const before = await sql<{ freezes: number }>`
    select count(*)::int as freezes from report_freeze where account_id = ${accountId}
  `.execute(tx);
  if ((before.rows[0]?.freezes ?? 0) >= MAX_FREEZES) return { kind: 'full' };
  const { rows } = await sql<FreezeRow>`
    insert into report_freeze (account_id, upload_name, first_date, last_date, reason, frozen_by)
    values (${accountId}, ${uploadName}, ${first}::date, ${last}::date, ${reason}, ${by.personId})
    on conflict do nothing returning ${FREEZE_COLUMNS}
  `.execute(tx);
  const [freeze] = rows;
  if (freeze === undefined) return { kind: 'exists' };
  const begun = await sql<{ uploads: number }>`
    select count(*)::int as uploads from unit u
    join upload p on p.account_id = u.account_id and p.id = u.id
    where u.account_id = ${accountId} and u.kind = 'upload' and u.state = 'running' and u.commit_attempt is not null and p.purpose <> 'proof'
      and (${uploadName}::text is null or p.name = ${uploadName})
      and p.report_date between coalesce(${first}::date, p.report_date) and ${last}::date
  `.execute(tx);
  const underWay = begun.rows[0]?.uploads ?? 0;
  const dates = frozenDatesText(request);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'DATES_FROZEN',
    parameters: { person: by.name, dates, subject: subjectText(uploadName), reason, underway: underWay },
    ...subjectOf(uploadName),
  });
  await recordAudit(tx, { kind: 'dates_frozen', ...auditOf(accountId, freeze) });
  return { kind: 'ok', freeze, underWay };
}

/** Ends a freeze, with event and audit entry. The caller has locked freezes, and releases what it held. @returns null when there is none with this id */
export async function endFreeze(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  by: By,
): Promise<FreezeRow | null> {
  const { rows } = await sql<FreezeRow>`
    delete from report_freeze where account_id = ${accountId} and id = ${id} returning ${FREEZE_COLUMNS}
  `.execute(tx);
  const [freeze] = rows;
  if (freeze === undefined) return null;
  const { upload_name: name } = freeze;
  const parameters = { person: by.name, dates: frozenDatesText(freeze), subject: subjectText(name) };
  await recordEvent(tx, { accountId, severity: 'info', code: 'DATES_UNFROZEN', parameters, ...subjectOf(name) });
  await recordAudit(tx, { kind: 'dates_unfrozen', ...auditOf(accountId, freeze) });
  return freeze;
}

const auditOf = (accountId: string, { id, upload_name: name, first, last }: FreezeRow) => ({
  accountId,
  target: { kind: 'freeze', id, name: frozenDatesText({ first, last }) },
  after: { upload: name, first, last },
});
