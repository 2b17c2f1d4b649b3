import { useCallback, useEffect } from 'react';
import { useQuery } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { PublishedChangelistDocument } from '../../api/generated/documents/draft.ts';
import type { PublishedChangelistQuery } from '../../api/generated/graphql.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useVisible } from '../../lib/use-visible.ts';
import { concernsChangelists } from './changelist-lists.ts';

export type PublishedVersion = NonNullable<PublishedChangelistQuery['published_changelist']>;

export type PublishedVersionState = {
  /** Null when nothing is published, undefined while it is not known. */
  readonly published: PublishedVersion | null | undefined;
  readonly failure: Failure | null;
  readonly refresh: () => void;
};

/** Its flows start and end all the time: each of them would be too often to count them all again. */
const COUNT_INTERVAL = 30_000;

/** The published version of the script, with its flows. It follows publications at once, and flows every 30 s. */
export function usePublishedVersion(): PublishedVersionState {
  const [{ data, error }, refetch] = useQuery({
    query: PublishedChangelistDocument,
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsChangelists);
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    const timer = setInterval(refresh, COUNT_INTERVAL);
    return () => clearInterval(timer);
  }, [isVisible, refresh]);
  return {
    // A failed query answers null.
    published: data === undefined || data === null ? undefined : (data.published_changelist ?? null),
    failure: error === undefined ? null : describeFailure(error),
    refresh,
  };
}
