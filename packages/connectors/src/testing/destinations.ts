import { CONNECTORS } from '../registry.ts';
import type { Harness } from './harness.ts';
import { HARNESSES, harnessOf } from './harnesses.ts';

/** Every destination that the run can prove, with its code. */
export const DESTINATIONS = await Promise.all(
  CONNECTORS.flatMap(({ spec, destination }) => {
    const modes = spec.destination?.modes;
    return destination && modes && HARNESSES.get(spec.name)?.testServer.takesNoRows !== true
      ? [destination().then((code) => ({ spec, destination: code, modes }))]
      : [];
  }),
);

/** Destinations whose key has the server's address, so that a test may redirect them. The others have tests of their own. */
export const ADDRESSED = DESTINATIONS.filter(({ spec }) => HARNESSES.get(spec.name)?.testServer.isApart !== true);

/** Makes a destination ready for the running test file. */
export async function openHarness(name: string): Promise<Harness> {
  const { openHarness: open } = harnessOf(name);
  if (open === undefined) throw new Error(`${name} is not a destination`);
  return open();
}
