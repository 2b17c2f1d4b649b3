import { DRAFT_STATUSES } from '@switchboard/model/changelist';
import { LIMITS } from '@switchboard/model/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { SaveDraftDocument } from '../../../api/generated/documents/editor.ts';
import type { SaveDraftMutation } from '../../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toasts.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import type { DraftHead, DraftState } from '../draft/load-draft.ts';

/** Action after saving. */
export type SaveAction =
  | { readonly kind: 'save' }
  | { readonly kind: 'publish'; readonly force: boolean }
  | { readonly kind: 'test'; readonly uploads: readonly string[]; readonly fetchNew: boolean };

type Result = SaveDraftMutation['save_changelist'];
export type StaleDraft = Extract<Result, { __typename: 'StaleChangelistError' }>;

/** A question that came back instead of a saved draft. */
export type SaveQuestion =
  | { readonly kind: 'stale'; readonly stale: StaleDraft; readonly action: SaveAction }
  | { readonly kind: 'overwrite'; readonly message: string };

export type SaveDraft = {
  readonly isSaving: boolean;
  /** Resolves to whether all that was asked for has happened. */
  readonly save: (action: SaveAction) => Promise<boolean>;
  readonly question: SaveQuestion | null;
  readonly dismiss: () => void;
};

const DONE = { save: 'Draft Saved', test: 'Draft Saved and Tests Started', publish: 'Draft Published' } as const;
const FIX_ERRORS = {
  save: 'Fix Validation Errors.',
  test: 'Cannot initiate Test - Fix Validation Errors.',
  publish: 'Cannot Publish - Fix Validation Errors.',
} as const;
const UNREACHABLE = {
  save: 'There was a problem saving the Draft.',
  test: 'There was a problem testing the Draft.',
  publish: 'There was a problem saving the Draft.',
} as const;
const NOT_SAVED = 'There was a problem saving the Draft';

/** The toast about errors that keep a draft from being tested or published. */
export const errorsToast = (kind: SaveAction['kind']): string => FIX_ERRORS[kind];

type Options = {
  readonly files: DraftFiles;
  readonly head: DraftHead;
  readonly onState: (change: (state: DraftState) => DraftState) => void;
  /** The draft is not one any more: the page is read again. */
  readonly onOutdated: () => void;
  /** More files were saved than one answer returns: they are read again. */
  readonly onReload: () => Promise<unknown>;
};

/** The paths of files that changes write. */
const writtenPaths = (changes: ReturnType<DraftFiles['changes']>): string[] =>
  changes.flatMap(({ path, text, original_path: origin }) => (text == null && origin == null ? [] : [path]));

/** Saves the draft, and tests or publishes it in the same step: all of it happens, or nothing. Outcomes are toasts. */
export function useSaveDraft({ files, head, onState, onOutdated, onReload }: Options): SaveDraft {
  const client = useClient();
  const [isSaving, setIsSaving] = useState(false);
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const isSending = useRef(false);
  const version = useRef(head.version);
  useEffect(() => {
    version.current = head.version;
  }, [head.version]);
  const id = head.id;

  const take = useCallback(
    (result: Result, action: SaveAction, sent: ReturnType<DraftFiles['changes']>): boolean => {
      switch (result.__typename) {
        case 'SaveChangelistOk': {
          const { files: stored, ...saved } = result.changelist;
          files.saved(stored, sent);
          version.current = saved.version;
          const isPublished = !DRAFT_STATUSES.some((status) => status === saved.status);
          onState((state) => ({ head: saved, publishedId: isPublished ? saved.id : state.publishedId }));
          const hasWarnings = result.compilation_result.messages.some(
            ({ type }) => type === 'warning' || type === 'beta',
          );
          toastDone(`${DONE[action.kind]}${hasWarnings ? ' with some warnings.' : ''}`);
          return true;
        }
        case 'CompilationErrors':
          toastFailed(FIX_ERRORS[action.kind]);
          return false;
        case 'NeedsMergeError':
          setQuestion({ kind: 'overwrite', message: result.message });
          return false;
        case 'StaleChangelistError':
          setQuestion({ kind: 'stale', stale: result, action });
          return false;
        default:
          // The draft was archived or published meanwhile.
          toastFailed(result.message || NOT_SAVED);
          onOutdated();
          return false;
      }
    },
    [files, onState, onOutdated],
  );

  const save = useCallback(
    async (action: SaveAction): Promise<boolean> => {
      if (isSending.current) return false;
      const changes = files.changes();
      if (action.kind === 'save' && changes.length === 0) {
        toastDone('There are no changes to Save.');
        return false;
      }
      const isLarge = changes.length > LIMITS.openedFiles;
      isSending.current = true;
      setIsSaving(true);
      setQuestion(null);
      try {
        const { data, error } = await client
          .mutation(SaveDraftDocument, {
            id,
            version: version.current,
            changelist: changes.length === 0 ? null : { files: changes },
            paths: isLarge ? [] : writtenPaths(changes),
            action: { save: null, publish: 'publish', test: 'proof' }[action.kind],
            ...(action.kind === 'publish' ? { force: action.force } : {}),
            ...(action.kind === 'test' ? { uploads: [...action.uploads], fetchNew: action.fetchNew } : {}),
          })
          .toPromise();
        if (data !== undefined && error === undefined) {
          const isDone = take(data.save_changelist, action, changes);
          if (isDone && isLarge) await onReload();
          return isDone;
        }
        const failure = describeFailure(error ?? { graphQLErrors: [] });
        const isAnswered = error?.networkError === undefined;
        toastFailed(isAnswered ? failure.message || NOT_SAVED : UNREACHABLE[action.kind], failure.requestId);
        return false;
      } finally {
        isSending.current = false;
        setIsSaving(false);
      }
    },
    [client, files, id, take, onReload],
  );
  return { isSaving, save, question, dismiss: () => setQuestion(null) };
}
