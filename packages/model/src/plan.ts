import type { Lineage, Origin } from './lineage/column-origins.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { Column, SourceSchema } from './schema.ts';

/** A parameter's value: plain JSON, as a script can write it. */
export type PlanValue =
  | string
  | number
  | boolean
  | null
  | readonly PlanValue[]
  | { readonly [name: string]: PlanValue };

export type Parameters = { readonly [name: string]: PlanValue };

/** The position of a declaration in its script. Lines and columns are 1-based, ends exclusive. */
export type Position = {
  readonly path: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
};

/** One table of a source; `member` picks it out of a bundle's files. */
export type SourceTable = {
  readonly name: string;
  readonly member?: string;
  readonly schema: SourceSchema;
  /** Whether any table names the pseudo-column `line_number` of this source, so that loading must keep it. */
  readonly keepsLineNumbers: boolean;
};

/** A key that a declaration uses: its id (its name where it has none), and the name by which the script refers to it. */
export type PlanKey = { readonly id: string; readonly name: string };

/** Fields common to all declarations. */
type Declared = {
  readonly name: string;
  readonly project: string;
  readonly position: Position;
};

/** The endpoint of a download or an upload; `key` is null for a connector that works without one. */
type Connected = {
  readonly connector: string;
  readonly key: PlanKey | null;
  readonly parameters: Parameters;
};

/** A download declaration: a single download is a source with one table of its own name. */
export type Source = Declared &
  Connected & {
    readonly schedule: Schedule;
    readonly tables: readonly SourceTable[];
    /** Its connector asks for report dates by itself. Absent where only the parameters say so. */
    readonly isDated?: true;
  };

/** Names that start like this belong to the engine: no table of a script may have one. */
export const RESERVED_PREFIX = 'switchboard:';

/** The only column of an input that has neither rows nor columns on a report date: a star has to stand for something. */
export const NO_COLUMNS = `${RESERVED_PREFIX}no-columns`;

/** The name under which the `merge` of a kept table reads the rows of its last committed version. */
export function stateTableName(table: string): string {
  return `${RESERVED_PREFIX}state:${table}`;
}

/** The name under which a kept table's `sql` reads the rows that its `merge` gives. */
export function keptTableName(table: string): string {
  return `${RESERVED_PREFIX}kept:${table}`;
}

/** Column of kept rows: the report date that a row came from, or the first of its period. */
export const KEPT_DATE = `${RESERVED_PREFIX}date`;
/** Column of kept rows: the last loaded date of a snapshot's period. */
export const KEPT_UNTIL = `${RESERVED_PREFIX}until`;

/**
 * State of an `upsert` or `snapshot` table: rows kept from run to run, each with the report date that it came from.
 *
 * A run offers the previous version's rows as a table called `table`, executes `merge` over it and the table's `inputs`, and
 * keeps the result, whole, as the next version. The table's `sql` reads that version, offered as `kept`, and gives the rows
 * that users of the table read. Two variables of the database matter: `flow_report_date`, the date that is loaded, null for
 * sources without dates; and `flow_as_of`, the last date whose rows `sql` reads, null for all. Before the first run the
 * previous version is what `empty` gives.
 *
 * - `merge` replaces the rows of the loaded date as a whole; those of other dates stay. An input without rows replaces
 *   nothing, unless `whenEmpty` is `replace`.
 *   An upsert keeps the first row of each key and date; a snapshot keeps periods (`KEPT_DATE` to `KEPT_UNTIL`, loaded dates,
 *   both included), and for each loaded date a row with `KEPT_UNTIL` alone.
 * - Rows without a date count as older than every date: those of sources without dates, and those of versions that knew no
 *   dates. They are one for each key, and never taken back.
 * - Of an upsert's rows of one key the first in its order counts; between equal ones, and without an order, the later date; then
 *   the other columns in order, so that the choice depends on nothing but the rows. Null keys are equal to each other.
 * - The state is read by name, whatever the version of the script that wrote it: a column that it lacks is null, a column
 *   that the table no longer has is dropped (an open table keeps it), and a value is cast to the type the table now has.
 *   A value that does not convert fails the run; it is never dropped.
 * - The rows come out ordered by the keys, nulls last.
 */
export type TableState = {
  /** The columns that identify rows, each once; never empty. All are declared, with types that can be compared. */
  readonly keys: readonly string[];
  /** `stateTableName` of the table. */
  readonly table: string;
  /** `keptTableName` of the table. Absent, with `merge`, in plans of versions that knew no dates: they are compiled again. */
  readonly kept?: string;
  readonly merge?: { readonly duckdb: string };
  /** One SELECT over the table's `inputs` that gives no rows: the state before the first run. */
  readonly empty: { readonly duckdb: string };
  /** Effect of a load without rows on the rows kept of its date. Absent where they stay. */
  readonly whenEmpty?: Exclude<EmptyResultChoice, 'keep'>;
};

/** A derived table. `sql` is one SELECT over its inputs' names, in each dialect the compiler emits. */
export type PlanTable = Declared & {
  /** Source tables and tables that `sql` reads, each once, sorted. */
  readonly inputs: readonly string[];
  readonly columns: readonly Column[];
  /** False when a column's type is known only after a file has been read. */
  readonly closed: boolean;
  readonly sql: { readonly duckdb: string };
  /** Source columns of each of `columns`; `lineageGraph` draws it. */
  readonly lineage?: Lineage;
  /** Columns that `sql` names of its inputs and that these do not declare, pseudo-columns included. Absent without any. */
  readonly undeclared?: readonly Origin[];
  /**
   * Statements over the inputs that count what conversions make null. Each gives one row with the columns `n0`, `n1`, …: for each
   * of `expressions` the number of values, then how many of them became null.
   */
  readonly conversions?: readonly {
    readonly sql: { readonly duckdb: string };
    readonly expressions: readonly string[];
  }[];
  /** Set for an `upsert` or `snapshot` table, whose rows are kept for the next run: `sql` reads them and no inputs. */
  readonly state?: TableState;
};

export const UPLOAD_MODES = ['replace_date', 'truncate', 'append', 'upsert'] as const;
export type UploadMode = (typeof UPLOAD_MODES)[number];

/** Treatment of a result without rows: the destination is left as it is, loses the rows of the result before, or the upload fails. */
export const EMPTY_RESULT_CHOICES = ['keep', 'replace', 'fail'] as const;
export type EmptyResultChoice = (typeof EMPTY_RESULT_CHOICES)[number];

/** The modes that replace the rows of a result before. With the others a result without rows has nothing to remove. */
export const REPLACING_MODES: readonly UploadMode[] = ['replace_date', 'truncate'];

/** An upload declaration with the part of the graph it needs. */
export type PlanUpload = Declared &
  Connected & {
    /** The table, or source table, whose rows are sent. */
    readonly table: string;
    /** The key that its `test` parameters name; without it test runs use `key`. */
    readonly testKey?: PlanKey;
    readonly mode: UploadMode;
    /** Absent where the destination is left as it is. */
    readonly whenEmpty?: Exclude<EmptyResultChoice, 'keep'>;
    readonly columns: readonly Column[];
    /** Tables to build for it, inputs before users. */
    readonly tables: readonly string[];
    /** Names of the source tables it depends on, sorted. */
    readonly sourceTables: readonly string[];
    /** Names of the sources it depends on, sorted. */
    readonly sources: readonly string[];
    /** The destination as a person reads it, with `{YYYY}`-like tokens left in. */
    readonly destination: string;
  };

/** Effect of a failed assertion on its report date. */
export const ASSERTION_SEVERITIES = ['stop', 'warn'] as const;
export type AssertionSeverity = (typeof ASSERTION_SEVERITIES)[number];

/** Claim of an assertion about a table's rows, or their number. */
export type AssertionClaim =
  /** `sql` selects the rows, or for `unique` the repeated values, that contradict the claim. */
  | {
      readonly kind: 'condition' | 'unique' | 'not_null' | 'reference';
      readonly sql: { readonly duckdb: string };
    }
  /** `dates`: `low` and `high` are percent of the average of so many earlier report dates; null for plain numbers of rows. */
  | { readonly kind: 'row_count'; readonly low: number; readonly high: number; readonly dates: number | null };

/** An assertion declaration: what must hold of a table before its rows are uploaded. */
export type PlanAssertion = Declared & {
  readonly table: string;
  readonly severity: AssertionSeverity;
  /** The tables that its claim reads, `table` first. */
  readonly inputs: readonly string[];
  readonly claim: AssertionClaim;
};

/** A compiled script: plain JSON that the engine runs without knowing the language. */
export type Plan = {
  readonly version: 1;
  readonly sources: readonly Source[];
  readonly tables: readonly PlanTable[];
  readonly uploads: readonly PlanUpload[];
  /** Absent in a script without assertions. */
  readonly assertions?: readonly PlanAssertion[];
};

/** Replaces `{YYYY} {YY} {MM} {DD}` and `{YYYY-MM-DD}`-like groups, and `{name}`, by a report date's parts and values. */
export function fillTemplate(
  template: string,
  reportDate: string | null,
  values: Readonly<Record<string, string>> = {},
): string {
  return template.replace(/\{([^{}]+)\}/g, (whole, inner: string) => {
    const value = values[inner];
    if (value !== undefined) return value;
    if (reportDate === null || !/^(?:YYYY|YY|MM|DD|[-_/.])+$/.test(inner)) return whole;
    const [year = '', month = '', day = ''] = reportDate.split('-');
    return inner.replace(/YYYY|YY|MM|DD/g, (token) =>
      token === 'YYYY' ? year : token === 'YY' ? year.slice(2) : token === 'MM' ? month : day,
    );
  });
}

const DATE_TOKEN = /\{[^{}]*(?:YYYY|YY|MM|DD)[^{}]*\}/;

function holdsDateToken(value: unknown): boolean {
  if (typeof value === 'string') return DATE_TOKEN.test(value);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsDateToken);
  return false;
}

/** Whether a source's data belongs to report dates: it asks for a date, or reads one from its files. */
export function isDated(source: Pick<Source, 'parameters' | 'isDated'>): boolean {
  return (
    source.isDated === true ||
    source.parameters['datetime_pattern'] !== undefined ||
    source.parameters['subject_datetime_pattern'] !== undefined ||
    source.parameters['delivery_delay_days'] !== undefined ||
    // Rows of a table by the day that a column of it holds.
    source.parameters['date_column'] !== undefined ||
    holdsDateToken(source.parameters)
  );
}

/** Whether an upload's rows are made from some that are kept from report date to report date. */
export const isSnapshot = ({ tables }: Pick<Plan, 'tables'>, upload: PlanUpload): boolean =>
  tables.some(({ name, state }) => state !== undefined && upload.tables.includes(name));
