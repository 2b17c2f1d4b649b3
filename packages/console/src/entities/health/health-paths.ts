import { useMemo } from 'react';
import { useSession } from '../../api/session/session.ts';

export type ArtifactType = 'download' | 'upload';

export type HealthPaths = {
  readonly home: string;
  /** The details of a download or upload. */
  readonly details: (type: ArtifactType, name: string) => string;
};

/** The addresses of Home and of the details that it leads to. */
export function useHealthPaths(): HealthPaths {
  const { urlName } = useSession().account;
  return useMemo(
    () => ({
      home: `/app/${urlName}/homepage`,
      details: (type, name) => `/app/${urlName}/homepage-details?${new URLSearchParams({ name, type }).toString()}`,
    }),
    [urlName],
  );
}
