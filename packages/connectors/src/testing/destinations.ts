import { CONNECTORS } from '../registry.ts';
import type { Harness, OpenHarness } from './harness.ts';
import { isMariadb } from './mysql.ts';

/** Destinations that only a real server can prove, which the run must ask for. */
const LEFT_OUT = isMariadb ? [] : ['mysql'];

/** Every other destination with its code. */
export const DESTINATIONS = await Promise.all(
  CONNECTORS.flatMap(({ spec, destination }) => {
    const modes = spec.destination?.modes;
    return destination && modes && !LEFT_OUT.includes(spec.name)
      ? [destination().then((code) => ({ spec, destination: code, modes }))]
      : [];
  }),
);

/** Destinations whose key has the server's address, so that a test may redirect them. The others have tests of their own. */
export const ADDRESSED = DESTINATIONS.filter(
  ({ spec }) => !['file', 'gcs', 'bigquery', 'google_sheets'].includes(spec.name),
);

/** The folder of a provider, by the name of its connector. */
export const folderOf = (name: string): string => name.replaceAll('_', '-');

/** Makes a destination ready for the running test file. */
export async function openHarness(name: string): Promise<Harness> {
  const provider = (await import(`../providers/${folderOf(name)}/harness.ts`)) as { openHarness: OpenHarness };
  return provider.openHarness();
}
