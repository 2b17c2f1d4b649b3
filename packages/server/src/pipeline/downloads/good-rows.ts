import { type RawBuilder, sql } from 'kysely';

/** Condition on a download: flows can read it, as `hasGoodRows` of the model decides for one. @param alias of its table */
export function hasGoodRowsIn(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'completed' and ${sql.ref(`${alias}.dirty_row_status`)} <> 'all'`;
}

/** Condition on a download: it is completed and all of its rows are dirty. @param alias of its table */
export function isAllDirtyIn(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'completed' and ${sql.ref(`${alias}.dirty_row_status`)} = 'all'`;
}
