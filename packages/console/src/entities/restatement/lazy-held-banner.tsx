import { Suspense } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';

const HeldBanner = lazyComponent(async () => (await import('./held-banner.tsx')).HeldBanner);

/** Loads behind the first rows which changed results freezes hold. */
export function LazyHeldBanner() {
  return (
    <Suspense fallback={null}>
      <HeldBanner />
    </Suspense>
  );
}
