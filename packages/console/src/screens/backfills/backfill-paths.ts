import { useMemo } from 'react';
import { useSession } from '../../api/session/session.ts';

type Named = { readonly id: string; readonly title: string };

export type BackfillPaths = {
  readonly list: string;
  /** The details of a backfill with its connections. */
  readonly details: (backfill: Named) => string;
};

/** The addresses of the screens of backfills. */
export function useBackfillPaths(): BackfillPaths {
  const { urlName } = useSession().account;
  return useMemo(() => {
    const base = `/app/${urlName}/backfills`;
    return {
      list: `${base}/list`,
      details: ({ id, title }) =>
        `${base}/details/${encodeURIComponent(id)}?${new URLSearchParams({ backfillName: title, currentTab: 'Connections' }).toString()}`,
    };
  }, [urlName]);
}
