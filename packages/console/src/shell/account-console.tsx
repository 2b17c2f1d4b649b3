import { type ReactNode, useMemo, useState } from 'react';
import { usePermission } from '../api/session/session.ts';
import { AppShell } from './app-shell.tsx';
import { FailureAlarm } from './failure-alarm.tsx';
import { OpenIncidents } from './open-incidents.tsx';
import { PageSkeleton } from './shell-skeleton.tsx';
import type { NavigationBadges } from './side-nav.tsx';
import { SuspendedKeys } from './suspended-keys.tsx';

/** The frame of every screen of an account, and what watches the account on all of them. */
export function AccountConsole({ children }: { readonly children: ReactNode }) {
  const mayView = usePermission('view');
  const [suspendedKeys, setSuspendedKeys] = useState(0);
  const [incidents, setIncidents] = useState(0);
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
          <FailureAlarm />
          {mayView && <SuspendedKeys onCount={setSuspendedKeys} />}
          {mayView && <OpenIncidents onCount={setIncidents} />}
        </>
      }
    >
      {children}
    </AppShell>
  );
}
