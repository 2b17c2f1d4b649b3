import { fillTemplate, type ParameterSpec, PipelineError } from '@switchboard/model';
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
    doc: 'Column by which only the rows of the report date are read: a date, or a time whose days begin at midnight in UTC.',
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

type Spelling = {
  /** A name, quoted. */
  readonly name: (name: string) => string;
  /** Quotes a day, yyyy-MM-dd. */
  readonly day: (day: string) => string;
};

const DAY_MS = 86_400_000;

/** The statement that reads the rows of a request, without a semicolon. Throws PARAMETER_INVALID. */
export function sourceStatement(
  request: Pick<SourceRequest, 'name' | 'parameters' | 'reportDate'>,
  spelling: Spelling,
): string {
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
      ? qualified(table ?? '', spelling)
      : `(\n${fillTemplate(query, reportDate).replace(/[;\s]+$/, '')}\n) ${spelling.name('rows')}`;
  return [
    `select * from ${from}`,
    ...(dateColumn === undefined || reportDate === null ? [] : [` where ${onDay(dateColumn, reportDate, spelling)}`]),
    ...(orderBy.length === 0 ? [] : [` order by ${orderBy.map(spelling.name).join(', ')}`]),
  ].join('');
}

function qualified(table: string, { name }: Spelling): string {
  const dot = table.indexOf('.');
  return dot < 1 ? name(table) : `${name(table.slice(0, dot))}.${name(table.slice(dot + 1))}`;
}

function onDay(column: string, day: string, spelling: Spelling): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const name = spelling.name(column);
  return `${name} >= ${spelling.day(day)} and ${name} < ${spelling.day(next)}`;
}
