import { SEVERITIES, SEVERITY_GROUPS } from '@switchboard/model/events';
import { addDays } from '@switchboard/model/schedule/schedule';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import {
  type DatedArguments,
  dayOf,
  daysBetween,
  instantRange,
  reportDatetimeRange,
  searchOf,
  valuesOf,
} from '../../graphql/list-arguments.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { ListFilter, SortColumn } from '../../graphql/lists/page-queries.ts';
import type { Searched } from '../../graphql/lists/search-hits.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';

export type EventRow = {
  readonly id: string;
  readonly created: Date;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly severity: string;
  readonly message: string;
  readonly project: string | null;
  readonly download_id: string | null;
  readonly flow_id: string | null;
  readonly upload_id: string | null;
  readonly download_declaration: string | null;
  readonly upload_declaration: string | null;
  readonly will_retry: boolean | null;
  readonly code: string;
  readonly retry_count: number | null;
  readonly retry_limit: number | null;
  readonly comment: string | null;
  readonly commented_on: Date | null;
  /** A person's id. */
  readonly commented_by: string | null;
  /** Id of a failed assertion's result, when rows that violate it are stored. */
  readonly assertion_id: string | null;
};

export type EventFilterArguments = DatedArguments<{
  severities: readonly string[];
  search: string;
  created_before: string;
  created_after: string;
  withComments: boolean;
  project: readonly string[];
  downloadName: readonly string[];
  uploadName: readonly string[];
  /** An event's id; see `relatedEvents`. */
  around: string;
}>;

/** Days of a range of report dates whose events are merged from the index of each day. */
const MAX_DAYS = 100;

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

const GROUPS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  // Every member of a group is a severity itself, including `warning` and `warn2`.
  ...[...SEVERITIES, ...Object.values(SEVERITY_GROUPS).flat()].map((severity) => [severity, [severity]] as const),
  ...Object.entries(SEVERITY_GROUPS),
]);

const STORED: ReadonlySet<string> = new Set(SEVERITIES);

function severityIs(wanted: readonly string[]): RawBuilder<unknown> {
  const severities = wanted.flatMap((name) => {
    const group = GROUPS.get(name);
    if (!group) throw badRequest(`There is no severity ${name}. Use ${[...GROUPS.keys()].join(', ')}.`);
    // Only these are stored: with others, no partial index would serve the condition.
    return group.filter((severity) => STORED.has(severity));
  });
  if (severities.length === 0) return sql`false`;
  return sql`d.severity in (${sql.join(severities.map((severity) => sql.lit(severity)))})`;
}

const SEARCHED: Searched = {
  table: 'event',
  shown: sql`(d.message || ' ' || coalesce(d.download_declaration, '') || ' ' || coalesce(d.upload_declaration, ''))`,
  dated: 'created',
};

/** The days of a short range of report dates; null for others. */
function reportDays(args: EventFilterArguments): string[] | null {
  const from = dayOf('report_datetime_after', args.report_datetime_after);
  const to = dayOf('report_datetime_before', args.report_datetime_before);
  if (from === null || to === null) return null;
  return to > addDays(from, MAX_DAYS - 1) ? null : daysBetween(from, to);
}

/**
 * Reads the arguments into a filter. The first list of names, or a short range of report dates, is read by index; what else is
 * asked for is tested row by row.
 */
export function eventFilter(args: EventFilterArguments, candidateIds?: RawBuilder<unknown>): ListFilter {
  const severities = valuesOf('severities', args.severities);
  const named = [
    { column: 'upload_declaration', values: valuesOf('uploadName', args.uploadName) },
    { column: 'download_declaration', values: valuesOf('downloadName', args.downloadName) },
    { column: 'project', values: valuesOf('project', args.project) },
  ].flatMap(({ column, values }) => (values ? [{ column, type: 'text', values, sortedBy: ['created'] } as const] : []));
  const [valueScan, ...others] = named;
  const days = valueScan ? null : reportDays(args);
  const reported = days ? [] : reportDatetimeRange(args);
  return {
    rangeScan: reported.length > 0 ? { column: 'report_date' } : undefined,
    conditions: [
      ...(severities ? [severityIs(severities)] : []),
      ...reported,
      ...instantRange('created', sql`d.created`, { after: args.created_after, before: args.created_before }),
      ...(args.withComments ? [sql`d.comment is not null`] : []),
      ...others.map(({ column, values }) => sql`${sql.ref(`d.${column}`)} = any(${values}::text[])`),
    ],
    valueScan: days ? { column: 'report_date', type: 'date', values: days, sortedBy: ['created'] } : valueScan,
    candidateIds,
    search: searchOf(args.search, SEARCHED),
  };
}

/** The account's events with these ids. */
export const eventsById: Batch<EventRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<EventRow>`
    select d.id, d.created, d.report_date, d.severity, d.code, d.message, d.project, d.download_id, d.flow_id, d.upload_id,
      d.download_declaration, d.upload_declaration, d.will_retry, d.retry_count, d.retry_limit, d.comment, d.commented_on,
      d.commented_by, a.id as assertion_id
    from event d
    left join lateral (
      select a.id from assertion_result a
      where d.code = 'ASSERTION_FAILED' and a.account_id = d.account_id and a.flow_id = d.flow_id
        and a.name = d.parameters ->> 'assertion' and a.rows_key is not null
      order by a.id desc limit 1
    ) a on true
    where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** The list of events with this filter, newest first. */
export const eventQuery = (accountId: string, filter: ListFilter) =>
  ({ table: 'event', accountId, sort: CREATED, direction: 'DESC', filter }) as const;

/** One page of events, newest first. */
export const listEvents = (tx: Tx, accountId: string, filter: ListFilter, page: PageRequest) =>
  listRows(tx, eventQuery(accountId, filter), page, eventsById);

/** For each flow the ids of its latest events, newest first. */
export async function latestEventIds(
  tx: Tx,
  accountId: string,
  flowIds: readonly string[],
  max: number,
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ flow_id: string; id: string }>`
    select wanted.flow_id, latest.id
    from unnest(${[...flowIds]}::uuid[]) as wanted(flow_id)
    cross join lateral (
      select e.id from event e where e.account_id = ${accountId}::uuid and e.flow_id = wanted.flow_id
      order by e.created desc, e.id desc limit ${max}
    ) latest
  `.execute(tx);
  return new Map([...Map.groupBy(rows, (row) => row.flow_id)].map(([id, found]) => [id, found.map((row) => row.id)]));
}
