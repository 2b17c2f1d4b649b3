import { useCallback } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { StartOAuthDocument } from '../../api/generated/documents/start-oauth.ts';
import type { StartOAuthQueryVariables } from '../../api/generated/graphql.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';

/** Asks the server for the address of a provider. A failure is shown as a toast, and rejects. */
export function useStartOAuth(): (variables: StartOAuthQueryVariables) => Promise<string> {
  const client = useClient();
  return useCallback(
    async (variables) => {
      const { data, error } = await client
        .query(StartOAuthDocument, variables, { requestPolicy: 'network-only' })
        .toPromise();
      if (data !== undefined && error === undefined) return data.start_oauth;
      const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
      toastFailed(message, requestId);
      throw new Error(message);
    },
    [client],
  );
}
