import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { usePageTitle } from '../lib/document-head.ts';
import { EmptyState, MessageScreen } from '../ui/feedback/states.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { PlainFrame } from './header/plain-frame.tsx';

const LARGE_ICON = 28;
const MESSAGE = {
  title: 'There is nothing at this address',
  children: 'The link may be old or mistyped.',
  actions: (
    <Button component={Link} to="/" variant="filled">
      Home
    </Button>
  ),
};

/** An unknown address outside an account. */
export function NotFoundScreen() {
  usePageTitle('Not found');
  return (
    <PlainFrame>
      <MessageScreen {...MESSAGE} icon={<IconMapOff size={LARGE_ICON} stroke={1.5} aria-hidden="true" />} />
    </PlainFrame>
  );
}

/** An unknown address inside an account. */
export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <>
      <EmptyState {...MESSAGE} isScreen />
      <FocusOnArrival />
    </>
  );
}
