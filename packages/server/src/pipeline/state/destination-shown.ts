import { connectorByName } from '@switchboard/connectors';
import { describeDestination } from '@switchboard/model/catalog';
import { asOfDate } from '@switchboard/model/kept/as-of-date';
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

/** The last report date whose kept rows a result of an upload shows; null for all. */
export function keptAsOf(upload: PlanUpload, reportDate: string | null): string | null {
  const found = CONNECTORS.get(upload.connector);
  return found ? asOfDate(found.spec, upload, reportDate) : reportDate;
}
