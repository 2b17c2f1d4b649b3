import { useCallback } from 'react';
import { copyText } from '../ui/text/copyable.tsx';
import { type ApiCall, curlOf } from './api-call.ts';
import { useSession } from './session/session.ts';

export const API_CALL_TIP = 'Copy the query as a curl command that reads the token from SWITCHBOARD_TOKEN';

/** Copies a call of the API as a curl command without a token. */
export function useCopyApiCall(): (call: ApiCall) => void {
  const { account } = useSession();
  return useCallback(
    (call) => void copyText(curlOf(call, { origin: location.origin, account: account.urlName })),
    [account.urlName],
  );
}
