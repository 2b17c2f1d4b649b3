import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { discardUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { RetryScreen } from '../../ui/feedback/states.tsx';
import { type ConsoleSettings, fetchSettings } from './settings.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { openTabChannel } from './tab-channel.ts';

/** Provided by `SignInProvider`. */
export const SignInContext = createContext<SignIn | null>(null);

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext);
  if (signIn === null) throw new Error('useSignIn requires a SignInProvider.');
  return signIn;
}

type Setup = { readonly signIn: SignIn; readonly settings: ConsoleSettings };

/** Where a tab goes when the person has signed out in another one. Loaded as a page, so that no data stay in memory. */
const SIGNED_OUT = '/logout?state=done';

function leave(): void {
  if (location.pathname === '/logout') return;
  discardUnsavedChanges();
  location.replace(SIGNED_OUT);
}

const setUp = async (): Promise<Setup | null> => {
  try {
    const settings = await fetchSettings();
    const tabs = openTabChannel(leave);
    return { settings, signIn: createSignIn(settings, location.origin, tabs.announceSignOut) };
  } catch {
    return null;
  }
};

type Props = { readonly fallback: ReactNode; readonly children: ReactNode };

/** Fetches the console's settings and provides the sign-in. */
export function SignInProvider({ fallback, children }: Props) {
  const [setup, setSetup] = useState<Setup | 'loading' | 'failed'>('loading');
  const start = useCallback(() => {
    setSetup('loading');
    void setUp().then((made) => setSetup(made ?? 'failed'));
  }, []);
  useEffect(start, [start]);
  if (setup === 'loading') return fallback;
  if (setup === 'failed') {
    return (
      <RetryScreen title="Switchboard cannot be reached" onRetry={start}>
        The server did not answer. Check your connection, then try again.
      </RetryScreen>
    );
  }
  return <SignInContext value={setup.signIn}>{children}</SignInContext>;
}
