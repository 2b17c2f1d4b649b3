import { type Connector, connectorByName } from '@switchboard/connectors';
import type { DateRange } from '@switchboard/model/backfill';
import { describeDestination } from '@switchboard/model/catalog';
import { isReplacedWhole } from '@switchboard/model/kept/as-of-date';
import { isDated, type Plan, type PlanUpload } from '@switchboard/model/plan';
import { type BackfillScope, datesOf, skipReason } from '../../pipeline/backfills/plan-backfill.ts';
import { sourceOfTable } from '../../pipeline/state/plan-queries.ts';

/** The queue prefers downloads and flows of newer dates, so that the oldest date is usually delivered last. */
const NEWER_FIRST = 'because newer dates are processed first';

/** Warnings about probably unintended effects of a backfill on its destinations. */
export function warningsOf(plan: Plan, scope: BackfillScope, range: DateRange): string[] {
  const connectors = connectorByName();
  const readsDate = dateReaderOf(plan);
  const dates = datesOf(range);
  return scope.uploads.flatMap((upload) => {
    const { name, mode } = upload;
    if (mode === 'append')
      return [`${name} appends its rows: rows of a date that was delivered before are duplicated.`];
    const made = dates.filter((date) => skipReason(scope, upload, date) === null);
    if (made.length < 2) return [];
    return ofPlaces(upload, connectors.get(upload.connector), readsDate([upload.table]), made);
  });
}

/**
 * Warnings about report dates that overwrite each other at the destination.
 * @param ofOneDate whether each result contains rows of its own report date, not only kept rows of all dates
 */
function ofPlaces(
  upload: PlanUpload,
  connector: Connector | undefined,
  ofOneDate: boolean,
  dates: readonly string[],
): string[] {
  const { name, mode } = upload;
  if (mode === 'upsert') {
    const last = `${name} overwrites rows of the same key: a row of several dates keeps the values that were delivered last`;
    return [ofOneDate ? `${last}, most likely those of the oldest date, ${NEWER_FIRST}.` : `${last}.`];
  }
  // There a result of kept rows shows those of all dates, and an older result is not delivered after a newer one.
  if (!ofOneDate) return [];
  const places = connector ? sharedPlaces(connector, upload, dates) : [];
  if (places.length > 0)
    return [
      `${name} writes several dates to ${places.join(' and ')}: only the one that is delivered last remains there, most likely the oldest, ${NEWER_FIRST}.`,
    ];
  if (mode !== 'truncate' || (connector && isReplacedWhole(connector.spec))) return [];
  return [
    `${name} replaces all rows with those of one date: only the date that is delivered last remains, most likely the oldest, ${NEWER_FIRST}.`,
  ];
}

/** Whether any of these tables has rows of a source's report date. Kept rows do not count: they are of all dates. */
function dateReaderOf(plan: Plan): (names: readonly string[]) => boolean {
  const tables = new Map(plan.tables.map((table) => [table.name, table]));
  const sources = sourceOfTable(plan);
  return (names) => {
    const read = new Set(names);
    // Iteration over a set includes values that are added during it.
    for (const name of read) {
      const table = tables.get(name);
      if (table && !table.state) for (const input of table.inputs) read.add(input);
    }
    return [...read].some((name) => {
      const source = sources.get(name);
      return source !== undefined && isDated(source);
    });
  };
}

/** Destinations to which several of these dates are written, each replacing the one before. */
function sharedPlaces(connector: Connector, upload: PlanUpload, dates: readonly string[]): string[] {
  if (!isReplacedWhole(connector.spec)) return [];
  const places = Map.groupBy(dates, (date) =>
    describeDestination(connector.spec, upload.parameters, upload.name, date),
  );
  return [...places].flatMap(([place, of]) => (of.length > 1 ? [place] : []));
}
