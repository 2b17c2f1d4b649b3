import { type Connector, connectorByName } from '@switchboard/connectors';
import { type DateRange, describeDestination, type Plan, type PlanTable, type PlanUpload } from '@switchboard/model';
import { isDated, sourceOfTable } from '../../pipeline/attempts/plan-queries.ts';
import { type BackfillScope, datesOf, skipReason } from '../../pipeline/backfills/plan-backfill.ts';

/** Downloads and flows of newer dates go first in the queue, so that what comes last is mostly what is oldest. */
const NEWER_FIRST = 'since newer ones are made first';

/** What a backfill does to its destinations that is likely not meant, in words. */
export function warningsOf(plan: Plan, scope: BackfillScope, range: DateRange): string[] {
  const connectors = connectorByName();
  const readsDate = dateReaderOf(plan);
  const unordered = plan.tables
    .filter((table) => keepsWithoutOrder(table) && readsDate(table.inputs))
    .map((table) => table.name);
  const dates = datesOf(range);
  return scope.uploads.flatMap((upload) => {
    const { name, mode } = upload;
    if (mode === 'append') return [`${name} appends its rows: a date that it has delivered before stands there twice.`];
    const made = dates.filter((date) => skipReason(scope, upload, date) === null);
    if (made.length < 2) return [];
    const mixed = upload.tables.filter((table) => unordered.includes(table));
    const kept = `${name} is made from rows kept without an order (${mixed.join(', ')}): one that several dates have stays as it was processed last, most likely as the oldest has it, ${NEWER_FIRST}.`;
    const connector = connectors.get(upload.connector);
    return [...ofPlaces(upload, connector, readsDate([upload.table]), made), ...(mixed.length > 0 ? [kept] : [])];
  });
}

/**
 * What dates do to each other at the destination.
 * @param ofOneDate whether each result holds rows of its own report date, rather than only those kept from all
 */
function ofPlaces(
  upload: PlanUpload,
  connector: Connector | undefined,
  ofOneDate: boolean,
  dates: readonly string[],
): string[] {
  const { name, mode } = upload;
  if (mode === 'upsert') {
    const last = `${name} overwrites rows of the same key: one that several dates have stays as it was delivered last`;
    return [ofOneDate ? `${last}, most likely as the oldest has it, ${NEWER_FIRST}.` : `${last}.`];
  }
  // A result of kept rows holds those of all dates, and an older one is not delivered after a newer one.
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

/** Tells whether any of these tables has rows of a source's report date: not those that were kept, which are of all dates. */
function dateReaderOf(plan: Plan): (names: readonly string[]) => boolean {
  const tables = new Map(plan.tables.map((table) => [table.name, table]));
  const sources = sourceOfTable(plan);
  return (names) => {
    const read = new Set(names);
    // A set gives what is added while it is gone through, too.
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

/** What nothing can be appended to is replaced as a whole, whatever the mode, as files and objects are. */
const isReplacedWhole = ({ spec }: Connector): boolean => spec.destination?.modes.includes('append') === false;

/** Where more than one of these dates is written, so that each takes the place of the one before. */
function sharedPlaces(connector: Connector, upload: PlanUpload, dates: readonly string[]): string[] {
  if (!isReplacedWhole(connector)) return [];
  const places = Map.groupBy(dates, (date) =>
    describeDestination(connector.spec, upload.parameters, upload.name, date),
  );
  return [...places].flatMap(([place, of]) => (of.length > 1 ? [place] : []));
}

/**
 * Whether the newest input wins over what a table has kept, whatever its date: its order, if it has one, looks at no column
 * but the keys, which are alike in all rows that it has to choose from.
 */
function keepsWithoutOrder({ state, lineage }: PlanTable): boolean {
  const trace = lineage?.step ?? lineage;
  if (!state || !trace) return false;
  return trace.conditions.every((at) => state.keys.includes(trace.origins[at]?.[1] ?? ''));
}
