import { DatabaseError, escapeIdentifier } from 'pg';
import { change, refuseBadKey, type StagedSql } from '../../sql/replace-rows.ts';
import type { SqlColumn, TableDelivery } from '../../sql/sql-database.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import type { PostgresSession } from './session.ts';
import {
  countOtherDates,
  deleteKeys,
  findBadKey,
  findEmptyKey,
  findUniqueIndex,
  insertStaged,
  mergeStaged,
  onDate,
  qualified,
} from './statements.ts';

/** SQLSTATE of a statement that would overwrite a row twice: two new rows have the same key. */
const AFFECTED_TWICE = '21000';

/** The statements that replace rows of a table of PostgreSQL. */
export const REPLACE: StagedSql<PostgresSession, TableParameters, SqlColumn> = {
  folded: (name) => name,
  quote: escapeIdentifier,
  qualified,
  onDate,
  countOtherDates: ({ target: { dateColumn }, columns }, date) => {
    const name = dateColumn?.name ?? '';
    return countOtherDates(onDate(escapeIdentifier(name), columns.get(name)?.type ?? '', date) ?? 'false');
  },
  findBadKey: ({ target }) => findBadKey(target.keyColumns),
  insertStaged,
  upsert: merge,
};

/**
 * Overwrites rows of the same keys if a unique index allows it, and deletes them first otherwise.
 * Refuses keys that are empty or occur twice.
 */
async function merge(session: PostgresSession, delivery: TableDelivery): Promise<number> {
  const { target } = delivery;
  const unique = await session.ask(findUniqueIndex, [qualified(target), [...target.keyColumns].sort()]);
  if (unique.rows.length !== 1) {
    await refuseBadKey(session, REPLACE, delivery);
    await session.ask(deleteKeys(target));
    return change(session, REPLACE, insertStaged(delivery));
  }
  const empty = await session.ask(findEmptyKey(target.keyColumns));
  if (empty.rows.length !== 0) await refuseBadKey(session, REPLACE, delivery);
  // The index rejects a key that occurs twice; only then is the search for it worth its cost.
  await session.ask('savepoint merging');
  try {
    return await change(session, REPLACE, mergeStaged(delivery));
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== AFFECTED_TWICE) throw error;
    await session.ask('rollback to savepoint merging');
    await refuseBadKey(session, REPLACE, delivery);
    throw error;
  }
}
