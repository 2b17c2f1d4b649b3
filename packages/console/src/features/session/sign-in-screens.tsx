import { Button } from '@mantine/core';
import { IconLock, IconLogout } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { usePageTitle } from '../../lib/document-head.ts';
import { MessageScreen } from '../../ui/states.tsx';
import { useSignIn } from './sign-in-context.tsx';

const LARGE_ICON = 28;

/** /callback: ends a sign-in and returns to where it began. */
export function CallbackScreen() {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  usePageTitle('Signing in');
  useEffect(() => {
    let gone = false;
    signIn.complete().then(
      (path) => {
        if (!gone) void navigate(path, { replace: true });
      },
      () => {
        if (!gone && signIn.token() === null) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [signIn, navigate]);
  if (!failed) return <MessageScreen title="Signing in…" />;
  return (
    <MessageScreen
      title="The sign-in did not work"
      actions={
        <Button variant="filled" onClick={() => void signIn.begin('/')}>
          Sign in again
        </Button>
      }
    >
      It may have taken too long, or was already used. Nothing was lost.
    </MessageScreen>
  );
}

/** /logout: leaves for the provider's sign-out, and says so once back. */
export function LogoutScreen() {
  const signIn = useSignIn();
  const [search] = useSearchParams();
  const done = search.has('state');
  const [failed, setFailed] = useState(false);
  usePageTitle('Logout');
  useEffect(() => {
    if (!done) signIn.end().catch(() => setFailed(true));
  }, [signIn, done]);
  if (!done && !failed) return <MessageScreen title="Signing out…" />;
  return (
    <MessageScreen
      icon={<IconLogout size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
      title={failed ? 'The sign-out did not work' : 'You are signed out'}
      actions={
        <Button variant="filled" onClick={() => void signIn.begin('/')}>
          Sign in
        </Button>
      }
    >
      {failed ? 'The sign-in service did not answer. Close the browser to be safe, or try again.' : undefined}
    </MessageScreen>
  );
}

/** /error: the person is signed in, but nobody that this installation knows. */
export function NoAccessScreen() {
  usePageTitle('No access');
  return (
    <MessageScreen
      icon={<IconLock size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
      title="You do not have access to Switchboard"
      actions={
        <>
          <Button component={Link} to="/" variant="filled">
            Try again
          </Button>
          <Button component={Link} to="/logout">
            Logout
          </Button>
        </>
      }
    >
      Your email address is not recognised here, or your access has ended. Ask an administrator to invite you, or sign
      in with another address.
    </MessageScreen>
  );
}

export function NoAccountsScreen() {
  usePageTitle('No accounts');
  return (
    <MessageScreen
      title="You do not have access to any accounts in Switchboard."
      actions={
        <Button component={Link} to="/logout" variant="filled">
          Logout
        </Button>
      }
    />
  );
}
