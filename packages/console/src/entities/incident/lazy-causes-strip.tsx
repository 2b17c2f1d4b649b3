import { lazyLayer } from '../../lib/load-chunk.ts';

const CausesStrip = lazyLayer(async () => (await import('./causes-strip.tsx')).CausesStrip);

/** The causes above a list, loaded after its first rows. */
export function LazyCausesStrip({ noun }: { readonly noun: 'download' | 'upload' }) {
  return <CausesStrip noun={noun} />;
}
