import { draftDescription } from '@switchboard/model/changelist';
import type { Database } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { archiveDraft, lockDraft, renameDraft, saveFiles } from './change-draft.ts';
import type { CompilationResult } from './compile-changelist.ts';
import { type Actor, type DraftRef, type PublishRefusal, undo, undoable } from './draft-outcomes.ts';
import type { FileChange } from './file-changes.ts';
import { publishDraft } from './publish/publish-draft.ts';
import { lockPublications } from './stored-changelist.ts';
import { launchTest } from './test-runs/launch-test.ts';

export type SaveRequest = {
  readonly changelistId: string;
  /** The version that the request has read; null when it depends on no files. */
  readonly version: number | null;
  readonly description: string | null;
  readonly files: readonly FileChange[];
  /** Action after saving. */
  readonly action:
    | null
    | { readonly kind: 'archive' }
    | { readonly kind: 'publish'; readonly force: boolean }
    | { readonly kind: 'proof'; readonly uploads: readonly string[]; readonly fetchNew: boolean };
};

export type SaveOutcome =
  | PublishRefusal
  | {
      readonly kind: 'saved';
      readonly changelistId: string;
      /** The launched test runs. */
      readonly flowIds: readonly string[];
      /** Null when nothing was compiled. */
      readonly compilation: CompilationResult | null;
    };
type Saved = Extract<SaveOutcome, { kind: 'saved' }>;

type SaveParts = { readonly database: Database; readonly queue: Queue; readonly now: () => number };

/**
 * Saves, renames, archives, tests and publishes a draft in one transaction: all that is asked for, or nothing.
 * See docs/design/editor.md.
 */
export function saveChangelist(
  { database, queue, now }: SaveParts,
  { accountId, actor, ...request }: SaveRequest & { readonly accountId: string; readonly actor: Actor },
): Promise<SaveOutcome> {
  const ref: DraftRef = { accountId, changelistId: request.changelistId };
  return undoable<Saved, PublishRefusal>(() =>
    database.withAccount(accountId, async (tx): Promise<Saved> => {
      const { action, files, description } = request;
      if (action?.kind === 'publish') await lockPublications(tx, accountId);
      const locked = await lockDraft(tx, ref, request.version);
      if (locked.kind !== 'locked') return undo(locked);
      const draft = description === null ? locked : { ...locked, description: draftDescription(description) };
      const refused =
        (description === null ? null : await renameDraft(tx, locked, description, actor)) ??
        (files.length === 0 ? null : await saveFiles(tx, draft, files, actor));
      if (refused !== null) return undo(refused);
      const saved: Saved = { kind: 'saved', changelistId: ref.changelistId, flowIds: [], compilation: null };
      switch (action?.kind) {
        case undefined:
          return saved;
        case 'archive':
          await archiveDraft(tx, draft, actor);
          return saved;
        case 'publish': {
          const version = files.length === 0 ? draft.version : draft.version + 1;
          const published = await publishDraft(tx, { ...draft, version }, { actor, now: now(), force: action.force });
          return published.kind === 'published' ? { ...saved, compilation: published } : undo(published);
        }
        case 'proof': {
          const test = await launchTest(tx, queue, {
            ...ref,
            uploads: action.uploads,
            fetchNew: action.fetchNew,
            person: actor,
            now: now(),
          });
          return test.kind === 'launched' ? { ...saved, flowIds: test.flowIds, compilation: test } : undo(test);
        }
      }
    }),
  );
}
