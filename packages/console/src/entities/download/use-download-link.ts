import { useCallback } from 'react';
import { useSession } from '../../api/session/session.ts';

/** The address of a download's drawer on the Downloads screen. */
export function useDownloadLink(): (download: { readonly id: string }) => string {
  const { account } = useSession();
  return useCallback(
    ({ id }) => `/app/${account.urlName}/downloads/list?${new URLSearchParams({ downloadBundleId: id }).toString()}`,
    [account.urlName],
  );
}
