import { type Connector, connectorByName } from '@switchboard/connectors';
import type { DateRange } from '@switchboard/model/backfill';
import { describeDestination } from '@switchboard/model/catalog';
import { isDated, type Plan, type PlanTable, type PlanUpload } from '@switchboard/model/plan';
import { type BackfillScope, datesOf, skipReason } from '../../pipeline/backfills/plan-backfill.ts';
import { sourceOfTable } from '../../pipeline/state/plan-queries.ts';

/** The queue prefers downloads and flows of newer dates, so that the oldest date is usually delivered last. */
const NEWER_FIRST = 'because newer dates are processed first';

/** Warnings about probably unintended effects of a backfill on its destinations. */
export function warningsOf(plan: Plan, scope: BackfillScope, range: DateRange): string[] {
  const connectors = connectorByName();
  const readsDate = dateReaderOf(plan);
  const unordered = plan.tables
    .filter((table) => keepsWithoutOrder(table) && readsDate(table.inputs))
    .map((table) => table.name);
  const dates = datesOf(range);
  return scope.uploads.flatMap((upload) => {
    const { name, mode } = upload;
    if (mode === 'append')
      return [`${name} appends its rows: rows of a date that was delivered before are duplicated.`];
    const made = dates.filter((date) => skipReason(scope, upload, date) === null);
    if (made.length < 2) return [];
    const mixed = upload.tables.filter((table) => unordered.includes(table));
    const kept = `${name} is made from rows kept without an order (${mixed.join(', ')}): a row of several dates keeps the values that were processed last, most likely those of the oldest date, ${NEWER_FIRST}.`;
    const connector = connectors.get(upload.connector);
    return [...ofPlaces(upload, connector, readsDate([upload.table]), made), ...(mixed.length > 0 ? [kept] : [])];
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
  // A result of kept rows contains those of all dates, and an older result is not delivered after a newer one.
  if (!ofOneDate) return [];
  const places = connector ? sharedPlaces(connector, upload, dates) : [];
  if (places.length > 0)
    return [
      `${name} writes several dates to ${places.join(' and ')}: only the one that is delivered last remains there, most likely the oldest, ${NEWER_FIRST}.`,
    ];
  if (mode !== 'truncate' || (connector && isReplacedWhole(connector))) return [];
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

/** Destinations without append, such as files and objects, are replaced as a whole in every mode. */
const isReplacedWhole = ({ spec }: Connector): boolean => spec.destination?.modes.includes('append') === false;

/** Destinations to which several of these dates are written, each replacing the one before. */
function sharedPlaces(connector: Connector, upload: PlanUpload, dates: readonly string[]): string[] {
  if (!isReplacedWhole(connector)) return [];
  const places = Map.groupBy(dates, (date) =>
    describeDestination(connector.spec, upload.parameters, upload.name, date),
  );
  return [...places].flatMap(([place, of]) => (of.length > 1 ? [place] : []));
}

/**
 * Whether the last processed input replaces the kept rows of a table, whatever its date: the table has no order, or one by its
 * keys only, which are the same in all rows of which one is kept.
 */
function keepsWithoutOrder({ state, lineage }: PlanTable): boolean {
  const trace = lineage?.step ?? lineage;
  if (!state || !trace) return false;
  return trace.conditions.every((at) => state.keys.includes(trace.origins[at]?.[1] ?? ''));
}
