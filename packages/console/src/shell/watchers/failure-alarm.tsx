import { useEffect } from 'react';
import { useQuery } from 'urql';
import { FailuresDocument } from '../../api/generated/documents/failures.ts';
import { useLive } from '../../api/live/live.ts';
import { utcToday } from '../../lib/dates.ts';
import { useFaviconAlert } from '../../lib/document-head.ts';

const REFETCH_DELAY = 5000;

/** Shows a red dot in the favicon while a download or upload of today has failed. Renders nothing. */
export function FailureAlarm() {
  const [{ data }, refetch] = useQuery({ query: FailuresDocument, variables: { since: utcToday(new Date()) } });
  const { listen, schedule } = useLive();
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const stop = listen(() => {
      cancel ??= schedule(() => {
        cancel = null;
        refetch({ requestPolicy: 'network-only' });
      }, REFETCH_DELAY);
    });
    return () => {
      cancel?.();
      stop();
    };
  }, [listen, schedule, refetch]);
  useFaviconAlert((data?.downloads.nodes.length ?? 0) + (data?.uploads.nodes.length ?? 0) > 0);
  return null;
}
