import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';

/** Leads back to the list of keys, and says why. */
export function ReturnToVault({ reason }: { readonly reason: string }) {
  const navigate = useNavigate();
  const { list } = useKeyPaths();
  useEffect(() => {
    toastFailed(reason);
    void navigate(list, { replace: true });
  }, [navigate, list, reason]);
  return null;
}

export const WRONG_PARAMETERS = 'Page was accessed with the wrong URL params.';
