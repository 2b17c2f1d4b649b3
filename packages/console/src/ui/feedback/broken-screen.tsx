import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { MessageScreen } from './states.tsx';

const LARGE_ICON = 32;

/** Replaces a screen that threw while it was rendered. */
export function BrokenScreen() {
  return (
    <MessageScreen
      icon={<IconMoodSad size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
      title="Uh-oh! Something went wrong."
      actions={
        <>
          <Button variant="filled" onClick={() => location.reload()}>
            Refresh
          </Button>
          <Button component="a" href="/">
            Home
          </Button>
        </>
      }
    >
      Please try again, or contact support if the problem persists.
    </MessageScreen>
  );
}
