import type { ErrorCode } from '@switchboard/model/errors/errors';
import { type Purpose, UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { addHeldUnits, deleteUnit } from '../../units/add-units.ts';
import { finishUnit } from '../../units/unit.ts';
import { lockUploadsOf } from './end-flow.ts';

/** An upload to add. `destination` is shown to people: where its rows will go. */
export type UploadToAdd = {
  readonly name: string;
  readonly project: string;
  readonly destination: string;
  readonly destinationType: string;
};

type OwnFlow = {
  readonly accountId: string;
  readonly flowId: string;
  readonly purpose: Purpose;
  /** Whether a person waits for it. */
  readonly interactive?: boolean;
  /** yyyy-MM-dd. */
  readonly reportDate: string | null;
};

/** Adds the uploads of a flow, with units that wait for it. */
export async function addUploads(
  tx: Tx,
  { accountId, flowId, purpose, interactive, reportDate }: OwnFlow,
  uploads: readonly UploadToAdd[],
): Promise<void> {
  await addHeldUnits(
    tx,
    { accountId, kind: 'upload', purpose, interactive: interactive === true },
    sql`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, destination, destination_type)
      select ${accountId}, ${flowId}, u.name, u.project, ${purpose}, ${reportDate}::date, u.destination, u."destinationType"
      from jsonb_to_recordset(${JSON.stringify(uploads)}::jsonb) as u(name text, project text, destination text, "destinationType" text)
      returning id
    `,
  );
}

/** Adds one upload of a flow, and returns its id. The caller adds its unit. */
export async function addUpload(
  tx: Tx,
  { accountId, flowId, purpose, reportDate }: OwnFlow,
  { name, project, destination, destinationType }: UploadToAdd,
): Promise<string | undefined> {
  const inserted = await sql<{ id: string }>`
    insert into upload (account_id, flow_id, name, project, purpose, report_date, destination, destination_type)
    values (${accountId}, ${flowId}, ${name}, ${project}, ${purpose}, ${reportDate}::date, ${destination}, ${destinationType})
    returning id
  `.execute(tx);
  return inserted.rows[0]?.id;
}

/** Deletes an upload with its unit. The caller has removed what refers to it. */
export async function deleteUpload(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`delete from upload where account_id = ${accountId} and id = ${unitId}`.execute(tx);
  await deleteUnit(tx, { accountId, unitId });
}

/** Ranks uploads behind all that have a fence by now. */
export async function renewFences(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update upload set fence = nextval('upload_fence') where account_id = ${accountId} and id = any(${[...ids]}::uuid[])
  `.execute(tx);
}

/** Lets an upload replace what was delivered for a frozen report date. */
export async function replaceFrozen(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`update upload set replaces_frozen = true where account_id = ${accountId} and id = ${unitId}`.execute(tx);
}

/** Cancels an upload whose attempt has ended without a change at the destination. Its unit is the caller's to end. */
export async function cancelUpload(tx: Tx, { accountId, unitId }: UnitRef, message: string): Promise<void> {
  await sql`
    update upload set status = 'cancelled', finished = now(), message = ${message}
    where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
}

/** Cancels the uploads that are not finished among those of a condition. Their units are the caller's to end. */
export async function cancelUploads(tx: Tx, which: RawBuilder<unknown>, message: string): Promise<void> {
  await sql`
    update upload set status = 'cancelled', finished = now(), message = ${message}, progress = '{}'
    where ${which} and status = any(${[...UPLOAD_UNFINISHED]}::text[])
  `.execute(tx);
}

type HeldUpload = { readonly id: string; readonly name: string };

/** Ends the uploads that wait for a flow which has ended. Returns them by name. */
export async function endHeldUploads(
  tx: Tx,
  flow: UnitRef,
  status: 'failed' | 'abandoned',
  message: string,
  failureCode: ErrorCode | null = null,
): Promise<readonly HeldUpload[]> {
  const { accountId, unitId: flowId } = flow;
  await lockUploadsOf(tx, flow);
  const ended = await sql<HeldUpload>`
    update upload set status = ${status}, finished = now(), message = ${message}, failure_code = ${failureCode}
    where account_id = ${accountId} and flow_id = ${flowId} and status = 'preparing'
    returning id, name
  `.execute(tx);
  for (const { id } of ended.rows) await finishUnit(tx, { accountId, unitId: id });
  return ended.rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
