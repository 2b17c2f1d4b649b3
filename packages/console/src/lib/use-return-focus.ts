import { useEffect, useState } from 'react';

/** Gives the focus back, once this is gone, to what had it before. For layers that are removed, not closed. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
