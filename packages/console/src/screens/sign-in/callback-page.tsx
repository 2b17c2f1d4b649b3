import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSignIn } from '../../api/session/sign-in-provider.tsx';
import { MessageScreen } from '../../ui/feedback/states.tsx';

/** /callback: completes a sign-in and returns to the address where it began. */
export function CallbackPage() {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    signIn.complete().then(
      (path) => {
        if (!isUnmounted) void navigate(path, { replace: true });
      },
      () => {
        if (!isUnmounted && signIn.token() === null) setFailed(true);
      },
    );
    return () => {
      isUnmounted = true;
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
