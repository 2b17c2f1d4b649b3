import { useCallback, useEffect } from 'react';
import { useQuery } from 'urql';
import { IncidentCountDocument } from '../../api/generated/documents/incident.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useSession } from '../../api/session/session.ts';
import { concernsIncidents } from '../../entities/incident/concerns-incidents.ts';

/** Milliseconds: an account with many runs changes all the time. */
const REFETCH_DELAY = 10_000;

type Props = {
  /** A constant function. */
  readonly onCount: (count: number) => void;
};

/** Reports how many incidents of production the account has, now and whenever that may have changed. Renders nothing. */
export function OpenIncidents({ onCount }: Props) {
  const { account } = useSession();
  const [{ data }, refetch] = useQuery({ query: IncidentCountDocument, variables: { account: account.urlName } });
  useRefetchOnChanges(
    useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]),
    concernsIncidents,
    REFETCH_DELAY,
  );
  const count = data?.incidents.nodes.filter(({ purpose }) => purpose === 'production').length;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  return null;
}
