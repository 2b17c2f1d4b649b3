import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { usePageTitle } from '../lib/document-head.ts';
import { EmptyState, MessageScreen } from '../ui/feedback/states.tsx';

const LARGE_ICON = 28;
const TITLE = 'There is nothing at this address';

/** An unknown address outside an account. */
export function NotFoundScreen() {
  usePageTitle('Not found');
  return (
    <MessageScreen
      icon={<IconMapOff size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
      title={TITLE}
      actions={
        <Button component={Link} to="/" variant="filled">
          Home
        </Button>
      }
    >
      The link may be old or mistyped.
    </MessageScreen>
  );
}

/** An unknown address inside an account. */
export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <EmptyState
      title={TITLE}
      actions={
        <Button component={Link} to="/" variant="filled">
          Home
        </Button>
      }
    >
      The link may be old or mistyped.
    </EmptyState>
  );
}
