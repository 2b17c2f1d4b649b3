import { lazyLayer } from '../../lib/load-chunk.ts';
import type { OpenWindow } from './maintenance-context.ts';

const MaintenanceFeed = lazyLayer(async () => (await import('./maintenance-feed.tsx')).MaintenanceFeed);

/** Loads the open maintenance windows behind the first rows, and reports those of the whole account. */
export function LazyMaintenanceFeed({ onWindows }: { readonly onWindows: (windows: readonly OpenWindow[]) => void }) {
  return <MaintenanceFeed onWindows={onWindows} />;
}
