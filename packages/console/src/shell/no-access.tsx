import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Screen } from '../screens/screen.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';

/** Stands for a screen that the person may not open, with the permission that it needs. */
export function NoAccess({ screen, accountName }: { readonly screen: Screen; readonly accountName: string }) {
  return (
    <>
      <EmptyState
        isScreen
        title={`You do not have access to ${screen.title}`}
        actions={
          <Button component={Link} to="/" variant="filled">
            Home
          </Button>
        }
      >
        This page requires the permission {screen.permission} in {accountName}. Ask an administrator for a role that
        includes it.
      </EmptyState>
      <FocusOnArrival />
    </>
  );
}
