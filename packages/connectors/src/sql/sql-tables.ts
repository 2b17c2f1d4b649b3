import type { SqlColumn, SqlDelivery, SqlSession, SqlTables } from './sql-database.ts';
import { type TableParameters, unfit } from './table-parameters.ts';

/**
 * Sees to it that the table and its ledger are there; what is there already is neither locked nor changed.
 * Throws DESTINATION_SCHEMA when there is no table and none may be made.
 */
export async function ensureTables<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  tables: SqlTables<Session, Target, Own>,
  session: Session,
  delivery: SqlDelivery<Target>,
): Promise<void> {
  const { target, request } = delivery;
  const hasTable = (): Promise<boolean> => tables.exists(session, target);
  const hasLedger = (): Promise<boolean> => tables.exists(session, tables.ledgerOf(target));
  const create = async (statement: string, exists: () => Promise<boolean>): Promise<void> =>
    tables.create === undefined ? void (await session.ask(statement)) : tables.create(session, statement, exists);
  if ((await hasTable()) && (await hasLedger())) return;
  const createMissing = async (): Promise<void> => {
    await tables.ensureSchema(session, target);
    if (!(await hasTable())) {
      if (!target.create) throw unfit(target, 'it does not exist');
      for (const statement of await tables.createTable(session, target, request.columns))
        await create(statement, hasTable);
    }
    if (!(await hasLedger())) await create(tables.createLedger(target), hasLedger);
  };
  await (tables.creating === undefined ? createMissing() : tables.creating(session, delivery, createMissing));
}

/** The names of the columns that a delivery fills: those of its rows, and that of the date where it is added. */
export function filledNames({ request, target }: Pick<SqlDelivery, 'request' | 'target'>): readonly string[] {
  const { dateColumn } = target;
  const names = request.columns.map(({ name }) => name);
  return dateColumn === null || dateColumn.inRows ? names : [...names, dateColumn.name];
}

/** The table's columns. Throws DESTINATION_SCHEMA when some are missing, naming them. */
export async function readColumns<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  tables: SqlTables<Session, Target, Own>,
  session: Session,
  delivery: SqlDelivery<Target>,
): Promise<ReadonlyMap<string, Own>> {
  const { target } = delivery;
  const names = filledNames(delivery);
  const columns = await tables.readColumns(session, target, names);
  if (columns === null) throw unfit(target, 'it is not a table');
  const missing = names.filter((name) => !columns.has(tables.folded(name)));
  if (missing.length > 0) throw unfit(target, `it has no column ${missing.join(', ')}`);
  tables.checkColumns?.(target, columns, names);
  return columns;
}
