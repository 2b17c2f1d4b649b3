import { isDated } from '@switchboard/model/plan';
import { UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { dueFlows } from '../flows/due-flows.ts';
import { availableParts, lockReportDate, startFlow } from '../flows/start-flows.ts';
import { flowIdentity } from '../state/flow-rows.ts';
import { type FrozenDelivery, frozenDelivery } from '../state/frozen-dates.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { ofDate } from '../state/unit-status.ts';
import { replaceFrozen } from '../state/upload-rows.ts';

/** An upload that was delivered, of which a person orders a new delivery. */
export type UploadToRun = { readonly accountId: string; readonly uploadId: string };

/**
 * Why an upload is not run again. `not_completed`: it was not delivered, or is not of production. `running`: another upload of its name and
 * date has not ended. `frozen`: its report date is frozen. `removed`: the published script does not declare it. `inputs`: a download that it reads is not there.
 */
export type UploadRefusal = 'not_found' | 'not_completed' | 'running' | 'removed' | 'paused' | 'suspended' | 'inputs';

export type UploadRunOutcome =
  | { readonly kind: 'ok'; readonly id: string }
  | { readonly kind: 'frozen'; readonly frozen: FrozenDelivery }
  | { readonly kind: UploadRefusal };

type Ordered = {
  readonly name: string;
  readonly reportDate: string | null;
  readonly isDone: boolean;
  readonly isBackfilled: boolean;
};
type By = {
  readonly by: string;
  readonly requestId: string;
  /** Whether a person waits for this one. */
  readonly interactive: boolean;
  /** Whether it is delivered although its report date is frozen; also in place of a backfill's delivery. Default false. */
  readonly replacesFrozen?: boolean;
};

/**
 * Makes an upload of a report date again, by the published script from the newest downloads, and delivers it behind all that was made before.
 * Its rows replace those of the date, as after any other version. The same request does so once.
 */
export async function runUploadAgain(tx: Tx, queue: Queue, upload: UploadToRun, order: By): Promise<UploadRunOutcome> {
  const { accountId, uploadId } = upload;
  const found = await sql<Ordered>`
    select name, report_date::text as "reportDate", status = 'completed' and purpose = 'production' as "isDone",
      status = 'completed' and purpose = 'backfill' as "isBackfilled" from upload
    where account_id = ${accountId} and id = ${uploadId}
  `.execute(tx);
  const [ordered] = found.rows;
  if (ordered === undefined) return { kind: 'not_found' };
  const { name, reportDate } = ordered;
  // Locked, so that of two orders the second finds what the first has made.
  const declared = await sql<{ status: 'active' | 'paused' | 'suspended' }>`
    select status from upload_declaration where account_id = ${accountId} and name = ${name} and status <> 'removed' for no key update
  `.execute(tx);
  const identity = JSON.stringify(['again', uploadId, order.requestId]);
  const made = await madeBefore(tx, accountId, identity);
  if (made !== null) return { kind: 'ok', id: made };
  if (!ordered.isDone && !(order.replacesFrozen === true && ordered.isBackfilled)) return { kind: 'not_completed' };
  if (reportDate !== null && order.replacesFrozen !== true) {
    const frozen = await frozenDelivery(tx, accountId, [name], { start: reportDate, end: reportDate });
    if (frozen !== null) return { kind: 'frozen', frozen };
  }
  const [declaration] = declared.rows;
  const published = await sql<{ id: string }>`
    select c.id from changelist c join account a on a.id = c.account_id and a.status = 'active'
    where c.account_id = ${accountId} and c.status = 'running'
  `.execute(tx);
  const changelistId = published.rows[0]?.id;
  if (declaration === undefined || changelistId === undefined) return { kind: 'removed' };
  if (declaration.status !== 'active') return { kind: declaration.status };
  const plan = await loadPlan(tx, accountId, changelistId);
  const planned = plan.uploads.find((each) => each.name === name);
  if (planned === undefined) return { kind: 'removed' };
  const sources = plan.sources.filter((each) => planned.sources.includes(each.name));
  // A date that has begun to be read from sources without dates stays one with a date.
  const [source] = sources.filter(isDated).length > 0 ? sources.filter(isDated) : sources;
  if (source === undefined || (reportDate === null && isDated(source))) return { kind: 'inputs' };
  await lockReportDate(tx, { accountId, source, reportDate });
  if (await isRunning(tx, accountId, ordered)) return { kind: 'running' };
  const of = { accountId, purpose: 'production' } as const;
  const available = await availableParts(tx, plan, of, reportDate, [planned]);
  const [flow] = dueFlows({ plan, changelistId, purpose: 'production', reportDate, uploads: [planned], available });
  if (flow === undefined) return { kind: 'inputs' };
  const how = { ...of, changelistId, interactive: order.interactive };
  const id = (await startFlow(tx, queue, plan, how, { ...flow, identity }))?.get(name);
  if (id === undefined) throw new Error(`The upload ${name} was not made again.`);
  if (order.replacesFrozen === true) await replaceFrozen(tx, { accountId, unitId: id });
  await recordUnitEvent(
    tx,
    { accountId, unitId: id, kind: 'upload' },
    { severity: 'info', code: 'RUN_ORDERED', parameters: { person: order.by } },
  );
  return { kind: 'ok', id };
}

/** The upload of an earlier request with the same identity. */
async function madeBefore(tx: Tx, accountId: string, identity: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from flow f join upload u on u.account_id = f.account_id and u.flow_id = f.id
    where f.account_id = ${accountId} and f.identity = ${flowIdentity(identity)} limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

async function isRunning(tx: Tx, accountId: string, { name, reportDate }: Ordered): Promise<boolean> {
  const { rows } = await sql`
    select from upload where account_id = ${accountId} and name = ${name} and purpose = 'production' and ${ofDate(reportDate)}
      and status = any(${[...UPLOAD_UNFINISHED]}::text[]) limit 1
  `.execute(tx);
  return rows.length > 0;
}
