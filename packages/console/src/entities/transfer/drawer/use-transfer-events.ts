import { LIMITS } from '@switchboard/model/limits';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { TransferEventsDocument } from '../../../api/generated/documents/transfer.ts';
import type { EventRowFragment } from '../../../api/generated/graphql.ts';

const NONE: readonly EventRowFragment[] = [];

/**
 * The latest events of a download or an upload.
 * @param status its status; a change of it fetches the events again
 */
export function useTransferEvents(
  scope: { readonly download_id: string } | { readonly upload_id: string },
  status: string | undefined,
): { readonly events: readonly EventRowFragment[]; readonly loading: boolean } {
  const [{ data, fetching }, refetch] = useQuery({
    query: TransferEventsDocument,
    variables: { ...scope, first: LIMITS.eventPageSize },
    requestPolicy: 'cache-and-network',
  });
  const isLoaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the status fetches again
  useEffect(() => {
    if (isLoaded) refetch({ requestPolicy: 'network-only' });
  }, [status]);
  return { events: data?.events.nodes ?? NONE, loading: fetching };
}
