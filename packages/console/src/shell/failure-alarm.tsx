import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { FailuresDocument } from '../api/generated/documents/failures.ts';
import { useLive } from '../api/live/live.ts';
import { utcToday } from '../lib/dates.ts';
import { useFaviconAlert } from '../lib/document-head.ts';

const REFETCH_DELAY = 5000;

/** Shows a red dot in the favicon while a download or upload of today has failed. Renders nothing. */
export function FailureAlarm() {
  const [{ data }, refetch] = useQuery({ query: FailuresDocument, variables: { since: utcToday(new Date()) } });
  const { listen } = useLive();
  const timer = useRef(0);
  useEffect(() => {
    const stop = listen(() => {
      if (timer.current !== 0) return;
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        refetch({ requestPolicy: 'network-only' });
      }, REFETCH_DELAY);
    });
    return () => {
      clearTimeout(timer.current);
      timer.current = 0;
      stop();
    };
  }, [listen, refetch]);
  useFaviconAlert((data?.downloads.nodes.length ?? 0) + (data?.uploads.nodes.length ?? 0) > 0);
  return null;
}
