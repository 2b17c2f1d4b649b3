import type { ConnectorSpec } from '@switchboard/model/catalog';
import type { Column } from '@switchboard/model/schema';
import type { ColumnTypes } from '../column-types/stored-type.ts';
import type { LedgerEntry } from '../delivery/ledger.ts';
import type { DeliveryContext, DeliveryRequest } from '../spec.ts';
import type { SqlErrors } from './sql-failures.ts';
import type { SqlDialect, SqlLogin } from './sql-login.ts';
import type { TableParameters } from './table-parameters.ts';

export type SqlAnswer = {
  /** Values as texts. Empty for a statement that gives no rows. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows that it changed. */
  readonly affected: number;
};

/** A signed-in connection. One statement at a time. */
export type SqlSession = {
  /** Runs a statement; `values` are those of its parameters. Throws what the driver throws. */
  ask(sql: string, values?: readonly unknown[]): Promise<SqlAnswer>;
};

/** A table by its names. */
export type TableName = Pick<TableParameters, 'schema' | 'table'>;

/** A column of a table. */
export type SqlColumn = {
  /** As the server names it. */
  readonly type: string;
  /** The type with its length and digits, where `type` lacks them. */
  readonly fullType?: string;
  /** As the server spells the column, where names are compared otherwise. */
  readonly name?: string;
};

/** One delivery to a table. */
export type SqlDelivery<Target extends TableParameters = TableParameters> = {
  readonly request: DeliveryRequest;
  readonly context: DeliveryContext;
  readonly login: SqlLogin;
  readonly target: Target;
};

/** A delivery to a table that is there. */
export type TableDelivery<
  Target extends TableParameters = TableParameters,
  Own extends SqlColumn = SqlColumn,
> = SqlDelivery<Target> & {
  /** The table's columns, by their names as `folded` gives them. */
  readonly columns: ReadonlyMap<string, Own>;
};

/** The tables of a database: how they are found, created and described. */
export type SqlTables<Session, Target extends TableParameters, Own extends SqlColumn> = {
  /** A name of a column as the database compares it. */
  folded(name: string): string;
  /** The ledger of a target. */
  ledgerOf(target: Target): TableName;
  exists(session: Session, table: TableName): Promise<boolean>;
  /** Runs the work that creates what is missing, one maker at a time. Absent where makers do not collide. */
  creating?(session: Session, delivery: SqlDelivery<Target>, work: () => Promise<void>): Promise<void>;
  /** Creates the schema where the upload may. Throws DESTINATION_SCHEMA for one that must exist. */
  ensureSchema(session: Session, target: Target): Promise<void>;
  /** The statements that make the table as the upload's columns want it. */
  createTable(session: Session, target: Target, columns: readonly Column[]): Promise<readonly string[]>;
  createLedger(target: Target): string;
  /** Runs a statement that creates something; by default as any other. */
  create?(session: Session, statement: string, exists: () => Promise<boolean>): Promise<void>;
  /**
   * The table's columns; null for a view and the like. Throws DESTINATION_SCHEMA for a table of a kind that takes no rows.
   * @param names of the columns that the delivery fills
   */
  readColumns(session: Session, target: Target, names: readonly string[]): Promise<ReadonlyMap<string, Own> | null>;
  /** The types of its columns. */
  readonly types: ColumnTypes;
  /** The statement that adds a column with the type that a created table has. */
  addColumn(target: Target, column: Column): string;
  /** The statement that gives a column that is there the type that a created table has. */
  changeType(target: Target, column: Column): string;
  /** Throws DESTINATION_SCHEMA for columns that take no values of a result. */
  checkColumns?(target: Target, columns: ReadonlyMap<string, Own>, names: readonly string[]): void;
};

/** The ledger beside tables, in the transaction of their rows. */
export type SqlLedger<Session, Target extends TableParameters> = {
  /** Reads the entry of a delivery from a ledger that is there. */
  read(session: Session, delivery: SqlDelivery<Target>): Promise<LedgerEntry | null>;
  /** Records the result. False when a newer or equal one has been recorded since the ledger was read. */
  record(session: Session, delivery: SqlDelivery<Target>): Promise<boolean>;
};

/** A database as a destination. */
export type SqlDatabase<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn> = {
  readonly connector: ConnectorSpec;
  readonly dialect: SqlDialect;
  readonly errors: SqlErrors;
  /** Where a delivery goes. Throws PARAMETER_INVALID, KEY_NOT_SUPPORTED or DESTINATION_SCHEMA. */
  readTarget(request: DeliveryRequest, login: SqlLogin): Target;
  /** Opens a session, and closes it whatever `work` does, which ends an open transaction without a trace. */
  withSession<Result>(delivery: SqlDelivery<Target>, work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Prepares a session, and waits for another attempt that is still committing. */
  begin(session: Session, delivery: SqlDelivery<Target>): Promise<void>;
  readonly tables: SqlTables<Session, Target, Own>;
  readonly ledger: SqlLedger<Session, Target>;
  /** Puts the rows in place as the mode says, in the transaction that `commit` ends. Returns how many the server confirmed. */
  write(session: Session, delivery: TableDelivery<Target, Own>): Promise<number>;
  commit(session: Session): Promise<void>;
  /** Whether another transaction changed what this one read: it was rolled back, and may be run again. */
  isOvertaken?(error: unknown): boolean;
  /** Translates failures of others than the server; other errors stay. */
  translateError?(error: unknown, delivery: SqlDelivery<Target>): unknown;
  /** Removes what crashed attempts left. */
  sweep?(delivery: SqlDelivery<Target>): Promise<void>;
};
