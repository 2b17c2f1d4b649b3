import { CONNECTORS } from '../registry.ts';
import type { Harness, OpenHarness } from './harness.ts';

/** Every destination with its code. */
export const DESTINATIONS = await Promise.all(
  CONNECTORS.flatMap(({ spec, destination }) => {
    const modes = spec.destination?.modes;
    return destination && modes ? [destination().then((code) => ({ spec, destination: code, modes }))] : [];
  }),
);

/** Makes a destination ready for the running test file. */
export async function openHarness(name: string): Promise<Harness> {
  const provider = (await import(`../providers/${name}/harness.ts`)) as { openHarness: OpenHarness };
  return provider.openHarness();
}
