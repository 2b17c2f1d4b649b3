import { type MssqlSession, quoteName } from '../../sql/mssql-session.ts';
import { change, countOf, type StagedSql } from '../../sql/replace-rows.ts';
import type { TableDelivery } from '../../sql/sql-database.ts';
import { type TableParameters, unfit } from '../../sql/table-parameters.ts';
import * as sql from './statements.ts';

type Delivery = TableDelivery<TableParameters, sql.TableColumn>;

/** The statements that replace rows of a table of SQL Server. */
export const REPLACE: StagedSql<MssqlSession, TableParameters, sql.TableColumn> = {
  folded: (name) => name.toLowerCase(),
  quote: quoteName,
  qualified: sql.qualified,
  onDate: sql.onDate,
  countOtherDates: sql.countOtherDates,
  findBadKey: sql.findBadKey,
  insertStaged: sql.insertStaged,
  // Rows are overwritten where a key stands in one of them only.
  async upsert(session, delivery) {
    if ((await session.ask(sql.findTwice(delivery.target))).rows.length > 0) {
      await session.ask(sql.deleteKeys(delivery));
      return change(session, REPLACE, sql.insertStaged(delivery));
    }
    const overwritten = await change(session, REPLACE, sql.updateKeys(delivery));
    return overwritten + (await change(session, REPLACE, sql.insertOthers(delivery)));
  },
  counted: sql.counted,
};

/** Throws DESTINATION_SCHEMA for staged texts that the code page of their column would change. */
export async function refuseChangedTexts(session: MssqlSession, delivery: Delivery): Promise<void> {
  const changes = sql.countChangedTexts(delivery);
  const changed = changes === null ? 0 : await countOf(session, changes);
  if (changed === 0) return;
  const reason = `${changed} rows hold characters that its columns without Unicode would change; make them nvarchar`;
  throw unfit(delivery.target, reason);
}
