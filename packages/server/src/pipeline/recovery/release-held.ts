import { frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { causeNow } from '../../observe/cause.ts';
import type { Queue } from '../../queue/queue.ts';
import { releaseBlocked, releaseUnit } from '../../units/unit.ts';
import { endFreeze, type FreezeRow } from '../restatements/freeze-dates.ts';
import { lockFreezes } from '../state/frozen-dates.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { UNIT_KINDS } from '../state/unit-kinds.ts';
import { replaceFrozen } from '../state/upload-rows.ts';
import { abandonTransfer } from './abandon-or-retry.ts';
import { runUploadAgain } from './run-upload-again.ts';

type Held = {
  readonly id: string;
  readonly name: string;
  readonly date: string;
  readonly purpose: 'production' | 'backfill';
  readonly changelist_id: string;
  readonly replaced_id: string;
  readonly first: string | null;
  readonly last: string;
};
type By = { readonly name: string };

/** Uploads that a freeze holds, locked with their units, the newest of each report date first. */
async function lockHeld(tx: Tx, accountId: string, which: { readonly id: string } | { readonly freezeId: string }) {
  const { rows } = await sql<Held>`
    select p.id, p.name, p.report_date::text as date, p.purpose, f.changelist_id, z.first_date::text as first, z.last_date::text as last, (
        select was.id from upload was where was.account_id = p.account_id and was.name = p.name and was.report_date = p.report_date
          and was.status = 'completed' and was.purpose <> 'proof' order by was.finished desc, was.id desc limit 1
      ) as replaced_id
    from unit u join upload p on p.account_id = u.account_id and p.id = u.id
    join flow f on f.account_id = p.account_id and f.id = p.flow_id
    join report_freeze z on z.account_id = u.account_id and z.id::text = u.blocked_by
    where u.account_id = ${accountId} and u.state = 'held' and u.blocked_kind = 'freeze'
      and ${'id' in which ? sql`u.id = ${which.id}` : sql`u.blocked_by = ${which.freezeId}`}
    order by p.id desc for update of u
  `.execute(tx);
  return rows;
}

/** Whether the upload is made from kept rows: those of a held result were not kept, so that it is made again. */
async function isOfKept(tx: Tx, accountId: string, { name, changelist_id: changelistId }: Held): Promise<boolean> {
  const plan = await loadPlan(tx, accountId, changelistId);
  const tables = plan.uploads.find((upload) => upload.name === name)?.tables ?? [];
  return plan.tables.some((table) => table.state !== undefined && tables.includes(table.name));
}

/** Abandons older results of the report date that are held too: the newest replaces them. */
async function abandonOlder(tx: Tx, queue: Queue, accountId: string, held: Held, by: By): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from upload p join unit u on u.account_id = p.account_id and u.id = p.id and u.state = 'held' and u.blocked_kind = 'freeze'
    where p.account_id = ${accountId} and p.name = ${held.name} and p.report_date = ${held.date}::date and p.id < ${held.id}
    order by p.id
  `.execute(tx);
  for (const { id } of rows) await abandonTransfer(tx, queue, { accountId, unitId: id, kind: 'upload' }, by.name);
}

/** Makes a held upload of kept rows again, and delivers it. The script or a download may be gone: then it is abandoned only. */
async function makeAgain(tx: Tx, queue: Queue, accountId: string, held: Held, by: By): Promise<boolean> {
  await abandonTransfer(tx, queue, { accountId, unitId: held.id, kind: 'upload' }, by.name);
  const order = { by: by.name, requestId: `held ${held.id}`, interactive: true, replacesFrozen: true };
  return (await runUploadAgain(tx, queue, { accountId, uploadId: held.replaced_id }, order)).kind === 'ok';
}

/** `not_held`: no freeze holds it any more. `not_made`: its inputs or its script are gone. */
export type HeldDelivered = 'ok' | 'not_held' | 'not_made';

/** Delivers an upload that a freeze holds, although its report date stays frozen, with event and audit entry. */
export async function deliverHeld(
  tx: Tx,
  queue: Queue,
  { accountId, unitId }: UnitRef,
  by: By,
): Promise<HeldDelivered> {
  const [held] = await lockHeld(tx, accountId, { id: unitId });
  if (held === undefined) return 'not_held';
  const unit = { accountId, unitId, kind: 'upload', purpose: held.purpose } as const;
  const dates = frozenDatesText(held);
  const parameters = { person: by.name, name: held.name, date: held.date, dates };
  await recordUnitEvent(tx, unit, { severity: 'info', code: 'FROZEN_DATE_REPLACED', parameters });
  const target = { kind: 'upload', id: unitId, name: held.name };
  await recordAudit(tx, { kind: 'frozen_date_replaced', accountId, target, after: { date: held.date, frozen: dates } });
  await abandonOlder(tx, queue, accountId, held, by);
  if (await isOfKept(tx, accountId, held)) return (await makeAgain(tx, queue, accountId, held, by)) ? 'ok' : 'not_made';
  await replaceFrozen(tx, { accountId, unitId });
  await releaseUnit(tx, unit, { interactive: true });
  await queue.wake(tx, unit);
  return 'ok';
}

/**
 * Ends a freeze. What it held is delivered, the newest result of each report date, or abandoned.
 * @returns the freeze, and how many report dates it held; null when there is none with this id
 */
export async function unfreezeDates(
  tx: Tx,
  queue: Queue,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  how: By & { readonly personId: string; readonly delivers: boolean },
): Promise<{ readonly freeze: FreezeRow; readonly held: number } | null> {
  await lockFreezes(tx, accountId, 'exclusive');
  const held = await lockHeld(tx, accountId, { freezeId: id });
  const freeze = await endFreeze(tx, { accountId, id }, how);
  if (freeze === null) return null;
  const seen = new Set<string>();
  for (const each of held) {
    const key = `${each.date} ${each.name}`;
    if (!how.delivers || seen.has(key))
      await abandonTransfer(tx, queue, { accountId, unitId: each.id, kind: 'upload' }, how.name);
    else if (await isOfKept(tx, accountId, each)) await makeAgain(tx, queue, accountId, each, how);
    seen.add(key);
  }
  const cause = causeNow(null, { account: accountId });
  await releaseBlocked(tx, { queue, kinds: UNIT_KINDS }, accountId, { kind: 'freeze', name: id }, { cause });
  return { freeze, held: seen.size };
}
