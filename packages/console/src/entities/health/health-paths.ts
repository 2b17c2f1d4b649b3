import { useMemo } from 'react';
import { useSession } from '../../api/session/session.ts';

export type ArtifactType = 'download' | 'upload';

export type HealthPaths = {
  readonly home: string;
  /** The details of a download or upload. @param day yyyy-MM-dd; without it they open on the day that is wrong, or today */
  readonly details: (type: ArtifactType, name: string, day?: string | null) => string;
};

/** The addresses of Home and of the details that it leads to. */
export function useHealthPaths(): HealthPaths {
  const { urlName } = useSession().account;
  return useMemo(
    () => ({
      home: `/app/${urlName}/homepage`,
      details: (type, name, day = null) =>
        `/app/${urlName}/homepage-details?${new URLSearchParams({ name, type, ...(day === null ? {} : { day }) }).toString()}`,
    }),
    [urlName],
  );
}
