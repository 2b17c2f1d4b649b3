import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { IntegrationChannelsDocument } from '../../api/generated/documents/integrations.ts';
import type { IntegrationChannelsQuery } from '../../api/generated/graphql.ts';

export type Channel = NonNullable<IntegrationChannelsQuery['integration']>['assistance']['channels'][number];

export type Channels = {
  readonly list: readonly Channel[];
  readonly isLoading: boolean;
  /** Why they could not be read; null when they were. */
  readonly error: string | null;
  readonly retry: () => void;
};

/** The channels that an integration offers. @param id null while there are none to ask for */
export function useChannels(id: string | null): Channels {
  const [{ data, error, fetching }, refetch] = useQuery({
    query: IntegrationChannelsDocument,
    variables: { id: id ?? '' },
    requestPolicy: 'cache-and-network',
    pause: id === null,
  });
  const retry = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const assistance = data?.integration?.assistance;
  return {
    list: assistance?.channels ?? [],
    isLoading: fetching && assistance === undefined,
    error: error === undefined ? (assistance?.error ?? null) : describeFailure(error).message,
    retry,
  };
}
