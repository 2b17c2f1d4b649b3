import { useCallback } from 'react';
import { useSession } from '../../api/session/session.ts';

/** The address of an upload's drawer on the Uploads screen. */
export function useUploadLink(): (upload: { readonly id: string; readonly name: string }) => string {
  const { account } = useSession();
  return useCallback(
    ({ id, name }) =>
      `/app/${account.urlName}/uploads/list?${new URLSearchParams({ selectedUploadId: id, selectedUploadName: name }).toString()}`,
    [account.urlName],
  );
}
