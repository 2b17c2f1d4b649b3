import { lazyLayer } from '../../lib/load-chunk.ts';

const HeldBanner = lazyLayer(async () => (await import('./held-banner.tsx')).HeldBanner);

/** Loads behind the first rows which changed results freezes hold. */
export function LazyHeldBanner() {
  return <HeldBanner />;
}
