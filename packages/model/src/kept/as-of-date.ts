import { type ConnectorSpec, describeDestination } from '../catalog.ts';
import type { PlanUpload } from '../plan.ts';

type Destination = Pick<PlanUpload, 'mode' | 'parameters' | 'name'>;

/** Destinations without append, such as files and objects, are replaced as a whole in every mode. */
export const isReplacedWhole = ({ destination }: Pick<ConnectorSpec, 'destination'>): boolean =>
  destination?.modes.includes('append') === false;

/** Places are compared by what they show for a date; this one shares a place with all of which the place shows no date. */
const FAR = '9999-12-31';

/** The last day of the year and of the month of a date. */
function lastDays(date: string): readonly string[] {
  const [year = '', month = ''] = date.split('-');
  const ofMonth = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  return [`${year}-12-31`, ofMonth];
}

/**
 * Returns the last report date whose kept rows an upload's result shows; null for all. It is the result's own date, so that a date
 * that is run again shows no later ones. Where results of several dates replace or overwrite each other, it is the last date with
 * the same place: else an older date would put older rows over newer ones.
 * @param reportDate yyyy-MM-dd
 */
export function asOfDate(
  spec: Pick<ConnectorSpec, 'destination'>,
  { mode, parameters, name }: Destination,
  reportDate: string | null,
): string | null {
  if (reportDate === null || mode === 'upsert') return null;
  if (mode !== 'truncate' && !isReplacedWhole(spec)) return reportDate;
  const placeOf = (date: string): string => describeDestination(spec, parameters, name, date);
  const place = placeOf(reportDate);
  if (place === placeOf(FAR)) return null;
  return lastDays(reportDate).find((date) => placeOf(date) === place) ?? reportDate;
}
