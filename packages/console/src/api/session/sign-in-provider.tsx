import { Button } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { MessageScreen } from '../../ui/feedback/states.tsx';
import { type ConsoleSettings, fetchSettings } from './settings.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

const SignInContext = createContext<SignIn | null>(null);

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext);
  if (signIn === null) throw new Error('The sign-in is not set up yet.');
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

type Props = { readonly waiting: ReactNode; readonly children: ReactNode };

/** Fetches the console's settings and sets the sign-in up with them. */
export function SignInProvider({ waiting, children }: Props) {
  const [setup, setSetup] = useState<Setup | 'waiting' | 'failed'>('waiting');
  const start = useCallback(() => {
    setSetup('waiting');
    void setUp().then((made) => setSetup(made ?? 'failed'));
  }, []);
  useEffect(start, [start]);
  if (setup === 'waiting') return waiting;
  if (setup === 'failed') {
    return (
      <MessageScreen
        title="Switchboard cannot be reached"
        actions={
          <Button variant="filled" onClick={start}>
            Retry
          </Button>
        }
      >
        The server did not answer. Check your connection, then try again.
      </MessageScreen>
    );
  }
  return <SignInContext value={setup.signIn}>{children}</SignInContext>;
}
