import { CONNECTORS } from '@switchboard/connectors';
import { compile, type Message } from '@switchboard/language';
import type { Catalog } from '@switchboard/model/catalog';
import { type ChangelistStatus, DRAFT_STATUSES } from '@switchboard/model/changelist';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import {
  type ChangelistVersion,
  createDraft,
  filesOfChangelist,
  lockPublications,
  runningId,
  type ScriptFile,
} from '../stored-changelist.ts';
import { declarePlan } from './declare-plan.ts';

export type Published =
  | { readonly kind: 'published'; readonly changelistId: string; readonly messages: readonly Message[] }
  | { readonly kind: 'refused'; readonly messages: readonly Message[] };

export type DraftPublished =
  | Published
  /** Another script was published since the draft was branched. */
  | { readonly kind: 'needs_merge' }
  /** The draft was saved since this version was read. */
  | { readonly kind: 'stale' }
  /** The changelist is not a draft any more. */
  | { readonly kind: 'not_draft' }
  | { readonly kind: 'not_found' };

type Publication = {
  readonly accountId: string;
  readonly personId: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Returns the catalog of an account's scripts: all connectors, and the account's keys by name and type. */
export async function catalogOf(tx: Tx, accountId: string): Promise<Catalog> {
  const keys = await sql<Catalog['keys'][number]>`
    select id, name, type, status, array(
        select a.name from key_alias a where a.account_id = k.account_id and a.key_id = k.id order by a.created desc
      ) as "formerNames"
    from key k where account_id = ${accountId} and status <> 'archived' order by name
  `.execute(tx);
  return { connectors: CONNECTORS.map((connector) => connector.spec), keys: keys.rows };
}

/** Adds a draft with these files and publishes it, in one transaction. */
export async function publishScript(
  tx: Tx,
  input: Publication & { readonly description: string; readonly files: readonly ScriptFile[] },
): Promise<Published> {
  await lockPublications(tx, input.accountId);
  const compiled = compile(input.files, await catalogOf(tx, input.accountId));
  if (!compiled.plan) return { kind: 'refused', messages: compiled.messages };
  const { changelistId } = await createDraft(tx, input);
  await runChangelist(tx, { ...input, changelistId, plan: compiled.plan });
  return { kind: 'published', changelistId, messages: compiled.messages };
}

/**
 * Makes a draft the running changelist, and the running one replaced, in one transaction.
 * @param draft the version that was read; if the draft was saved since, it is not published
 * @param force publish although another script was published since the draft was branched
 */
export async function publishDraft(
  tx: Tx,
  draft: ChangelistVersion & Publication & { readonly force: boolean },
): Promise<DraftPublished> {
  const { accountId, changelistId } = draft;
  await lockPublications(tx, accountId);
  const locked = await sql<{ status: ChangelistStatus; version: number; base_id: string | null }>`
    select status, version, base_id from changelist
    where account_id = ${accountId} and id = ${changelistId} for update
  `.execute(tx);
  const [row] = locked.rows;
  if (!row) return { kind: 'not_found' };
  if (!DRAFT_STATUSES.includes(row.status)) return { kind: 'not_draft' };
  if (row.version !== draft.version) return { kind: 'stale' };
  const running = await runningId(tx, accountId);
  if (!draft.force && running !== null && row.base_id !== running) return { kind: 'needs_merge' };
  const files = await filesOfChangelist(tx, accountId, changelistId);
  const { plan, messages } = compile(files, await catalogOf(tx, accountId));
  if (!plan) return { kind: 'refused', messages };
  await runChangelist(tx, { ...draft, plan });
  return { kind: 'published', changelistId, messages };
}

async function runChangelist(
  tx: Tx,
  {
    accountId,
    changelistId,
    personId,
    plan,
    now,
  }: Publication & { readonly changelistId: string; readonly plan: Plan },
): Promise<void> {
  const replaced = await sql<{ plan: Plan }>`
    update changelist set status = 'replaced' where account_id = ${accountId} and status = 'running' returning plan
  `.execute(tx);
  const at = new Date(now);
  await sql`
    update changelist set status = 'running', plan = ${JSON.stringify(plan)}::jsonb, version = version + 1,
      published_on = ${at}, published_by = ${personId}, updated_on = ${at}, updated_by = ${personId}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  await declarePlan(tx, accountId, plan, { before: replaced.rows[0]?.plan, now });
}
