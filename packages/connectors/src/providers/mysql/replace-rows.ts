import type { MysqlSession } from '../../sql/mysql-session.ts';
import { change, type ReplaceSql, refuseBadKey } from '../../sql/replace-rows.ts';
import type { TableDelivery } from '../../sql/sql-database.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { quoteName } from './quote-name.ts';
import {
  type createStage,
  deleteKeys,
  findBadKey,
  insertOthers,
  insertStaged,
  onDate,
  qualified,
  type TableColumn,
  updateKeys,
} from './statements.ts';
import { isUniqueKey } from './target.ts';

type Delivery = TableDelivery<TableParameters, TableColumn>;

/** The statements that replace rows of a table of MySQL. */
export const REPLACE: ReplaceSql<MysqlSession, TableParameters, TableColumn> = {
  folded: (name) => name.toLowerCase(),
  quote: quoteName,
  qualified,
  onDate,
  findBadKey: ({ target }) => findBadKey(target),
  insertStaged,
  // Rows are overwritten where a unique index says that there is one of each key, and deleted first otherwise.
  async upsert(session, delivery) {
    const { target } = delivery;
    await refuseBadKey(session, REPLACE, delivery);
    if (await isUniqueKey(session, target)) {
      const overwritten = await change(session, REPLACE, updateKeys(delivery));
      return overwritten + (await change(session, REPLACE, insertOthers(delivery)));
    }
    await session.ask(deleteKeys(target));
    return change(session, REPLACE, insertStaged(delivery));
  },
};

/** Characters that all texts in the index of the stage have together. */
const INDEXED_CHARACTERS = 700;
const CANNOT_BE_INDEXED = new Set(['json', 'geometry']);

/** The columns of a stage's index, with the number of indexed characters where not all are; null for no index. */
export function stageKey({ target: { keyColumns }, columns: known }: Delivery): Parameters<typeof createStage>[2] {
  const columns = keyColumns.map((name) => ({ name, ...known.get(name.toLowerCase()) }));
  if (columns.some(({ type = '' }) => CANNOT_BE_INDEXED.has(type))) return null;
  const longest = Math.floor(INDEXED_CHARACTERS / columns.length);
  return columns.map(({ name, characters = null }) => ({
    name,
    characters: characters !== null && characters > longest ? longest : null,
  }));
}
