import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { MessageScreen } from '../../ui/states.tsx';
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
  const [attempt, setAttempt] = useState(0);
  const [setup, setSetup] = useState<Setup | 'waiting' | 'failed'>('waiting');
  useEffect(() => {
    let gone = false;
    void setUp().then((made) => {
      if (!gone) setSetup(made ?? 'failed');
    });
    return () => {
      gone = true;
    };
  }, [attempt]);
  if (setup === 'waiting') return waiting;
  if (setup === 'failed') {
    return (
      <MessageScreen
        title="Switchboard cannot be reached"
        actions={
          <Button
            variant="filled"
            onClick={() => {
              setSetup('waiting');
              setAttempt(attempt + 1);
            }}
          >
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
