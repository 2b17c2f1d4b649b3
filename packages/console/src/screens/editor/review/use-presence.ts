import { LIMITS } from '@switchboard/model/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { EnterDraftDocument, LeaveDraftDocument } from '../../../api/generated/documents/review.ts';
import type { EnterDraftMutation } from '../../../api/generated/graphql.ts';
import type { Changes } from '../../../api/live/live.ts';
import { useRefetchOnChanges } from '../../../api/live/use-refetch-on-changes.ts';

export type Presence = NonNullable<EnterDraftMutation['enter_changelist']>;

const EMPTY: Presence = { own_tabs: 0, others: [] };

/**
 * Reports that this tab has a draft open, and reads who else has. A tab that is closed leaves at once; one that crashes is gone
 * once it has not reported for `LIMITS.presenceExpiry`.
 * @param isEditing whether the tab has changes that are not saved
 */
export function usePresence(id: string, isEditing: boolean): Presence {
  const client = useClient();
  const [tab] = useState(() => crypto.randomUUID());
  const [presence, setPresence] = useState<Presence>(EMPTY);
  const editing = useRef(isEditing);
  const isHere = useRef(false);
  const report = useCallback(() => {
    if (!isHere.current) return;
    client
      .mutation(EnterDraftDocument, { id, tab, editing: editing.current })
      .toPromise()
      .then(({ data }) => {
        if (data?.enter_changelist != null && isHere.current) setPresence(data.enter_changelist);
      })
      // The next report asks again.
      .catch(() => undefined);
  }, [client, id, tab]);
  useEffect(() => {
    const enter = (): void => {
      isHere.current = true;
      report();
    };
    const leave = (): void => {
      if (!isHere.current) return;
      isHere.current = false;
      // The page may be gone before the answer comes.
      void client.mutation(LeaveDraftDocument, { id, tab }, { fetchOptions: { keepalive: true } }).toPromise();
    };
    enter();
    const timer = setInterval(report, LIMITS.presenceInterval);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', enter);
    document.addEventListener('visibilitychange', report);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', enter);
      document.removeEventListener('visibilitychange', report);
      leave();
    };
  }, [client, id, tab, report]);
  useEffect(() => {
    if (editing.current === isEditing) return;
    editing.current = isEditing;
    report();
  }, [isEditing, report]);
  const concerns = useCallback(
    ({ changelists }: Changes) => changelists.some((changelist) => changelist.id === id),
    [id],
  );
  useRefetchOnChanges(report, concerns);
  return presence;
}
