import { CONNECTOR_SPECS } from './catalog.generated.ts';
import { CONNECTOR_CODE } from './load-connector.ts';
import type { Connector } from './spec.ts';

/** Every connector, by name. */
export const CONNECTORS: readonly Connector[] = CONNECTOR_SPECS.map((spec) => ({ spec, ...CONNECTOR_CODE[spec.name] }));

/** All connectors by the name that a declaration's `type` gives them. */
export function connectorByName(): ReadonlyMap<string, Connector> {
  return new Map(CONNECTORS.map((connector) => [connector.spec.name, connector]));
}
