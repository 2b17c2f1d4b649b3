import { useCallback } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveRuleDocument } from '../../api/generated/documents/email-ingest.ts';
import type { SaveRuleMutationVariables } from '../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';

/** A value of a rule that the server refused. */
export type FieldProblem = { readonly field: string; readonly message: string };
export type RuleOutcome = { readonly isSaved: boolean; readonly problem: FieldProblem | null };

/** Adds, changes, moves or deletes a rule. A refused value is answered, every other outcome is a toast. */
export function useSaveRule(): (variables: SaveRuleMutationVariables) => Promise<RuleOutcome> {
  const client = useClient();
  return useCallback(
    async (variables) => {
      const { data, error } = await client.mutation(SaveRuleDocument, variables).toPromise();
      const result = data?.save_emailmatch;
      if (result === undefined) {
        toastFailed('Error updating recipient', describeFailure(error ?? { graphQLErrors: [] }).requestId);
        return { isSaved: false, problem: null };
      }
      if (result.__typename === 'EmailRecipient') {
        toastDone('Successfully updated rules for recipient');
        return { isSaved: true, problem: null };
      }
      if ('field' in result) return { isSaved: false, problem: { field: result.field, message: result.problem } };
      toastFailed(result.problem);
      return { isSaved: false, problem: null };
    },
    [client],
  );
}
