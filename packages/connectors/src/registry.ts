import { fileConnector } from './providers/file/connector.ts';
import { httpConnector } from './providers/http/source.ts';
import { postgresConnector } from './providers/postgres/connector.ts';
import { s3Connector } from './providers/s3/connector.ts';
import type { Connector } from './spec.ts';

/** Every connector, in the order in which people see them. */
export const CONNECTORS: readonly Connector[] = [httpConnector, fileConnector, s3Connector, postgresConnector];

/** All connectors by the name that a declaration's `type` gives them. */
export function connectorByName(): ReadonlyMap<string, Connector> {
  return new Map(CONNECTORS.map((connector) => [connector.spec.name, connector]));
}
