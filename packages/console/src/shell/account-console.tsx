import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { usePermission } from '../api/session/session.ts';
import { lazyLayer } from '../lib/load-chunk.ts';
import { AppShell } from './app-shell.tsx';
import type { NavigationBadges } from './navigation/navigation-badge.tsx';
import { PageSkeleton } from './shell-skeleton.tsx';
import { SuspendedKeys } from './suspended-keys.tsx';

const LateWatchers = lazyLayer(async () => (await import('./watchers/late-watchers.tsx')).LateWatchers);

/** Milliseconds after which the first screen has loaded, so that what it does not need may be. */
const LOAD_DELAY = 3000;

/** The frame of every screen of an account, and what watches the account on all of them. */
export function AccountConsole({ children }: { readonly children: ReactNode }) {
  const mayView = usePermission('view');
  const [suspendedKeys, setSuspendedKeys] = useState(0);
  const [incidents, setIncidents] = useState(0);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLoaded(true), LOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  const badges = useMemo<NavigationBadges>(
    () =>
      new Map([
        ['keys', { count: suspendedKeys, noun: 'suspended' }],
        ['incidents', { count: incidents, noun: 'open' }],
      ]),
    [suspendedKeys, incidents],
  );
  return (
    <AppShell
      fallback={<PageSkeleton />}
      badges={badges}
      watchers={
        <>
          {mayView && <SuspendedKeys onCount={setSuspendedKeys} />}
          {mayView && isLoaded && <LateWatchers onIncidents={setIncidents} />}
        </>
      }
    >
      {children}
    </AppShell>
  );
}
