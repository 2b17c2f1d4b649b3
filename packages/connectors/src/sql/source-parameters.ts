import type { ParameterSpec } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { addDays, DEFAULT_TIMEZONE, instantOfLocal, isTimezone } from '@switchboard/model/schedule/schedule';
import { defineParameters } from '../parameters/define-parameters.ts';
import type { SourceRequest } from '../spec.ts';

const PARAMETERS = defineParameters({
  table: {
    type: 'string',
    group: 'rows',
    doc: 'Table or view whose rows are read; with a dot, its schema before it.',
  },
  query: {
    type: 'string',
    group: 'rows',
    syntax: 'template',
    doc: 'SELECT statement whose rows are read, instead of table. {YYYY-MM-DD} and the like stand for the report date.',
  },
  date_column: {
    type: 'string',
    doc: 'Column by which only the rows of the report date are read: a date, a time without a timezone, taken as it is written, or a moment, whose days begin at midnight in the timezone of the download.',
  },
  order_by: {
    type: 'strings',
    single: true,
    doc: 'Columns that the rows are sorted by. Without them, the rows may come in another order each time.',
  },
});

/** Parameters of every source that reads a SQL database: one of table and query is needed. */
export const SQL_SOURCE_PARAMETERS: readonly ParameterSpec[] = PARAMETERS.specs.map((spec) =>
  spec.group === undefined ? spec : { ...spec, required: true },
);

/** The kind of a date column. `moment`: a time that is the same everywhere; `local`: one without a timezone. */
export type DateKind = 'day' | 'local' | 'moment' | 'text';

/** The spelling of a dialect. */
export type Spelling = {
  /** A name, quoted. */
  readonly name: (name: string) => string;
  /**
   * The beginning of a day as a literal of the column's own type, so that an index on it can be used.
   * @param day yyyy-MM-dd
   * @param instant when it begins in the timezone of the download, yyyy-MM-dd HH:mm:ss in UTC
   */
  readonly bound: (kind: DateKind, day: string, instant: string) => string;
  /** A quoted name for the table or query, by which columns are named outside of the list of what is read. */
  readonly alias?: string;
};

export type SourceStatement = {
  /** All rows, of every report date and in no order. */
  readonly all: string;
  /** Name of the date column; null for a source without one. */
  readonly dateName: string | null;
  /** A statement without rows whose only column is the date column; null for a source without one. */
  readonly dateColumn: string | null;
  /**
   * The statement that reads the rows, without a semicolon.
   * @param list what is read of each row: all columns by default
   * Throws PARAMETER_INVALID for a column that holds no dates.
   */
  rows(kind: DateKind | null, list?: string): string;
};

/** The statements that read the rows of a request. Throws PARAMETER_INVALID. */
export function sourceStatement(
  request: Pick<SourceRequest, 'name' | 'parameters' | 'reportDate'>,
  spelling: Spelling,
): SourceStatement {
  const { name, reportDate } = request;
  const {
    table,
    query,
    date_column: dateColumn,
    order_by: orderBy = [],
    refuse,
  } = PARAMETERS.read(name, request.parameters);
  if ((table ?? '') === '' && (query ?? '') === '') refuse('table', 'or query is missing');
  if (table !== undefined && query !== undefined) refuse('query', 'cannot be given besides table');
  const isDated = dateColumn !== undefined || (query !== undefined && fillTemplate(query, '2000-01-01') !== query);
  if (isDated && reportDate === null)
    throw new PipelineError('PARAMETER_INVALID', {
      name,
      parameter: dateColumn === undefined ? 'query' : 'date_column',
      reason: 'asks for a report date, but this download has none',
    });
  // Line breaks, so that a comment at the end of the query ends there.
  const from =
    query === undefined
      ? qualified(table ?? '', spelling) + (spelling.alias === undefined ? '' : ` ${spelling.alias}`)
      : `(\n${fillTemplate(query, reportDate).replace(/[;\s]+$/, '')}\n) ${spelling.alias ?? spelling.name('rows')}`;
  const named = (name: string): string =>
    spelling.alias === undefined ? spelling.name(name) : `${spelling.alias}.${spelling.name(name)}`;
  const order = orderBy.length === 0 ? '' : ` order by ${orderBy.map(named).join(', ')}`;
  const all = `select * from ${from}`;
  if (dateColumn === undefined || reportDate === null)
    return { all, dateName: null, dateColumn: null, rows: (_, list = '*') => `select ${list} from ${from}${order}` };
  const { timezone } = request.parameters;
  const zone = typeof timezone === 'string' && isTimezone(timezone) ? timezone : DEFAULT_TIMEZONE;
  const column = named(dateColumn);
  const bound = (kind: DateKind, day: string): string => spelling.bound(kind, day, beginningOf(day, zone));
  return {
    all,
    dateName: dateColumn,
    dateColumn: `select ${column} from ${from} limit 0`,
    rows(kind, list = '*') {
      if (kind === null) return refuse('date_column', `names ${dateColumn}, which holds no dates`);
      const [begin, end] = [bound(kind, reportDate), bound(kind, addDays(reportDate, 1))];
      return `select ${list} from ${from} where ${column} >= ${begin} and ${column} < ${end}${order}`;
    },
  };
}

const beginningOf = (day: string, timezone: string): string =>
  new Date(instantOfLocal(day, 0, timezone)).toISOString().slice(0, 19).replace('T', ' ');

function qualified(table: string, { name }: Spelling): string {
  const dot = table.indexOf('.');
  return dot < 1 ? name(table) : `${name(table.slice(0, dot))}.${name(table.slice(dot + 1))}`;
}
