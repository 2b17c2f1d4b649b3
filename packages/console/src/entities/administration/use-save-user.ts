import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveUserDocument } from '../../api/generated/documents/administration.ts';
import type { SaveUserMutationVariables } from '../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';

/** Problems that the server found: messages of a field, by the name of the argument. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;
export type SaveUser = {
  /** Resolves to null when the user was saved, otherwise to what is wrong with fields; every other failure is a toast. */
  readonly save: (
    variables: SaveUserMutationVariables,
    toasts: { readonly done: string; readonly failed: string },
  ) => Promise<FieldProblems | null>;
  readonly isPending: boolean;
};

const NO_FIELD: FieldProblems = {};

/** Adds or changes a user. */
export function useSaveUser(): SaveUser {
  const client = useClient();
  const [isPending, setIsPending] = useState(false);
  const save = useCallback<SaveUser['save']>(
    async (variables, { done, failed }) => {
      setIsPending(true);
      const { data, error } = await client.mutation(SaveUserDocument, variables).toPromise();
      setIsPending(false);
      const result = data?.saveUserV2;
      if (result === undefined) {
        toastFailed(failed, describeFailure(error ?? { graphQLErrors: [] }).requestId);
        return NO_FIELD;
      }
      switch (result.__typename) {
        case 'SavedUser':
          toastDone(result.invited ? 'Invitation sent' : done);
          return null;
        case 'InsecurePasswordError':
          return { userPassword: result.errors };
        case 'ConflictingEmailError':
          return { userEmail: [result.problem] };
        case 'InvalidUserError':
          return { [result.field]: [result.problem] };
        default:
          toastFailed(result.problem);
          return NO_FIELD;
      }
    },
    [client],
  );
  return { save, isPending };
}
