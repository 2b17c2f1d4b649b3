import { bound, boundTogether } from '../bound.ts';
import { LONGEST_LIST, listPosition } from '../list-position.ts';
import { call, type FunctionFamilySql, recast, type SqlArgument, sqlOf } from './function-sql.ts';

/** DuckDB's last position is included; ours is not. */
function sliceEnd(end: SqlArgument | undefined): number {
  if (end === undefined) return LONGEST_LIST;
  const at = Number(end.constant);
  return at < 0 ? at - 1 : at;
}

/** DuckDB finds a null among the elements; no element equals null. */
function position(args: readonly SqlArgument[]): string {
  const [list, value] = [sqlOf(args, 0), sqlOf(args, 1)];
  if (args[1]?.constant != null) return `(list_position(${list}, ${value}) - 1)`;
  return boundTogether([list, value], (l = '', v = '') => {
    return `CASE WHEN ${v} IS NOT NULL THEN list_position(${l}, ${v}) - 1 END`;
  });
}

/** DuckDB's SQL of the list functions. */
export const LIST_SQL: FunctionFamilySql = {
  list_position: recast(position),
  list_slice: (args) =>
    `list_slice(${sqlOf(args, 0)}, ${listPosition(Number(args[1]?.constant))}, ${sliceEnd(args[2])})`,
  list_concat: call('list_concat'),
  list_flatten: call('flatten'),
  list_sort: (args) => `list_sort(${sqlOf(args, 0)}, 'ASC', 'NULLS LAST')`,
  list_reverse: call('list_reverse'),
  // DuckDB gives distinct elements in any order.
  list_distinct: (args) => `list_sort(list_distinct(${sqlOf(args, 0)}), 'ASC', 'NULLS LAST')`,
  // DuckDB gives null for a list of nulls only, but an empty text for an empty list.
  list_join: (args) => {
    const joined = `coalesce(array_to_string(l, ${sqlOf(args, 1)}), '')`;
    return bound(sqlOf(args, 0), 'l', `CASE WHEN l IS NOT NULL THEN ${joined} END`);
  },
  list_sum: recast(call('list_sum')),
  list_avg: recast(call('list_avg')),
  list_min: call('list_min'),
  list_max: call('list_max'),
};
