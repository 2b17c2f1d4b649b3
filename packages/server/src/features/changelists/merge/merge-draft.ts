import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { changeFiles, lockDraft } from '../change-draft.ts';
import { type Actor, type DraftRefusal, undo, undoable } from '../draft-outcomes.ts';
import { lockPublications, runningChangelist, storedFiles } from '../stored-changelist.ts';
import { alignFiles, type FileConflict, mergeFiles, neededTexts, type Sides, type Texts } from './merge-files.ts';

export type MergeRequest = {
  readonly changelistId: string;
  /** The version of the draft that was read. */
  readonly version: number;
  /** The published changelist for which conflicts were resolved; null when none were. */
  readonly publishedId: string | null;
  /** The person's resolutions of conflicts, by path: a text, or null to delete the file. */
  readonly resolutions: ReadonlyMap<string, string | null>;
};

export type MergeOutcome =
  | DraftRefusal
  /** The draft contains the published script now. */
  | { readonly kind: 'merged'; readonly changelistId: string }
  /** Nothing was changed: these files need a decision. */
  | {
      readonly kind: 'conflicts';
      readonly publishedId: string;
      readonly conflicts: readonly (FileConflict & { readonly texts: Sides<string | null> })[];
    };

/**
 * Merges what was published since a draft was branched into the draft, in one transaction: all of it, or nothing when conflicts
 * are left.
 */
export function mergeDraft(
  database: Database,
  { accountId, actor, ...request }: MergeRequest & { readonly accountId: string; readonly actor: Actor },
): Promise<MergeOutcome> {
  const { changelistId } = request;
  return undoable<MergeOutcome, MergeOutcome>(() =>
    database.withAccount(accountId, async (tx): Promise<MergeOutcome> => {
      await lockPublications(tx, accountId);
      const draft = await lockDraft(tx, { accountId, changelistId }, request.version);
      if (draft.kind !== 'locked') return draft;
      const published = await runningChangelist(tx, accountId);
      if (!published) return { kind: 'refused', reason: 'No version is published.' };
      if (request.publishedId !== null && request.publishedId !== published.id)
        return { kind: 'refused', reason: 'Another version was published meanwhile. Merge again.' };
      if (draft.baseId === published.id) return { kind: 'merged', changelistId };

      const files = alignFiles({
        base: draft.baseId === null ? [] : await storedFiles(tx, accountId, draft.baseId),
        draft: await storedFiles(tx, accountId, changelistId),
        published: await storedFiles(tx, accountId, published.id),
      });
      const texts = await readTexts(tx, accountId, neededTexts(files));
      const { changes, conflicts } = mergeFiles(files, texts, request.resolutions);
      if (conflicts.length > 0)
        return {
          kind: 'conflicts',
          publishedId: published.id,
          conflicts: conflicts.map((conflict) => ({ ...conflict, texts: textsOf(conflict, texts) })),
        };
      const refused = changes.length === 0 ? null : await changeFiles(tx, draft, changes, actor);
      if (refused !== null) return undo(refused);
      await sql`
        update changelist set base_id = ${published.id}, updated_on = now(), updated_by = ${actor.id}
        where account_id = ${accountId} and id = ${changelistId}
      `.execute(tx);
      await recordEvent(tx, {
        accountId,
        severity: 'info',
        code: 'DRAFT_MERGED',
        parameters: { person: actor.name, published: published.description, draft: draft.description },
      });
      return { kind: 'merged', changelistId };
    }),
  );
}

async function readTexts(tx: Tx, accountId: string, hashes: readonly string[]): Promise<Texts> {
  const found = await sql<{ sha256: string; text: string }>`
    select sha256, text from script_text where account_id = ${accountId} and sha256 = any(${[...hashes]}::text[])
  `.execute(tx);
  return new Map(found.rows.map(({ sha256, text }) => [sha256, text]));
}

function textsOf({ base, draft, published }: FileConflict, texts: Texts): Sides<string | null> {
  const textOf = (file: typeof base): string | null => (file === null ? null : (texts.get(file.sha256) ?? null));
  return { base: textOf(base), draft: textOf(draft), published: textOf(published) };
}
