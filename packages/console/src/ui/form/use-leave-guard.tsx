import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { guardNavigation } from '../../lib/guard-navigation.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { hasUnsavedChanges, useUnsavedChanges } from '../../lib/unsaved-changes.ts';

const importDialog = async () => (await import('./leave-dialog.tsx')).LeaveDialog;
const LeaveDialog = lazyLayer(importDialog);

export type LeaveGuard = {
  /** Runs an action that gives up the input, after a question while anything is unsaved. */
  readonly leave: (action: () => void) => void;
  /** Lets the page be left without a question: the input was saved. */
  readonly release: () => void;
  /** The question; rendered by the form. */
  readonly dialog: ReactNode;
};

/** Asks before unsaved input is lost: on links, Back and Forward, on Cancel, and when the tab is closed. */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  useUnsavedChanges(isUnsaved);
  const navigate = useNavigate();
  const isArmed = useRef(isUnsaved);
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    isArmed.current = isUnsaved;
    // The question is there when it is asked, also while the server is not.
    if (isUnsaved) importDialog().catch(() => undefined);
  }, [isUnsaved]);
  useEffect(
    () =>
      guardNavigation({
        isGuarded: () => isArmed.current && hasUnsavedChanges(),
        navigate: (address, replace) => void navigate(address, { replace }),
        onStopped: (resume) => setPending(() => resume),
      }),
    [navigate],
  );
  const release = useCallback(() => {
    isArmed.current = false;
  }, []);
  const leave = useCallback((action: () => void) => {
    if (isArmed.current) setPending(() => action);
    else action();
  }, []);
  const dialog =
    pending === null ? null : (
      <LeaveDialog
        onStay={() => setPending(null)}
        onLeave={() => {
          setPending(null);
          release();
          pending();
        }}
      />
    );
  return { leave, release, dialog };
}
