import { connectorByName } from '@switchboard/connectors';
import { describeDestination } from '@switchboard/model/catalog';
import type { PlanUpload } from '@switchboard/model/plan';

const CONNECTORS = connectorByName();

/** A destination as people read it. */
export function destinationShown(
  { connector, parameters, name, destination }: PlanUpload,
  reportDate: string | null,
): string {
  const found = CONNECTORS.get(connector);
  return found?.spec.destination ? describeDestination(found.spec, parameters, name, reportDate) : destination;
}
