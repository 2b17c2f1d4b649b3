import { useSyncExternalStore } from 'react';

/** Requests that wait, with their seconds, because the server has asked for a pause. */
const pauses = new Set<{ readonly seconds: number }>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Waits as long as the server has asked for. Rejects with the reason of the signal when it is aborted. */
export async function pause(seconds: number, signal: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  const own = { seconds };
  pauses.add(own);
  announce();
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  } finally {
    pauses.delete(own);
    announce();
  }
}

/** The longest pause of the requests that wait, in seconds; null while none waits. */
function longest(): number | null {
  return pauses.size === 0 ? null : Math.max(...[...pauses].map(({ seconds }) => seconds));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePause(): number | null {
  return useSyncExternalStore(subscribe, longest);
}
