import { Button } from '@mantine/core';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { Link } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { usePageTitle } from '../lib/document-head.ts';
import type { PublicScreen, Screen } from '../screens.ts';
import { EmptyState } from '../ui/feedback/states.tsx';

const loaded = new WeakMap<PublicScreen, LazyExoticComponent<ComponentType>>();

/** The lazy component of a screen; the same object each time, so that React keeps its state. */
function componentOf(screen: PublicScreen): LazyExoticComponent<ComponentType> {
  const known = loaded.get(screen) ?? lazy(async () => ({ default: await screen.load() }));
  loaded.set(screen, known);
  return known;
}

/** Rendered before the screen, so that a screen may set a more specific title of its own. */
function Title({ parts }: { readonly parts: readonly string[] }) {
  usePageTitle(...parts);
  return null;
}

/** Renders a screen of an account, or the no-access page for a person who lacks its permission. */
export function ScreenRoute({ screen }: { readonly screen: Screen }) {
  const { account, permissions } = useSession();
  const Content = componentOf(screen);
  const isPermitted = permissions.has(screen.permission);
  return (
    <>
      <Title parts={[isPermitted ? screen.title : 'No access', account.name]} />
      {isPermitted ? <Content /> : <NoAccess screen={screen} accountName={account.name} />}
    </>
  );
}

/** Renders a screen outside an account. */
export function PublicScreenRoute({ screen }: { readonly screen: PublicScreen }) {
  const Content = componentOf(screen);
  return (
    <>
      <Title parts={[screen.title]} />
      <Content />
    </>
  );
}

function NoAccess({ screen, accountName }: { readonly screen: Screen; readonly accountName: string }) {
  return (
    <EmptyState
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
  );
}
