import { useMemo } from 'react';
import { useSession } from '../../api/session/session.ts';

export type TestRunPaths = {
  readonly drafts: string;
  /** A draft in the editor. */
  readonly editor: (changelistId: string) => string;
};

/** The addresses to which test runs lead. */
export function useTestRunPaths(): TestRunPaths {
  const { urlName } = useSession().account;
  return useMemo(
    () => ({
      drafts: `/app/${urlName}/scripts/drafts`,
      editor: (changelistId) => `/app/${urlName}/scripts/editor/${encodeURIComponent(changelistId)}/`,
    }),
    [urlName],
  );
}
