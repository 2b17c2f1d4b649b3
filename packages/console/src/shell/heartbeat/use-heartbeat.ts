import { useEffect, useState } from 'react';
import { type Health, healthOf, initialContact, nextContact, type ServerContact } from '../../api/live/health.ts';
import { noteServerRelease } from '../../lib/release.ts';

/** "A health check every 10 s". */
const INTERVAL = 10_000;
const TIMEOUT = 8000;

export async function fetchHealth(): Promise<Health> {
  try {
    const response = await fetch('/_heartbeat', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT) });
    noteServerRelease(response.headers.get('console-release'));
    return healthOf(response.status, await response.text());
  } catch {
    return 'unreachable';
  }
}

/**
 * Checks the server's health every 10 s, and at once when the network comes or goes or the tab becomes visible.
 * A hidden tab rests.
 */
export function useHeartbeat(check: () => Promise<Health>): ServerContact {
  const [contact, setContact] = useState(() => initialContact(Date.now()));
  useEffect(() => {
    let timer = 0;
    let latest = 0;
    const beat = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return;
      latest += 1;
      const current = latest;
      const health = await check();
      // A later heartbeat or the unmount has replaced this one.
      if (current !== latest) return;
      setContact((before) => nextContact(before, health, Date.now()));
      timer = window.setTimeout(() => void beat(), INTERVAL);
    };
    const beatNow = (): void => void beat();
    const ended = new AbortController();
    const { signal } = ended;
    for (const type of ['online', 'offline']) window.addEventListener(type, beatNow, { signal });
    document.addEventListener('visibilitychange', beatNow, { signal });
    void beat();
    return () => {
      latest += 1;
      clearTimeout(timer);
      ended.abort();
    };
  }, [check]);
  return contact;
}
