import { useCallback, useState } from 'react';
import { type TypedDocumentNode, useClient, useQuery } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { takePrefetched } from '../../api/prefetched.ts';

type Options<Data, Variables> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Omit<Variables, 'refresh'>;
  readonly pause?: boolean;
  /** Names the screen, for which the query may have been prefetched. */
  readonly title?: string;
};

export type RefreshableQuery<Data> = {
  /** Undefined before the first answer. */
  readonly data: Data | undefined;
  /** Why the last answer is missing. */
  readonly failure: Failure | null;
  readonly isRefreshing: boolean;
  /** Asks again with refresh=true. The cache then holds the result as that of the query itself. */
  readonly refresh: () => void;
};

/** A query with the argument `refresh`. What is shown stays while it is refreshed. */
export function useRefreshableQuery<Data, Variables extends { readonly refresh?: boolean | null | undefined }>({
  document,
  variables,
  pause = false,
  title = '',
}: Options<Data, Variables>): RefreshableQuery<Data> {
  const client = useClient();
  const question = JSON.stringify(variables);
  const [isPrefetched] = useState(() => takePrefetched(client, title, question));
  const [{ data, error }] = useQuery({
    query: document,
    variables: variables as Variables,
    requestPolicy: isPrefetched ? 'cache-first' : 'cache-and-network',
    pause,
  });
  const [pending, setPending] = useState(0);
  const [refused, setRefused] = useState<{ readonly question: string; readonly failure: Failure | null } | null>(null);
  const refresh = useCallback(() => {
    setPending((count) => count + 1);
    void client
      .query(document, { ...JSON.parse(question), refresh: true } as Variables, { requestPolicy: 'network-only' })
      .toPromise()
      .then((result) => {
        setPending((count) => count - 1);
        setRefused({ question, failure: result.error === undefined ? null : describeFailure(result.error) });
      });
  }, [client, document, question]);
  const first = error === undefined ? null : describeFailure(error);
  const failure = refused?.question === question ? refused.failure : first;
  return { data: data ?? undefined, failure, isRefreshing: pending > 0, refresh };
}
