import { Suspense } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';

const CausesStrip = lazyComponent(async () => (await import('./causes-strip.tsx')).CausesStrip);

/** The causes above a list, loaded after its first rows. */
export function LazyCausesStrip({ noun }: { readonly noun: 'download' | 'upload' }) {
  return (
    <Suspense fallback={null}>
      <CausesStrip noun={noun} />
    </Suspense>
  );
}
