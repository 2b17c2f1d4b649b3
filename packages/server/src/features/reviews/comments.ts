import { LIMITS } from '@switchboard/model/limits';
import { moveLine } from '@switchboard/model/text/move-line';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type CommentRow = {
  readonly id: string;
  readonly changelist_id: string;
  readonly thread_id: string | null;
  readonly version: number;
  readonly file_id: string | null;
  /** The file and line when it was written; null of a comment on the whole draft. */
  readonly original_path: string | null;
  readonly original_line: number | null;
  readonly sha256: string | null;
  readonly body: string;
  readonly created: Date;
  readonly created_by: string;
  readonly edited: Date | null;
  readonly deleted: Date | null;
  readonly resolved: Date | null;
  readonly resolved_by: string | null;
};

/** A first comment with its answers, where it stands in the draft as it is now. */
export type Thread = CommentRow & {
  /** Null of a comment on the whole draft, and of one whose line or file was changed or removed. */
  readonly path: string | null;
  readonly line: number | null;
  readonly outdated: boolean;
  readonly replies: readonly CommentRow[];
};

/** The comments of a draft that are shown: a deleted one only while its thread has others. */
export async function threadsOf(tx: Tx, accountId: string, changelistId: string): Promise<Thread[]> {
  const { rows } = await sql<CommentRow>`
    select id, changelist_id, thread_id, version, file_id, path as original_path, line as original_line, sha256, body, created,
      created_by, edited, deleted, resolved, resolved_by
    from draft_comment where account_id = ${accountId} and changelist_id = ${changelistId}
    order by id limit ${LIMITS.draftComments}
  `.execute(tx);
  const answers = Map.groupBy(
    rows.filter(({ thread_id: thread, deleted }) => thread !== null && deleted === null),
    ({ thread_id: thread }) => thread,
  );
  const first = rows.filter(
    (row) => row.thread_id === null && (row.deleted === null || (answers.get(row.id) ?? []).length > 0),
  );
  const places = await placesNow(tx, accountId, changelistId, first);
  return first.map((row): Thread => {
    const place = places.get(row.id) ?? null;
    return {
      ...row,
      path: place?.path ?? null,
      line: place?.line ?? null,
      outdated: row.file_id !== null && place === null,
      replies: answers.get(row.id) ?? [],
    };
  });
}

type Place = { readonly path: string; readonly line: number };

/** Where the lines of comments are now, by comment. Texts are read in pairs, so that few are in memory at once. */
async function placesNow(
  tx: Tx,
  accountId: string,
  changelistId: string,
  comments: readonly CommentRow[],
): Promise<ReadonlyMap<string, Place>> {
  const anchored = comments.flatMap(({ id, file_id: fileId, sha256, original_line: line }) =>
    fileId === null || sha256 === null || line === null ? [] : [{ id, fileId, sha256, line }],
  );
  if (anchored.length === 0) return new Map();
  const fileIds = [...new Set(anchored.map(({ fileId }) => fileId))];
  const found = await sql<{ id: string; path: string; sha256: string }>`
    select id, path, sha256 from changelist_file
    where account_id = ${accountId} and changelist_id = ${changelistId} and id = any(${fileIds}::uuid[])
  `.execute(tx);
  const files = new Map(found.rows.map((file) => [file.id, file]));
  const places = new Map<string, Place>();
  for (const group of Map.groupBy(anchored, ({ fileId, sha256 }) => `${fileId} ${sha256}`).values()) {
    const [first] = group;
    const file = first && files.get(first.fileId);
    if (!first || !file) continue;
    const texts = file.sha256 === first.sha256 ? null : await readTexts(tx, accountId, [first.sha256, file.sha256]);
    for (const { id, line } of group) {
      const moved = texts === null ? line : moveLine(texts[0] ?? '', texts[1] ?? '', line);
      if (moved !== null) places.set(id, { path: file.path, line: moved });
    }
  }
  return places;
}

async function readTexts(tx: Tx, accountId: string, hashes: readonly string[]): Promise<readonly string[]> {
  const found = await sql<{ sha256: string; text: string }>`
    select sha256, text from script_text where account_id = ${accountId} and sha256 = any(${[...hashes]}::text[])
  `.execute(tx);
  const texts = new Map(found.rows.map(({ sha256, text }) => [sha256, text]));
  return hashes.map((hash) => texts.get(hash) ?? '');
}

/** How many threads of each changelist are neither resolved nor deleted. */
export async function openThreads(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; open: number }>`
    select changelist_id as id, count(*) as open from draft_comment
    where account_id = ${accountId}::uuid and changelist_id = any(${[...ids]}::uuid[])
      and thread_id is null and resolved is null and deleted is null
    group by changelist_id
  `.execute(tx);
  return new Map(rows.map(({ id, open }) => [id, open]));
}
