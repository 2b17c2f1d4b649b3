import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useSignIn } from '../../api/session/sign-in-provider.tsx';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { discardUnsavedChanges } from '../../lib/unsaved-changes.ts';

const SessionExpiryDialog = lazyLayer(async () => (await import('./session-expiry-dialog.tsx')).SessionExpiryDialog);

type SessionExpiry = {
  /** Asks the person to sign in again; true once they have, false when they leave the page. One question at a time. */
  readonly ask: () => Promise<boolean>;
  readonly dialog: ReactNode;
};

/** Asks for a new sign-in without leaving the page, which has unsaved input. */
export function useSessionExpiry(): SessionExpiry {
  const signIn = useSignIn();
  const [isAsking, setIsAsking] = useState(false);
  const question = useRef<PromiseWithResolvers<boolean> | null>(null);
  const ask = useCallback(() => {
    question.current ??= Promise.withResolvers<boolean>();
    setIsAsking(true);
    return question.current.promise;
  }, []);
  const settle = (isSignedIn: boolean): void => {
    setIsAsking(false);
    if (!isSignedIn) discardUnsavedChanges();
    question.current?.resolve(isSignedIn);
    question.current = null;
  };
  const dialog = isAsking && (
    <SessionExpiryDialog signIn={signIn.again} onSignedIn={() => settle(true)} onLeave={() => settle(false)} />
  );
  return { ask, dialog };
}
