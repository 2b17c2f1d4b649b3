import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveKeyDocument } from '../../api/generated/documents/save-key.ts';
import type { SaveKeyMutationVariables } from '../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import type { FormProblem } from '../../ui/form/form-spec.ts';
import { formProblems } from './key-form-spec.ts';

export type KeySaving = {
  /** Saves a key and says so; resolves to what is wrong with it. */
  readonly save: (variables: SaveKeyMutationVariables) => Promise<readonly FormProblem[]>;
  /** Somebody else has saved the key since it was opened. */
  readonly isOutdated: boolean;
  readonly reset: () => void;
};

/** @param outcome what the toast says has happened to the key: "created", "updated" */
export function useSaveKey(outcome: 'created' | 'updated'): KeySaving {
  const client = useClient();
  const [isOutdated, setIsOutdated] = useState(false);
  const reset = useCallback(() => setIsOutdated(false), []);
  const save = useCallback(
    async (variables: SaveKeyMutationVariables): Promise<readonly FormProblem[]> => {
      const { data, error } = await client.mutation(SaveKeyDocument, variables).toPromise();
      const saved = data?.save_credential;
      if (saved === undefined) {
        const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
        toastFailed('There was an unexpected error saving the credential.', requestId);
        return [{ field: null, message }];
      }
      if (saved.__typename === 'InvalidCredential') return [{ field: null, message: saved.message }];
      if (saved.__typename === 'ValidationErrors') {
        setIsOutdated(saved.errors.some(({ typeId }) => typeId === 'changed_meanwhile'));
        return formProblems(saved.errors);
      }
      toastDone(`${saved.credential?.name ?? variables.name} was successfully ${outcome}!`);
      return [];
    },
    [client, outcome],
  );
  return { save, isOutdated, reset };
}
