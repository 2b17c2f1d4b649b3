import { DRAFT_STATUSES } from '@switchboard/model/changelist';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Batch } from '../../graphql/loaders.ts';

/** A person who has a draft open, in one tab or several. */
export type Present = {
  readonly changelist_id: string;
  readonly person_id: string;
  /** Whether one of the tabs has changes that are not saved. */
  readonly is_editing: boolean;
  readonly tabs: number;
  /** Seconds until the person is gone, unless a tab reports again. */
  readonly expires_in: number;
};

export type Tab = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly tabId: string;
  readonly personId: string;
};

const seconds = LIMITS.presenceExpiry / 1_000;

/** The people who have these drafts open, by draft; those who have been there longest come first. */
export const presentIn: Batch<readonly Present[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<Present>`
    select changelist_id, person_id, bool_or(is_editing) as is_editing, count(*) as tabs,
      greatest(0, ${seconds} - extract(epoch from now() - max(seen)))::float8 as expires_in
    from draft_presence
    where account_id = ${accountId}::uuid and changelist_id = any(${[...ids]}::uuid[])
      and seen > now() - make_interval(secs => ${seconds})
    group by changelist_id, person_id order by min(entered), person_id
  `.execute(tx);
  return Map.groupBy(rows, ({ changelist_id: id }) => id);
};

/**
 * Records that a tab has a draft open, and forgets tabs of the account that have not reported for long.
 * @param mayEdit whether the person may change drafts; others are not shown as editing
 * @returns false when the changelist does not exist
 */
export async function enterDraft(
  tx: Tx,
  { accountId, changelistId, tabId, personId }: Tab,
  { isEditing, mayEdit }: { readonly isEditing: boolean; readonly mayEdit: boolean },
): Promise<boolean> {
  await sql`
    delete from draft_presence where account_id = ${accountId} and seen < now() - make_interval(secs => ${seconds})
  `.execute(tx);
  const entered = await sql`
    insert into draft_presence (account_id, changelist_id, tab_id, person_id, is_editing)
    select c.account_id, c.id, ${tabId}::uuid, ${personId}::uuid,
      ${isEditing && mayEdit} and c.status = any(${[...DRAFT_STATUSES]}::text[])
    from changelist c where c.account_id = ${accountId} and c.id = ${changelistId}
    on conflict (account_id, changelist_id, tab_id) do update set is_editing = excluded.is_editing, seen = now()
      where draft_presence.person_id = excluded.person_id
  `.execute(tx);
  if (entered.numAffectedRows === 0n) return false;
  await sql`
    delete from draft_presence
    where account_id = ${accountId} and changelist_id = ${changelistId} and tab_id in (
      select tab_id from draft_presence
      where account_id = ${accountId} and changelist_id = ${changelistId} and person_id = ${personId}
      order by seen desc, tab_id desc offset ${LIMITS.presenceTabs}
    )
  `.execute(tx);
  return true;
}

/** Records that a tab of the person has closed a draft. */
export async function leaveDraft(tx: Tx, { accountId, changelistId, tabId, personId }: Tab): Promise<void> {
  await sql`
    delete from draft_presence
    where account_id = ${accountId} and changelist_id = ${changelistId} and tab_id = ${tabId} and person_id = ${personId}
  `.execute(tx);
}
