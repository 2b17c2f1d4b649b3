import { addDays } from '@switchboard/model/schedule/schedule';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { dayOf } from '../../graphql/list-arguments.ts';
import { valueScanCondition } from '../../graphql/lists/page-queries.ts';
import type { StateCount } from '../../graphql/lists/state-counts.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { type EventFilterArguments, eventFilter } from './queries.ts';
import { relatedEvents } from './related-events.ts';

/** The events of one bar: of a day, or of several in a row. */
export type EventBar = {
  /** yyyy-MM-dd, inclusive. */
  readonly start: string;
  /** yyyy-MM-dd, inclusive. */
  readonly end: string;
  readonly errors: StateCount;
  readonly warnings: StateCount;
  readonly info: StateCount;
};

type Group = 'errors' | 'warnings' | 'info';

export const MAX_BARS = 31;
/** Events of a severity that are read for one bar. */
const MAX_READ = 500;
const DAY_MS = 86_400_000;

/** Conditions of each group: one that an index serves, and one that is tested on the rows found. */
const GROUPS: Readonly<Record<Group, { readonly index?: RawBuilder<unknown>; readonly test?: RawBuilder<unknown> }>> = {
  errors: { index: sql`d.severity in ('error', 'fatal')` },
  warnings: { index: sql`d.severity = 'warn'` },
  info: { test: sql`d.severity in ('info', 'debug')` },
};

type Days = { readonly start: string; readonly end: string };

/**
 * The days of each bar, oldest first, at most 31: each has as many days as needed.
 * @param today yyyy-MM-dd; without a range the bars are the last 31 days
 * @throws RequestError BAD_REQUEST when the range ends before it starts
 */
export function barDays(args: Pick<EventFilterArguments, 'created_after' | 'created_before'>, today: string): Days[] {
  const end = dayOf('created_before', args.created_before) ?? today;
  const start = dayOf('created_after', args.created_after) ?? addDays(end, 1 - MAX_BARS);
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days < 1) throw badRequest(`created_before ${end} lies before created_after ${start}.`);
  const length = Math.ceil(days / MAX_BARS);
  return Array.from({ length: Math.ceil(days / length) }, (_, index) => {
    const first = addDays(start, index * length);
    const last = addDays(first, length - 1);
    return { start: first, end: [last, end].toSorted()[0] ?? end };
  });
}

/**
 * Counts events by severity for each bar, whatever severities the list is filtered by. The cost is bounded whatever the
 * number of events: of each severity and bar only the newest are read.
 */
export async function countEventBars(
  tx: Tx,
  accountId: string,
  args: EventFilterArguments,
  today: string,
): Promise<EventBar[]> {
  const bars = barDays(args, today);
  const { created_after: _after, created_before: _before, ...others } = args;
  const filter = eventFilter({ ...others, severities: null }, relatedEvents(accountId, args));
  const conditions = [
    ...filter.conditions,
    ...valueScanCondition(filter),
    ...(filter.candidateIds ? [sql`d.id = any(array(${filter.candidateIds}))`] : []),
    ...(filter.search ? [filter.search.matches] : []),
  ];
  const groups = Object.keys(GROUPS) as Group[];
  const { rows } = await sql<{ state: Group; bar: number; matched: number; read: number }>`
    with bars as materialized (
      select start_at, end_at, bar::int
      from unnest(${bars.map(({ start }) => `${start}T00:00:00Z`)}::timestamptz[],
        ${bars.map(({ end }) => `${addDays(end, 1)}T00:00:00Z`)}::timestamptz[]) with ordinality as b(start_at, end_at, bar)
    ) ${sql.join(
      groups.map((group) => countGroup(accountId, group, conditions)),
      sql` union all `,
    )}`.execute(tx);
  const countOf = (group: Group, index: number): StateCount => {
    const found = rows.find(({ state, bar }) => state === group && bar === index + 1);
    return { count: found?.matched ?? 0, has_more: (found?.read ?? 0) > MAX_READ };
  };
  return bars.map((days, index) => ({
    ...days,
    errors: countOf('errors', index),
    warnings: countOf('warnings', index),
    info: countOf('info', index),
  }));
}

function countGroup(accountId: string, group: Group, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const { index, test } = GROUPS[group];
  const tested = [...(test ? [test] : []), ...conditions];
  return sql`
    select ${sql.lit(group)} as state, bars.bar, count(*) filter (where counted.matched)::int as matched, count(*)::int as read
    from bars cross join lateral (
      select (${tested.length === 0 ? sql`true` : sql.join(tested, sql` and `)}) as matched from event d
      where d.account_id = ${accountId}::uuid and ${index ?? sql`true`}
        and d.created >= bars.start_at and d.created < bars.end_at
      order by d.created desc, d.id desc limit ${sql.lit(MAX_READ + 1)}
    ) counted group by bars.bar`;
}
