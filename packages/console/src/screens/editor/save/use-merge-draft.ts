import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { MergeDraftDocument } from '../../../api/generated/documents/editor.ts';
import type { MergeResolution } from '../../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toasts.ts';
import type { DraftHead } from '../draft/load-draft.ts';
import type { MergeConflicts } from './merge-dialog.tsx';

export type MergeDraft = {
  readonly isMerging: boolean;
  readonly conflicts: MergeConflicts | null;
  readonly merge: (resolutions?: readonly MergeResolution[]) => Promise<boolean>;
  readonly dismiss: () => void;
};

/** Merges the Published version into the draft. @param onMerged reads the draft again */
export function useMergeDraft({ id, version }: DraftHead, onMerged: () => Promise<boolean>): MergeDraft {
  const client = useClient();
  const [isMerging, setIsMerging] = useState(false);
  const [conflicts, setConflicts] = useState<MergeConflicts | null>(null);
  const merge = useCallback(
    async (resolutions: readonly MergeResolution[] = []): Promise<boolean> => {
      setIsMerging(true);
      try {
        const { data, error } = await client
          .mutation(MergeDraftDocument, {
            id,
            version,
            resolutions: [...resolutions],
            publishedId: resolutions.length === 0 ? null : (conflicts?.published_id ?? null),
          })
          .toPromise();
        const result = data?.merge_changelist;
        if (result === undefined) {
          const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
          toastFailed(message, requestId);
          return false;
        }
        if (result.__typename === 'MergeConflicts') {
          setConflicts(result);
          return false;
        }
        if (result.__typename !== 'SaveChangelistOk') {
          toastFailed('message' in result ? result.message : 'The draft could not be merged.');
          return false;
        }
        setConflicts(null);
        toastDone('The Published version was merged into the draft.');
        return await onMerged();
      } finally {
        setIsMerging(false);
      }
    },
    [client, id, version, conflicts, onMerged],
  );
  return { isMerging, conflicts, merge, dismiss: () => setConflicts(null) };
}
