import { useCallback } from 'react';
import { type CombinedError, useQuery } from 'urql';
import { CriticalPathDocument } from '../../api/generated/documents/timeline.ts';
import type { CriticalPathQuery } from '../../api/generated/graphql.ts';

type Step = Extract<CriticalPathQuery['critical_path'], { __typename: 'CriticalPath' }>['steps'][number];

export type CriticalPath = {
  /** Null while it is read, and for a download. */
  readonly steps: readonly Step[] | null;
  readonly failure: CombinedError | null;
  readonly retry: () => void;
};

const NO_STEPS: readonly Step[] = [];

/** The units that decided when an upload was there. @param uploadId null: no upload is chosen */
export function useCriticalPath(uploadId: string | null): CriticalPath {
  const [{ data, error }, ask] = useQuery({
    query: CriticalPathDocument,
    variables: { upload_id: uploadId ?? '' },
    pause: uploadId === null,
    requestPolicy: 'cache-and-network',
  });
  const retry = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  if (uploadId === null) return { steps: null, failure: null, retry };
  const path = data?.critical_path;
  const steps = path === undefined ? null : path.__typename === 'CriticalPath' ? path.steps : NO_STEPS;
  return { steps, failure: steps === null ? (error ?? null) : null, retry };
}
