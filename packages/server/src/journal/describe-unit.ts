import type { Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import type { EventSubject } from './record-event.ts';

type Row = {
  project: string | null;
  name: string | null;
  report_date: string | null;
  purpose: Purpose;
  backfill_id: string | null;
};

/** Columns that name the row of each kind in events. */
const SUBJECT_COLUMNS: Readonly<Record<UnitKind, RawBuilder<unknown>>> = {
  download: sql`x.project, x.source as name, x.backfill_id`,
  flow: sql`null as name, x.backfill_id,
    (select min(project) from upload u where u.account_id = x.account_id and u.flow_id = x.id) as project`,
  upload: sql`x.project, x.name,
    (select backfill_id from flow f where f.account_id = x.account_id and f.id = x.flow_id) as backfill_id`,
};

const SUBJECT_LINKS: Readonly<Record<UnitKind, (id: string, name: string | null) => Partial<EventSubject>>> = {
  download: (downloadId, name) => ({ downloadId, ...(name ? { downloadDeclaration: name } : {}) }),
  flow: (flowId) => ({ flowId }),
  upload: (uploadId, name) => ({ uploadId, ...(name ? { uploadDeclaration: name } : {}) }),
};

/** The subject of events about a unit: the links and names that an event carries. */
export async function describeUnit(
  tx: Tx,
  { accountId, unitId, kind }: UnitRef & { readonly kind: UnitKind },
): Promise<EventSubject> {
  const found = await sql<Row>`
    select ${SUBJECT_COLUMNS[kind]}, x.report_date::text as report_date, x.purpose
    from ${sql.table(kind)} x where x.account_id = ${accountId} and x.id = ${unitId}
  `.execute(tx);
  const [row] = found.rows;
  return {
    accountId,
    ...(row ? { reportDate: row.report_date, purpose: row.purpose } : {}),
    ...(row?.project ? { project: row.project } : {}),
    ...(row?.backfill_id ? { backfillId: row.backfill_id } : {}),
    ...SUBJECT_LINKS[kind](unitId, row?.name ?? null),
  };
}
