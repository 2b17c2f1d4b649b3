import { createHash } from 'node:crypto';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoredFile } from './file-changes.ts';

export type ScriptFile = { readonly path: string; readonly text: string };

/** A version of a changelist. */
export type ChangelistVersion = { readonly changelistId: string; readonly version: number };

/** The files of a changelist without their contents, by path. */
export async function storedFiles(tx: Tx, accountId: string, changelistId: string): Promise<StoredFile[]> {
  const found = await sql<StoredFile>`
    select id, path, sha256 from changelist_file
    where account_id = ${accountId} and changelist_id = ${changelistId} order by path
  `.execute(tx);
  return found.rows;
}

/** Lets one publication of the account happen at a time, until the transaction ends. Taken before any changelist is locked. */
export async function lockPublications(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`publish ${accountId}`}, 0))`.execute(tx);
}

/** Stores contents once each. Halves of surrogate pairs, which PostgreSQL cannot hold, become U+FFFD. @returns their keys, in the same order */
export async function storeTexts(tx: Tx, accountId: string, texts: readonly string[]): Promise<string[]> {
  const rows = texts.map((text) => ({ sha256: hashOf(text), text: text.toWellFormed() }));
  await sql`
    insert into script_text (account_id, sha256, text)
    select distinct ${accountId}::uuid, sha256, text from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(sha256 text, text text)
    on conflict do nothing
  `.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

/** Adds a draft with these files, branched from the running script. Files with the path of a file of the script keep its id. */
export async function createDraft(
  tx: Tx,
  draft: {
    readonly accountId: string;
    readonly description: string;
    readonly files: readonly ScriptFile[];
    readonly personId: string | null;
  },
): Promise<ChangelistVersion> {
  const { accountId } = draft;
  const from = (await runningChangelist(tx, accountId))?.id ?? null;
  const made = await insertDraft(tx, { ...draft, from, base: from, filesBy: draft.personId });
  const hashes = await storeTexts(
    tx,
    accountId,
    draft.files.map(({ text }) => text),
  );
  const paths = draft.files.map(({ path }, index) => ({ path, sha256: hashes[index] }));
  await sql`
    insert into changelist_file (account_id, changelist_id, path, sha256, id)
    select ${accountId}::uuid, ${made.changelistId}::uuid, x.path, x.sha256, coalesce(was.id, uuidv7())
    from jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) as x(path text, sha256 text)
    left join changelist_file was
      on was.account_id = ${accountId} and was.changelist_id = ${from}::uuid and was.path = x.path
  `.execute(tx);
  return made;
}

/**
 * Adds a draft with the files of another changelist, without copying contents. The branch of a draft contains the published
 * changes that the draft contains. Null when the changelist does not exist.
 * @param branch.base the published changelist that the draft replaces as it is, without a merge
 */
export async function branchChangelist(
  tx: Tx,
  branch: {
    readonly accountId: string;
    readonly from: string;
    readonly description: string;
    readonly personId: string | null;
    readonly base?: string | null;
  },
): Promise<ChangelistVersion | null> {
  const { accountId, from } = branch;
  // Until the transaction ends, so that files and base are of the same version.
  const known = await sql<{ base: string | null; files_by: string | null }>`
    select case when status in ('running', 'replaced') then id else base_id end as base,
      case when status not in ('running', 'replaced') then coalesce(files_by, created_by) end as files_by
    from changelist where account_id = ${accountId} and id = ${from} for share
  `.execute(tx);
  const [source] = known.rows;
  if (!source) return null;
  // Who wrote the files of a draft cannot approve them in its branch either.
  const made = await insertDraft(tx, { base: source.base, filesBy: source.files_by, ...branch });
  await sql`
    insert into changelist_file (account_id, changelist_id, path, sha256, id)
    select account_id, ${made.changelistId}, path, sha256, id from changelist_file
    where account_id = ${accountId} and changelist_id = ${from}
  `.execute(tx);
  return made;
}

/** The account's running changelist; null when none is published. */
export async function runningChangelist(
  tx: Tx,
  accountId: string,
): Promise<{ readonly id: string; readonly description: string } | null> {
  const found = await sql<{ id: string; description: string }>`
    select id, description from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  return found.rows[0] ?? null;
}

/** The account's running script; null when none is published. */
export async function runningScript(
  tx: Tx,
  accountId: string,
): Promise<{ readonly changelistId: string; readonly plan: Plan } | null> {
  const found = await sql<{ id: string; plan: Plan | null }>`
    select id, plan from changelist where account_id = ${accountId}::uuid and status = 'running'
  `.execute(tx);
  const [row] = found.rows;
  return row?.plan ? { changelistId: row.id, plan: row.plan } : null;
}

async function insertDraft(
  tx: Tx,
  draft: {
    readonly accountId: string;
    readonly description: string;
    readonly personId: string | null;
    readonly from: string | null;
    readonly base: string | null;
    readonly filesBy: string | null;
  },
): Promise<ChangelistVersion> {
  const inserted = await sql<{ id: string; version: number }>`
    insert into changelist (account_id, description, status, branched_from, base_id, created_by, updated_by, files_by)
    values (${draft.accountId}, ${draft.description}, 'draft', ${draft.from}, ${draft.base}, ${draft.personId}, ${draft.personId},
      ${draft.filesBy})
    returning id, version
  `.execute(tx);
  const [row] = inserted.rows;
  if (!row) throw new Error('The changelist was not stored.');
  return { changelistId: row.id, version: row.version };
}

/** The key of a content in the database: SHA-256 of its UTF-8 bytes, in hexadecimal. */
function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The draft is being tested. */
export async function markTested(tx: Tx, accountId: string, changelistId: string): Promise<void> {
  await sql`
    update changelist set status = 'proofing' where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
}

type Rebase = {
  readonly accountId: string;
  readonly before: string;
  readonly after: string;
  readonly except: readonly string[];
};

/** Drafts of one published script, but for some, replace another one without a merge. */
export async function rebaseDrafts(tx: Tx, { accountId, before, after, except }: Rebase): Promise<void> {
  await sql`
    update changelist set base_id = ${after}::uuid
    where account_id = ${accountId}::uuid and base_id = ${before}::uuid and status in ('draft', 'proofing')
      and id <> all(${[...except]}::uuid[])
  `.execute(tx);
}
