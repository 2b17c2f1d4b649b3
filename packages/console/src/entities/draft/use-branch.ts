import { draftDescription, NEW_DRAFT } from '@switchboard/model/changelist';
import { browserName } from '@switchboard/model/presentation/device-name';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { BranchChangelistDocument } from '../../api/generated/documents/change-draft.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useScriptPaths } from './script-paths.ts';

export type DraftCreation = {
  /** Undefined for people without the permission. */
  readonly create: (() => void) | undefined;
  readonly isPending: boolean;
};

/** Branches a draft from the published version, and opens it in the editor. */
export const useCreateDraft = (): DraftCreation => useBranch(null, NEW_DRAFT);

/** Branches a draft from a version that is open in the editor, and opens the draft there. */
export const useBranchOpened = (id: string): DraftCreation =>
  useBranch(id, `Version Created on ${browserName(navigator.userAgent)}`);

function useBranch(id: string | null, description: string): DraftCreation {
  const mayDevelop = usePermission('develop-scripts');
  const navigate = useNavigate();
  const { editor } = useScriptPaths();
  const { run, isPending } = useMutationAction(BranchChangelistDocument, {
    done: () => 'Draft Created',
    failed: 'There was a problem creating your Draft.',
  });
  const create = useCallback(async () => {
    const made = (await run({ description, id }))?.branch_changelist;
    if (made?.__typename === 'Changelist') void navigate(editor(made.id));
  }, [run, navigate, editor, id, description]);
  return { create: mayDevelop ? () => void create() : undefined, isPending };
}

type Version = { readonly id: string; readonly description: string };

/** Clones a version as a draft; undefined for people without the permission. */
export function useCloneDraft(onCloned: () => void): ((version: Version) => void) | undefined {
  const mayDevelop = usePermission('develop-scripts');
  const { run } = useMutationAction(BranchChangelistDocument, {
    done: () => 'Draft cloned',
    problem: ({ branch_changelist: made }) => ('problem' in made ? `Error cloning draft: ${made.problem}` : null),
    failed: 'Error cloning draft',
  });
  const clone = useCallback(
    async ({ id, description }: Version) => {
      const cloned = await run({ id, description: draftDescription(`Copy of ${description}`) });
      if (cloned !== null) onCloned();
    },
    [run, onCloned],
  );
  return mayDevelop ? (version) => void clone(version) : undefined;
}
