import { draftDescription, EMPTY_DESCRIPTION } from '@switchboard/model/changelist';
import type { ServiceOptions } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { type CompilationResult, createCompiler } from './compile-changelist.ts';
import { type DraftRefusal, undo, undoable } from './draft-outcomes.ts';
import { type MergeOutcome, type MergeRequest, mergeDraft } from './merge/merge-draft.ts';
import { type PublishOutcome, rollBack } from './publish/publish-draft.ts';
import { type SaveOutcome, type SaveRequest, saveChangelist } from './save-changelist.ts';
import { branchChangelist, createDraft, runningChangelist } from './stored-changelist.ts';

export type BranchOutcome = DraftRefusal | { readonly kind: 'branched'; readonly changelistId: string };

/** Use cases of changelists. The account is the session's; another account's changelist is `not_found`. */
export type DraftActions = {
  /** Compiles a changelist of the account. */
  compile(session: Session, changelistId: string): Promise<CompilationResult>;
  /** Adds a draft with the files of a changelist, of the published one when `from` is null. */
  branch(
    session: Session,
    branch: { readonly description: string; readonly from: string | null },
  ): Promise<BranchOutcome>;
  save(session: Session, request: SaveRequest): Promise<SaveOutcome>;
  /** Merges the published version into a draft. */
  merge(session: Session, request: MergeRequest): Promise<MergeOutcome>;
  rollBack(
    session: Session,
    version: { readonly changelistId: string; readonly description: string | null },
  ): Promise<PublishOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly drafts: DraftActions;
  }
}

export function createDraftActions(options: ServiceOptions): DraftActions {
  const { database, now } = options;
  const compile = createCompiler(options);
  return {
    async compile({ accountId }, changelistId) {
      return accountId === null ? { messages: [], declarations: [] } : compile(accountId, changelistId);
    },
    async branch({ accountId, person }, branch) {
      if (accountId === null || (branch.from !== null && !UUID.test(branch.from))) return { kind: 'not_found' };
      const description = draftDescription(branch.description);
      if (description === '') return { kind: 'refused', reason: EMPTY_DESCRIPTION };
      return database.withAccount(accountId, async (tx): Promise<BranchOutcome> => {
        const from = branch.from ?? (await runningChangelist(tx, accountId))?.id ?? null;
        const draft = { accountId, description, personId: person.id };
        const made =
          from === null
            ? await createDraft(tx, { ...draft, files: [] })
            : await branchChangelist(tx, { ...draft, from });
        if (made === null) return { kind: 'not_found' };
        await recordEvent(tx, {
          accountId,
          severity: 'info',
          code: 'DRAFT_CREATED',
          parameters: { person: person.name, draft: description },
        });
        return { kind: 'branched', changelistId: made.changelistId };
      });
    },
    async save({ accountId, person }, request) {
      if (accountId === null || !UUID.test(request.changelistId)) return { kind: 'not_found' };
      return saveChangelist(options, { ...request, accountId, actor: person });
    },
    async merge({ accountId, person }, request) {
      if (accountId === null || !UUID.test(request.changelistId)) return { kind: 'not_found' };
      return mergeDraft(database, { ...request, accountId, actor: person });
    },
    async rollBack({ accountId, person }, version) {
      if (accountId === null || !UUID.test(version.changelistId)) return { kind: 'not_found' };
      return undoable<PublishOutcome, PublishOutcome>(() =>
        database.withAccount(accountId, async (tx) => {
          const outcome = await rollBack(tx, { ...version, accountId }, { actor: person, now: now() });
          return outcome.kind === 'published' ? outcome : undo(outcome);
        }),
      );
    },
  };
}
