import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Replaces the account's upload declarations by those of a plan. */
export async function declareUploads(tx: Tx, accountId: string, plan: Plan): Promise<void> {
  for (const upload of plan.uploads) {
    await sql`
      insert into upload_declaration (account_id, name, project, connector, key_id, destination)
      values (${accountId}, ${upload.name}, ${upload.project}, ${upload.connector}, ${upload.key?.id ?? null}, ${upload.destination})
      on conflict (account_id, name) do update set
        project = excluded.project, connector = excluded.connector, key_id = excluded.key_id,
        destination = excluded.destination,
        status = case when upload_declaration.status = 'removed' then 'active' else upload_declaration.status end
    `.execute(tx);
  }
  const names = plan.uploads.map((upload) => upload.name);
  await sql`
    update upload_declaration set status = 'removed', paused_on = null where account_id = ${accountId} and name <> all(${names})
  `.execute(tx);
}

/** Suspends an upload declaration. Returns whether this has suspended it. */
export async function suspendUpload(tx: Tx, accountId: string, name: string, reason: string): Promise<boolean> {
  const suspended = await sql`
    update upload_declaration set status = 'suspended', status_reason = ${reason}, suspended_on = now()
    where account_id = ${accountId} and name = ${name} and status = 'active'
  `.execute(tx);
  return suspended.numAffectedRows === 1n;
}

/** Makes an upload declaration active. The caller has locked it. */
export async function activateUpload(tx: Tx, accountId: string, name: string): Promise<void> {
  await sql`
    update upload_declaration set status = 'active', status_reason = null, suspended_on = null
    where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Pauses the active uploads that a pause names, by themselves or by their project. */
export async function pauseUploads(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update upload_declaration d set status = 'paused', paused_on = now()
    where d.account_id = ${accountId} and d.status = 'active' and ${IS_PAUSED}
  `.execute(tx);
}

/** Makes the paused uploads that no pause names any more active. Returns their names. */
export async function resumeUploads(tx: Tx, accountId: string): Promise<readonly string[]> {
  const resumed = await sql<{ name: string }>`
    update upload_declaration d set status = 'active', paused_on = null
    where d.account_id = ${accountId} and d.status = 'paused' and not ${IS_PAUSED}
    returning name
  `.execute(tx);
  return resumed.rows.map(({ name }) => name);
}

/** Condition on an upload declaration `d`: a pause names it or its project. */
const IS_PAUSED = sql`exists (
  select from pause p where p.account_id = d.account_id
    and (p.kind = 'upload' and p.target = d.name or p.kind = 'project' and p.target = d.project))`;

/** Leaves report dates of an upload out: they are never late. Those before `since` (yyyy-MM-dd) are forgotten. */
export async function skipUploadDates(
  tx: Tx,
  accountId: string,
  name: string,
  { dates, since }: { readonly dates: readonly string[]; readonly since: string },
): Promise<void> {
  await sql`
    update upload_declaration set skipped_dates = array(
      select distinct date from unnest(skipped_dates || ${[...dates]}::text[]) date where date >= ${since} order by 1)
    where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Counts the deadlines of an upload declaration from now on. */
export async function resetDeadline(
  tx: Tx,
  accountId: string,
  id: string,
  { now, next }: { readonly now: Date; readonly next: Date | null },
): Promise<void> {
  await sql`
    update upload_declaration set deadline_through = ${now}, next_deadline = ${next}
    where account_id = ${accountId} and id = ${id}
  `.execute(tx);
}
