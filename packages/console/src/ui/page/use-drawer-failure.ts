import { useEffect, useRef } from 'react';
import { toastFailed } from '../feedback/toasts.ts';

const DRAWER_FAILURE = 'There was a problem processing the request. Contact support if the problem persist';

/** Says that a drawer's subject could not be had, and closes the drawer. */
export function useDrawerFailure(failed: boolean, onClose: () => void): void {
  const told = useRef(false);
  useEffect(() => {
    if (!failed || told.current) return;
    told.current = true;
    toastFailed(DRAWER_FAILURE);
    onClose();
  }, [failed, onClose]);
}
