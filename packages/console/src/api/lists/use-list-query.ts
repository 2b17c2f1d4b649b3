import { useEffect, useRef } from 'react';
import { type AnyVariables, type TypedDocumentNode, type UseQueryState, useQuery } from 'urql';
import type { Identified } from './list-description.ts';
import type { ListState } from './use-list.ts';

const REFETCH_DELAY = 3000;

/** A query beside a list, fetched again when the list has changed. */
export function useListQuery<Data, Variables extends AnyVariables, Row extends Identified>(
  { connection, live }: Pick<ListState<Row>, 'connection' | 'live'>,
  query: TypedDocumentNode<Data, Variables>,
  variables: AnyVariables,
): UseQueryState<Data> {
  const [result, refetch] = useQuery<Data, AnyVariables>({ query, variables });
  const changed = Math.max(connection.updated ?? 0, live.lastChange ?? 0);
  const seen = useRef(0);
  useEffect(() => {
    // The first rows come with the first answer.
    const isFirst = seen.current === 0;
    seen.current = changed;
    if (isFirst) return;
    const timer = setTimeout(() => refetch({ requestPolicy: 'network-only' }), REFETCH_DELAY);
    return () => clearTimeout(timer);
  }, [changed, refetch]);
  return result;
}

/** The variables of a list without those that do not narrow a query beside it. */
export function variablesWithout(
  { variables }: Pick<ListState<Identified>, 'variables'>,
  ignored: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !ignored.includes(name)));
}
