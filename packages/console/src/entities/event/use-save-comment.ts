import { useCallback, useState } from 'react';
import { useMutation } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveEventDocument } from '../../api/generated/documents/event-comment.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';

/** Writes the comment of an event. Shows the outcome and resolves to whether it was saved. */
export function useSaveComment(): {
  readonly isSaving: boolean;
  readonly save: (id: string, comment: string) => Promise<boolean>;
} {
  const [, run] = useMutation(SaveEventDocument);
  const [isSaving, setIsSaving] = useState(false);
  const save = useCallback(
    async (id: string, comment: string) => {
      setIsSaving(true);
      const { data, error } = await run({ id, comment });
      setIsSaving(false);
      const saved = data?.save_event;
      if (error !== undefined || saved === undefined) {
        const failure = describeFailure(error ?? { graphQLErrors: [] });
        toastFailed(failure.message, failure.requestId);
        return false;
      }
      if (saved.__typename === 'NotFoundError') {
        toastFailed(saved.problem);
        return false;
      }
      toastDone(comment.trim() === '' ? 'Comment removed.' : 'Comment saved.');
      return true;
    },
    [run],
  );
  return { isSaving, save };
}
