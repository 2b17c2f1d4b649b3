import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { RetryScreen } from '../../ui/feedback/states.tsx';
import { type ConsoleSettings, fetchSettings } from './settings.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

const SignInContext = createContext<SignIn | null>(null);

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext);
  if (signIn === null) throw new Error('useSignIn requires a SignInProvider.');
  return signIn;
}

type Setup = { readonly signIn: SignIn; readonly settings: ConsoleSettings };

const setUp = async (): Promise<Setup | null> => {
  try {
    const settings = await fetchSettings();
    return { settings, signIn: createSignIn(settings, location.origin) };
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
