import { useCallback } from 'react';
import { useQuery } from 'urql';
import { FailuresDocument } from '../../api/generated/documents/failures.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { concernsIncidents } from '../../entities/incident/concerns-incidents.ts';
import { utcToday } from '../../lib/dates.ts';
import { useFaviconAlert } from '../../lib/document-head.ts';

const REFETCH_DELAY = 5000;

/** Shows a red dot in the favicon while a download or upload of today has failed. Renders nothing. */
export function FailureAlarm() {
  const [{ data }, refetch] = useQuery({ query: FailuresDocument, variables: { since: utcToday(new Date()) } });
  useRefetchOnChanges(
    useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]),
    concernsIncidents,
    REFETCH_DELAY,
  );
  useFaviconAlert((data?.downloads.nodes.length ?? 0) + (data?.uploads.nodes.length ?? 0) > 0);
  return null;
}
