import { randomUUID } from 'node:crypto';
import type { Plan } from '@switchboard/model/plan';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import { createDraft } from '../src/features/changelists/stored-changelist.ts';
import { buildPlan } from './build-plan.ts';

export type BuiltAccount = { readonly accountId: string; readonly urlName: string; readonly changelistId: string };

/** An account with a running script of this plan. */
export async function buildAccount(database: Database, plan: Partial<Plan> = {}): Promise<BuiltAccount> {
  const urlName = `account-${randomUUID().slice(0, 8)}`;
  return database.withSystem(async (tx) => {
    const account = await sql<{ id: string }>`
      insert into account (url_name, name) values (${urlName}, ${urlName}) returning id
    `.execute(tx);
    const accountId = account.rows[0]?.id ?? '';
    const changelist = await sql<{ id: string }>`
      insert into changelist (account_id, description, status, plan)
      values (${accountId}, 'Version 1', 'running', ${JSON.stringify(buildPlan(plan))}::jsonb) returning id
    `.execute(tx);
    return { accountId, urlName, changelistId: changelist.rows[0]?.id ?? '' };
  });
}

/** Rows that one account sees. */
export async function readRows<T>(
  database: Database,
  { accountId }: Pick<BuiltAccount, 'accountId'>,
  query: RawBuilder<T>,
): Promise<T[]> {
  return (await database.withAccount(accountId, (tx) => query.execute(tx))).rows;
}

/** A queued download with its unit, ready to be claimed. */
export async function buildDownload(
  database: Database,
  account: BuiltAccount,
  more: { readonly source?: string; readonly reportDate?: string | null } = {},
): Promise<string> {
  return database.withAccount(account.accountId, async (tx) => {
    const inserted = await sql<{ id: string }>`
      insert into download (account_id, source, project, report_date, trigger, changelist_id)
      values (${account.accountId}, ${more.source ?? 'ads'}, 'ads', ${more.reportDate ?? null}::date, ${randomUUID()}, ${account.changelistId})
      returning id
    `.execute(tx);
    const id = inserted.rows[0]?.id ?? '';
    await sql`
      insert into unit (account_id, id, kind, purpose, state) values (${account.accountId}, ${id}, 'download', 'production', 'ready')
    `.execute(tx);
    return id;
  });
}

type File = { readonly path: string; readonly text: string };

/** A draft of these files, or of one with this text, branched from what the account runs; its id. */
export async function buildDraft(
  database: Database,
  { accountId }: { readonly accountId: string },
  files: string | readonly File[],
  description = 'Draft',
): Promise<string> {
  const stored = typeof files === 'string' ? [{ path: 'a.sbs', text: files }] : files;
  const draft = await database.withAccount(accountId, (tx) =>
    createDraft(tx, { accountId, description, files: stored, personId: null }),
  );
  return draft.changelistId;
}
