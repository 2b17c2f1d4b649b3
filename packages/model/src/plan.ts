import type { Schedule } from './schedule.ts';
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

/** Where a declaration stands in its script. Lines and columns are 1-based, ends exclusive. */
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

/** A download declaration: a single download is a source with one table of its own name. */
export type Source = {
  readonly name: string;
  readonly project: string;
  readonly connector: string;
  readonly key: string | null;
  readonly parameters: Parameters;
  readonly schedule: Schedule;
  readonly tables: readonly SourceTable[];
  readonly position: Position;
};

/** A derived table. `sql` is one SELECT over its inputs' names, in each dialect the compiler emits. */
export type PlanTable = {
  readonly name: string;
  readonly project: string;
  /** Source tables and tables that `sql` reads, each once, sorted. */
  readonly inputs: readonly string[];
  readonly columns: readonly Column[];
  /** False when a column's type is known only after a file has been read. */
  readonly closed: boolean;
  readonly sql: { readonly duckdb: string };
  readonly position: Position;
};

export const UPLOAD_MODES = ['replace_date', 'truncate', 'append', 'upsert'] as const;
export type UploadMode = (typeof UPLOAD_MODES)[number];

/** An upload declaration with the part of the graph it needs. */
export type PlanUpload = {
  readonly name: string;
  readonly project: string;
  /** The table, or source table, whose rows are sent. */
  readonly table: string;
  readonly connector: string;
  readonly key: string | null;
  readonly parameters: Parameters;
  readonly mode: UploadMode;
  readonly columns: readonly Column[];
  /** Tables to build for it, inputs before users. */
  readonly tables: readonly string[];
  /** Names of the source tables it depends on, sorted. */
  readonly sourceTables: readonly string[];
  /** Names of the sources it depends on, sorted. */
  readonly sources: readonly string[];
  /** The destination as a person reads it, with `{YYYY}`-like tokens left in. */
  readonly destination: string;
  readonly position: Position;
};

/** A compiled script: plain JSON that the engine runs without knowing the language. */
export type Plan = {
  readonly version: 1;
  readonly sources: readonly Source[];
  readonly tables: readonly PlanTable[];
  readonly uploads: readonly PlanUpload[];
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
