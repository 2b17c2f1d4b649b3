import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { MessageScreen } from '../../ui/feedback/states.tsx';

const LARGE_ICON = 28;

/** /error: the person is signed in, but their email address is not recognised. */
export function NotRecognizedPage() {
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
