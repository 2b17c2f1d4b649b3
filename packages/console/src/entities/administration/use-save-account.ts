import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveAccountDocument } from '../../api/generated/documents/administration.ts';
import type { SaveAccountMutationVariables } from '../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';

export type AccountProblem = { readonly field: string; readonly message: string };
export type AccountOutcome = { readonly isSaved: boolean; readonly problem: AccountProblem | null };
export type SaveAccount = {
  /** A refused value is answered with its field, every other outcome is a toast. */
  readonly save: (variables: SaveAccountMutationVariables, done: string, failed?: string) => Promise<AccountOutcome>;
  readonly isPending: boolean;
};

const FIELDS: Readonly<Record<string, string>> = {
  ConflictingNameError: 'name',
  ConflictingUrlNameError: 'newUrlName',
};

/** Adds or changes an account. */
export function useSaveAccount(): SaveAccount {
  const client = useClient();
  const [isPending, setIsPending] = useState(false);
  const save = useCallback<SaveAccount['save']>(
    async (variables, done, failed = 'Error when saving account') => {
      setIsPending(true);
      const { data, error } = await client.mutation(SaveAccountDocument, variables).toPromise();
      setIsPending(false);
      const result = data?.saveAccountV2;
      if (result === undefined) {
        toastFailed(failed, describeFailure(error ?? { graphQLErrors: [] }).requestId);
        return { isSaved: false, problem: null };
      }
      if (result.__typename === 'Account') {
        toastDone(done);
        return { isSaved: true, problem: null };
      }
      const field = result.__typename === 'InvalidAccountError' ? result.field : FIELDS[result.__typename];
      if (field !== undefined) return { isSaved: false, problem: { field, message: result.problem } };
      toastFailed(result.problem);
      return { isSaved: false, problem: null };
    },
    [client],
  );
  return { save, isPending };
}
