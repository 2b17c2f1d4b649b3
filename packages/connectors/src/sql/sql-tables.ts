import type { Column } from '@switchboard/model/schema';
import { missingColumns, type TakingColumn, unkeptColumns } from '../column-types/unkept-columns.ts';
import type { SqlColumn, SqlDelivery, SqlSession, SqlTables } from './sql-database.ts';
import { refuseUntyped, type TableParameters, unfit } from './table-parameters.ts';

/**
 * Creates the table and its ledger where they are missing. An existing one is neither locked nor changed.
 * @throws DESTINATION_SCHEMA when the table is missing and must not be created
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
      refuseUntyped(request);
      for (const statement of await tables.createTable(session, target, request.columns))
        await create(statement, hasTable);
    }
    if (!(await hasLedger())) await create(tables.createLedger(target), hasLedger);
  };
  await (tables.creating === undefined ? createMissing() : tables.creating(session, delivery, createMissing));
}

/** The columns that a delivery fills: those of its rows, and that of the date where it is added. */
function filledColumns({ request, target }: Pick<SqlDelivery, 'request' | 'target'>): readonly Column[] {
  const { dateColumn } = target;
  if (dateColumn === null || dateColumn.inRows) return request.columns;
  return [...request.columns, { name: dateColumn.name, type: { kind: 'date' }, nullable: true }];
}

/** The names of the columns that a delivery fills. */
export const filledNames = (delivery: Pick<SqlDelivery, 'request' | 'target'>): readonly string[] =>
  filledColumns(delivery).map(({ name }) => name);

type Found<Own extends SqlColumn> = {
  readonly columns: ReadonlyMap<string, Own>;
  /** Columns of the delivery that the table does not have. */
  readonly missing: readonly Column[];
};

async function findColumns<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  tables: SqlTables<Session, Target, Own>,
  session: Session,
  delivery: SqlDelivery<Target>,
): Promise<Found<Own>> {
  const { target } = delivery;
  const filled = filledColumns(delivery);
  const columns = await tables.readColumns(
    session,
    target,
    filled.map(({ name }) => name),
  );
  if (columns === null) throw unfit(target, 'it is not a table');
  return { columns, missing: filled.filter(({ name }) => !columns.has(tables.folded(name))) };
}

/**
 * The table's columns. Adds those that are missing, in transactions of their own, where the upload asks for it.
 * @param withOther opens another session
 * Throws DESTINATION_SCHEMA for a table that lacks columns, or has some that do not keep every value of the rows.
 */
export async function readColumns<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  tables: SqlTables<Session, Target, Own>,
  session: Session,
  delivery: SqlDelivery<Target>,
  withOther: (work: (other: Session) => Promise<void>) => Promise<void>,
): Promise<ReadonlyMap<string, Own>> {
  const { target, request, context } = delivery;
  let { columns, missing } = await findColumns(tables, session, delivery);
  if (missing.length > 0 && target.evolve === 'add_columns') {
    refuseUntyped(request);
    const added = missing;
    // Readers wait for a changed table until its transaction ends, which must not be that of the rows.
    await withOther(async (other) => {
      for (const column of added) await addColumn(tables, other, delivery, column);
    });
    await context.onColumnsAdded?.(added.map(({ name }) => name));
    ({ columns, missing } = await findColumns(tables, session, delivery));
  }
  if (missing.length > 0) {
    const statements = missing.map((column) => tables.addColumn(target, column));
    throw unfit(
      target,
      missingColumns(
        missing.map(({ name }) => name),
        statements,
      ),
    );
  }
  tables.checkColumns?.(
    target,
    columns,
    filledColumns(delivery).map(({ name }) => name),
  );
  const takerOf = (name: string): TakingColumn | undefined => {
    const column = columns.get(tables.folded(name));
    return column && { name: column.name ?? name, type: column.fullType ?? column.type };
  };
  const unkept = await unkeptColumns(request, tables.types, takerOf, (column, taker) =>
    tables.changeType(target, { ...column, name: taker.name }),
  );
  if (unkept !== null) throw unfit(target, unkept);
  return columns;
}

/** Adds a column, unless another delivery has added it meanwhile. */
async function addColumn<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  tables: SqlTables<Session, Target, Own>,
  session: Session,
  { target }: SqlDelivery<Target>,
  column: Column,
): Promise<void> {
  try {
    await session.ask(tables.addColumn(target, column));
  } catch (error) {
    const columns = await tables.readColumns(session, target, [column.name]).catch(() => null);
    if (columns?.has(tables.folded(column.name)) !== true) throw error;
  }
}
