import { change, type StagedSql } from '../../sql/replace-rows.ts';
import type { SqlColumn } from '../../sql/sql-database.ts';
import type { Session } from './load-stage.ts';
import { folded, type RedshiftTarget } from './parameters.ts';
import { countOtherDates, deleteKeys, findBadKey, insertStaged, onDate, qualified, quoted } from './statements.ts';

/** The statements that replace rows of a table of Redshift. */
export const REPLACE: StagedSql<Session, RedshiftTarget, SqlColumn> = {
  folded,
  quote: quoted,
  qualified,
  onDate,
  countOtherDates,
  findBadKey: ({ target }) => findBadKey(target.keyColumns),
  insertStaged,
  // No key is unique in Redshift, and nothing there overwrites by key.
  async upsert(session, delivery) {
    await session.ask(deleteKeys(delivery));
    return change(session, REPLACE, insertStaged(delivery));
  },
};
