import { createSampleProvider, type SampleProvider } from '@switchboard/sample-provider';
import { afterAll, beforeAll } from 'vitest';

/** The sample provider for the tests of the calling file, and its origin once it listens. */
export function useSampleProvider(): { readonly provider: SampleProvider; readonly origin: string } {
  const used = { provider: createSampleProvider({ now: Date.now, port: 0 }), origin: '' };
  beforeAll(async () => {
    used.origin = await used.provider.listen();
  });
  afterAll(() => used.provider.close());
  return used;
}
