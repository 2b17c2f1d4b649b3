import { IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { MessageScreen } from '../../ui/feedback/states.tsx';
import { type Health, healthOf } from './health.ts';

const INTERVAL = 10_000;
const TIMEOUT = 8000;
const LARGE_ICON = 32;

async function fetchHealth(): Promise<Health> {
  try {
    const response = await fetch('/_heartbeat', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT) });
    return healthOf(response.status, await response.text());
  } catch {
    return 'unreachable';
  }
}

/**
 * Polls /_heartbeat every 10 s and replaces the application by a message while the server is unreachable or in
 * maintenance. A single missed response is ignored.
 */
export function Heartbeat({ children }: { readonly children: ReactNode }) {
  const [health, setHealth] = useState<Health>('ok');
  useEffect(() => {
    let timer = 0;
    let stopped = false;
    let missed = 0;
    const beat = async (): Promise<void> => {
      const answer = document.visibilityState === 'hidden' ? null : await fetchHealth();
      if (stopped) return;
      if (answer !== null) {
        missed = answer === 'unreachable' ? missed + 1 : 0;
        if (answer !== 'unreachable' || missed > 1) setHealth(answer);
      }
      timer = window.setTimeout(() => void beat(), INTERVAL);
    };
    void beat();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  if (health === 'maintenance') {
    return (
      <MessageScreen
        icon={<IconTool size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
        title="Switchboard will be back soon"
      >
        We are upgrading Switchboard. This page refreshes by itself when the maintenance ends.
      </MessageScreen>
    );
  }
  if (health === 'unreachable') {
    return (
      <MessageScreen
        icon={<IconPlugConnectedX size={LARGE_ICON} stroke={1.5} aria-hidden="true" />}
        title="Switchboard cannot be reached"
      >
        The server does not answer. This page tries again every 10 seconds and comes back by itself.
      </MessageScreen>
    );
  }
  return children;
}
