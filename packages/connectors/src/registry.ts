import { fileConnector } from './providers/file/connector.ts';
import { apiTokenKey, basicKey } from './providers/http/key.ts';
import { httpConnector } from './providers/http/source.ts';
import { postgresConnector } from './providers/postgres/connector.ts';
import { postgresKey } from './providers/postgres/key.ts';
import { s3Connector } from './providers/s3/connector.ts';
import { awsKey } from './providers/s3/key.ts';
import type { Connector, KeyType } from './spec.ts';

/** Every connector, in the order in which people see them. */
export const CONNECTORS: readonly Connector[] = [httpConnector, fileConnector, s3Connector, postgresConnector];

/** Every type of key, in the order in which people see them. */
export const KEY_TYPES: readonly KeyType[] = [apiTokenKey, basicKey, awsKey, postgresKey];

/** All connectors by the name that a declaration's `type` gives them. */
export function connectorByName(): ReadonlyMap<string, Connector> {
  return new Map(CONNECTORS.map((connector) => [connector.spec.name, connector]));
}
