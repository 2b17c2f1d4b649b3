import { CONNECTORS } from '../registry.ts';
import type { ConnectorHarness } from './harness.ts';

/** The folder of a provider, by the name of its connector. */
export const folderOf = (name: string): string => name.replaceAll('_', '-');

/** The harness of each connector that has a folder, by name. Reports of providers have a suite of their own. */
export const HARNESSES: ReadonlyMap<string, ConnectorHarness> = new Map(
  await Promise.all(
    CONNECTORS.flatMap(({ spec: { name, documentation } }) => (documentation === undefined ? [name] : [])).map(
      async (name) => [name, (await import(`../providers/${folderOf(name)}/harness.ts`)) as ConnectorHarness] as const,
    ),
  ),
);

/** The harness of a connector. Throws for one without a folder. */
export function harnessOf(name: string): ConnectorHarness {
  const harness = HARNESSES.get(name);
  if (harness === undefined) throw new Error(`there is no harness of ${name}`);
  return harness;
}
