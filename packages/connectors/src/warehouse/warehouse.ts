import type { ColumnType } from '@switchboard/model/schema';
import type { ColumnTypes } from '../column-types/stored-type.ts';
import type { HeldVersion } from '../delivery/ledger.ts';
import type { DeliveryContext, DeliveryRequest } from '../spec.ts';
import type { TableParameters } from '../sql/table-parameters.ts';
import type { WarehouseApi } from './call-warehouse.ts';
import type { WarehouseFailure } from './warehouse-failure.ts';

/** The API of a warehouse as one declaration uses it. */
export type WarehouseSession = {
  readonly api: WarehouseApi;
  /** Fields of every statement's request, such as its warehouse and schema. */
  readonly fields: Readonly<Record<string, string>>;
};

/** A session whose requests end after this many milliseconds, and not when the delivery is cancelled. */
export function sessionWithin({ api, fields }: WarehouseSession, limitMs: number): WarehouseSession {
  return { fields, api: { ...api, context: { ...api.context, signal: AbortSignal.timeout(limitMs) } } };
}

export type WarehouseStatement = {
  readonly text: string;
  /** Its parameters by name; those that are question marks are named 1, 2 and so on. */
  readonly values?: Readonly<Record<string, string>>;
};

export type WarehouseRows = readonly (readonly (string | null)[])[];

export type WarehouseResult = {
  readonly columns: readonly WarehouseField[];
  /** The first rows, or all of a short result. */
  readonly rows: WarehouseRows;
};

/** A column of a table or result, as a warehouse describes it. */
export type WarehouseField = {
  /** As it is stored. */
  readonly name: string;
  /** In lower case. */
  readonly type: string;
  readonly precision: number | null;
  readonly scale: number | null;
};

/** Where a delivery goes. Names are stored ones. */
export type WarehouseTarget = TableParameters & {
  /** The table beside it that records what it holds. One for each, since changes of one table wait for each other. */
  readonly ledger: string;
  /** Names the upload, report date and purpose in the ledger. Hexadecimal digits. */
  readonly ledgerId: string;
};

/** The messages by which a commit reports that the ledger holds another version, or the stage other rows. */
export const LEDGER_CHANGED = 'SWITCHBOARD_LEDGER_CHANGED';
export const STAGE_CHANGED = 'SWITCHBOARD_STAGE_CHANGED';

/** The change of table and ledger by one commit. */
export type WarehouseCommit = {
  readonly stage: string;
  /** The statements that put the staged rows in place. */
  readonly replace: readonly string[];
  /** Version that the ledger must hold; empty for none. */
  readonly held: string;
  readonly entry: HeldVersion;
  /** Rows that the stage must hold. */
  readonly rows: number;
};

/** The SQL of a warehouse. */
export type WarehouseDialect<Target extends WarehouseTarget = WarehouseTarget> = {
  /** A name of a script as it is stored. */
  stored(name: string): string;
  /** A stored name, quoted. */
  quote(stored: string): string;
  /** A stored table beside the target, quoted with all that it needs. */
  tableIn(target: Target, table: string): string;
  /** The type of a column that the upload makes. Times are UTC. */
  typeOf(type: ColumnType): string;
  readonly types: ColumnTypes;
  /** The statement that adds a column. Fails, or does nothing, where it is there. @param name stored */
  addColumn(target: Target, name: string, type: ColumnType): string;
  /** The statements that give a column another type. @param name stored */
  changeType(target: Target, name: string, type: ColumnType): string;
  /** The end of a statement that creates a table; empty for none. */
  readonly tableOptions: string;
  /** The value of a staged text in a column of the table; null for a type that takes no single value. */
  cast(text: string, field: WarehouseField): string | null;
  /** A condition that a value of a column's type lies in a date, yyyy-MM-dd; null for a type that holds no dates. */
  onDate(value: string, field: WarehouseField, date: string): string | null;
  /** Creates the ledger if it is missing: one row for each upload, report date and purpose. */
  createLedger(target: Target): string;
  /** Reads version, fence, epoch and hash of the target's entry. The newest row, should there be more than one. */
  readLedger(target: Target): WarehouseStatement;
  /** Adds an empty entry, so that every delivery changes a row that is there: only such changes meet each other. */
  beginLedger(target: Target, upload: string): WarehouseStatement;
  /** Lists tables of the target's schema whose names have a prefix. */
  findStages(target: Target, prefix: string): WarehouseStatement;
};

/** A warehouse as a destination. Requests throw WarehouseFailure, NetworkError, or an aborted signal's reason. */
export type Warehouse<Target extends WarehouseTarget = WarehouseTarget> = {
  readonly dialect: WarehouseDialect<Target>;
  /** Where a delivery goes. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
  readTarget(request: DeliveryRequest): Target;
  /** Opens a session without sending a request. Throws KEY_MISSING, KEY_NOT_SUPPORTED, PARAMETER_INVALID or WarehouseFailure. */
  open(request: DeliveryRequest, target: Target, context: DeliveryContext): WarehouseSession;
  /** The table as messages name it. */
  placeOf(request: DeliveryRequest, target: Target): string;
  /** Runs a statement and waits for its end. */
  execute(session: WarehouseSession, statement: WarehouseStatement): Promise<WarehouseResult>;
  /** Whether a statement failed because its table does not exist. */
  isMissing(failure: WarehouseFailure): boolean;
  /** Throws DESTINATION_SCHEMA for a table that lacks what deliveries need besides columns. */
  checkTable?(session: WarehouseSession, target: Target): Promise<void>;
  /**
   * Loads rows into a stage that it creates.
   * @param lines a JSON object for each row, of texts by `stagedName`
   * @param columns their number
   */
  load(
    session: WarehouseSession,
    target: Target,
    stage: string,
    lines: AsyncIterable<Buffer>,
    columns: number,
  ): Promise<void>;
  /** Changes table and ledger in one transaction; fails with LEDGER_CHANGED or STAGE_CHANGED in its message. */
  commit(session: WarehouseSession, target: Target, commit: WarehouseCommit): Promise<void>;
  /** The files of stages, where rows are loaded from files. */
  readonly files?: {
    /** Names of stages that have files. */
    list(session: WarehouseSession, target: Target): Promise<readonly string[]>;
    remove(session: WarehouseSession, target: Target, stage: string): Promise<void>;
  };
};
