import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { builder } from '../builder.ts';
import { boolean, int } from '../columns.ts';
import { defineObject } from '../object-type.ts';
import { type ListFilter, valueScanCondition, valuesOfScan } from './page-queries.ts';

/** How many rows of a list are in a state. */
export type StateCount = {
  readonly count: number;
  /** There may be more than were counted. */
  readonly has_more: boolean;
};

/** A state that a list counts. */
export type CountedState = {
  /** Selects the rows of the state by a partial index; the alias of the row is `d`. */
  readonly condition: RawBuilder<unknown>;
  /** The order of that index. */
  readonly order: RawBuilder<unknown>;
  /** Selects the rows of the state where no index does. Like the filters, it is tested on the first rows only. */
  readonly test?: RawBuilder<unknown>;
  /** Whether partial indexes also serve the filters by name and project. */
  readonly byValueScan: boolean;
};

/** Rows of a state that are read at most, be it only to test conditions which its index does not serve. */
export const MAX_COUNT = 1_000;

export const stateCountRef = builder.objectRef<StateCount>('StateCount');

/** StateCount, once for all lists. */
export function defineStateCount(): void {
  defineObject(stateCountRef, {
    description: 'How many rows of a list are in a state.',
    authScopes: { signedIn: true },
    columns: {
      count: int(`Number of rows, at most ${MAX_COUNT}.`),
      has_more: boolean('Whether there may be more rows than were counted.'),
    },
  });
}

type CountQuery = {
  readonly table: 'download' | 'upload' | 'event';
  readonly accountId: string;
  readonly filter: ListFilter;
  /** Conditions on the column that every index of a state is sorted by. */
  readonly range: readonly RawBuilder<unknown>[];
};

/**
 * Counts the rows of each state in one statement. The cost is bounded whatever the size of the list: counting stops at a maximum,
 * and only the first rows of a state are tested for conditions that its index does not serve.
 */
export async function countStates<Name extends string>(
  tx: Tx,
  query: CountQuery,
  states: Readonly<Record<Name, CountedState>>,
): Promise<Readonly<Record<Name, StateCount>>> {
  const names = Object.keys(states) as Name[];
  const { rows } = await sql<{ state: string; matched: number; read: number }>`
    select state, matched, read from (${sql.join(
      names.map((name) => countState(query, name, states[name])),
      sql` union all `,
    )}) as states`.execute(tx);
  const counts = rows.map(
    ({ state, matched, read }) => [state, { count: Math.min(matched, MAX_COUNT), has_more: read > MAX_COUNT }] as const,
  );
  return Object.fromEntries(counts) as Record<Name, StateCount>;
}

function countState({ table, accountId, filter, range }: CountQuery, name: string, state: CountedState) {
  const valueScan = state.byValueScan ? filter.valueScan : undefined;
  const tested = [
    ...(state.test ? [state.test] : []),
    ...filter.conditions,
    ...(valueScan ? [] : valueScanCondition(filter)),
    ...(filter.candidateIds ? [sql`d.id = any(array(${filter.candidateIds}))`] : []),
    ...(filter.search ? [filter.search.matches] : []),
  ];
  const matches = tested.length === 0 ? sql`true` : sql.join(tested, sql` and `);
  const rows = (more: RawBuilder<unknown>) => sql`
    select (${matches}) as matched from ${sql.table(table)} d
    where ${sql.join([sql`d.account_id = ${accountId}::uuid`, state.condition, ...range], sql` and `)} ${more}
    order by ${state.order} limit ${sql.lit(MAX_COUNT + 1)}`;
  const read = valueScan
    ? sql`
        select x.matched from unnest(${valuesOfScan(valueScan)}) as wanted(value)
        cross join lateral (${rows(sql`and d.${sql.ref(valueScan.column)} = wanted.value`)}) x limit ${sql.lit(MAX_COUNT + 1)}`
    : rows(sql``);
  return sql`
    (select ${sql.lit(name)} as state, count(*) filter (where counted.matched)::int as matched, count(*)::int as read
    from (${read}) counted)`;
}
