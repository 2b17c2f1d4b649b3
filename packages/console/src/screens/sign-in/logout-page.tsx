import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSignIn } from '../../api/session/sign-in-provider.tsx';
import { MessageScreen } from '../../ui/feedback/states.tsx';

const LARGE_ICON = 28;

/** /logout: redirects to the provider's sign-out and confirms it on return. */
export function LogoutPage() {
  const signIn = useSignIn();
  const [search] = useSearchParams();
  const done = search.has('state');
  const [failed, setFailed] = useState(false);
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
