import { useEffect, useSyncExternalStore } from 'react';
import { reportError } from '../../lib/error-report.ts';
import { lazyLayer, loadChunk } from '../../lib/load-chunk.ts';
import { TOAST_WIDTH } from '../theme/metrics.ts';
import type { Toast } from './notifications.ts';

const loadNotifications = () => import('./notifications.ts');
const Notifications = lazyLayer(async () => (await loadNotifications()).Notifications);

/** After the first screen has loaded: a toast about a lost connection must not need the network. */
const LOAD_DELAY = 3000;

let isNeeded = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast. Its code is loaded with the first one, or soon after the start. */
export function showToast(toast: Toast): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  loadChunk(loadNotifications).then(
    ({ show }) => show(toast),
    (error: unknown) => reportError({ source: 'toasts', error }),
  );
}

/** The place of the toasts; rendered once. */
export function ToastHost() {
  const isShown = useSyncExternalStore(subscribe, () => isNeeded);
  useEffect(() => {
    const timer = setTimeout(() => void loadNotifications().catch(() => undefined), LOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return <Notifications position="bottom-right" containerWidth={TOAST_WIDTH} />;
}
