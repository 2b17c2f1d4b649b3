import type { Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind, UnitRef } from '../../db/unit-ref.ts';
import type { EventSubject } from '../../units/record-event.ts';
import { changeStatus } from './change-status.ts';

type Row = {
  project: string | null;
  name: string | null;
  report_date: string | null;
  purpose: Purpose;
  backfill_id: string | null;
};

/** Whom an event about this unit concerns: the links and names that the event carries. */
export async function describeUnit(tx: Tx, unit: UnitRef & { readonly kind: UnitKind }): Promise<EventSubject> {
  const where = sql`account_id = ${unit.accountId} and id = ${unit.unitId}`;
  const columns = sql`report_date::text as report_date, purpose`;
  switch (unit.kind) {
    case 'download': {
      const found = await sql<Row>`
        select project, source as name, ${columns}, backfill_id from download where ${where}
      `.execute(tx);
      return subjectOf(unit, found.rows[0], (name) => ({
        downloadId: unit.unitId,
        ...(name ? { downloadDeclaration: name } : {}),
      }));
    }
    case 'upload': {
      const found = await sql<Row>`
        select project, name, ${columns},
          (select backfill_id from flow f where f.account_id = upload.account_id and f.id = upload.flow_id) as backfill_id
        from upload where ${where}
      `.execute(tx);
      return subjectOf(unit, found.rows[0], (name) => ({
        uploadId: unit.unitId,
        ...(name ? { uploadDeclaration: name } : {}),
      }));
    }
    case 'flow': {
      const found = await sql<Row>`
        select null as name, ${columns}, backfill_id,
          (select min(project) from upload u where u.account_id = flow.account_id and u.flow_id = flow.id) as project
        from flow where ${where}`.execute(tx);
      return subjectOf(unit, found.rows[0], () => ({ flowId: unit.unitId }));
    }
  }
}

function subjectOf(
  unit: UnitRef,
  row: Row | undefined,
  links: (name: string | null) => Partial<EventSubject>,
): EventSubject {
  return {
    accountId: unit.accountId,
    ...(row ? { reportDate: row.report_date, purpose: row.purpose } : {}),
    ...(row?.project ? { project: row.project } : {}),
    ...(row?.backfill_id ? { backfillId: row.backfill_id } : {}),
    ...links(row?.name ?? null),
  };
}

const FLOW_STATUS = {
  retrying: 'RETRIED',
  failed: 'FATAL',
  queued: 'PENDING',
  abandoned: 'ABANDONED',
  cancelled: 'ABANDONED',
} as const;

/** Shows a retry or the end of a unit in the row that people see. */
export async function setUnitStatus(
  tx: Tx,
  unit: UnitRef & { readonly kind: UnitKind },
  status: 'retrying' | 'failed' | 'queued' | 'abandoned' | 'cancelled',
  message: string | null,
): Promise<void> {
  const ended = status === 'failed' || status === 'abandoned' || status === 'cancelled';
  const more = [sql`message = ${message}`, sql`finished = ${ended ? sql`now()` : sql`null`}`];
  if (unit.kind === 'flow') {
    await changeStatus(tx, 'flow', unit, FLOW_STATUS[status], more);
    return;
  }
  await changeStatus(tx, unit.kind, unit, status, [...more, sql`progress = '{}'`]);
}
