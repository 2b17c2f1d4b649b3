import { useEffect } from 'react';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { useRedirect } from '../../lib/address/address-router.tsx';
import { toastFailed } from '../../ui/feedback/toasts.ts';

/** Leads back to the list of keys, and says why. */
export function ReturnToVault({ reason }: { readonly reason: string }) {
  const redirect = useRedirect();
  const { list } = useKeyPaths();
  useEffect(() => {
    if (redirect(list)) toastFailed(reason);
  }, [redirect, list, reason]);
  return null;
}

export const WRONG_PARAMETERS = 'Page was accessed with the wrong URL params.';
