import { useSyncExternalStore } from 'react';

function listen(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the tab is visible. */
export function useVisible(): boolean {
  return useSyncExternalStore(listen, () => document.visibilityState === 'visible');
}
