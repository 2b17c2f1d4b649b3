import { useEffect } from 'react';

const holders = new Set<symbol>();

/** Whether any form of the page has input that is not saved. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Forgets all unsaved input, so that the page can be left without a question. For a sign-out in another tab. */
export function discardUnsavedChanges(): void {
  holders.clear();
  window.removeEventListener('beforeunload', warnBeforeUnload);
}

/**
 * Marks the page as unsaved while `isUnsaved` is true. The browser then asks before the page is left, and nothing
 * reloads it.
 */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = Symbol('unsaved changes');
    holders.add(holder);
    window.addEventListener('beforeunload', warnBeforeUnload);
    return () => {
      holders.delete(holder);
      if (holders.size === 0) window.removeEventListener('beforeunload', warnBeforeUnload);
    };
  }, [isUnsaved]);
}
