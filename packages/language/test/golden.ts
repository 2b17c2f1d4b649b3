import type { Lineage } from '@switchboard/model/lineage/column-origins';
import { originsAt } from '@switchboard/model/lineage/lineage';
import type { Plan, PlanTable } from '@switchboard/model/plan';
import { type Column, typeName } from '@switchboard/model/schema';
import type { Compilation, Message } from '../src/index.ts';
import { scheduleOf } from '../src/plan/schedule.ts';

const ORDINARY = JSON.stringify(scheduleOf({}));

export function messageLine(message: Message, many: boolean): string {
  const { type, code, path, startLine, startColumn, endLine, endColumn } = message;
  return `${many ? `${path}:` : ''}${startLine}:${startColumn}-${endLine}:${endColumn} ${type} ${code} ${message.message}`;
}

function columnText({ name, type, nullable }: Column): string {
  return `${name}: ${typeName(type)}${nullable ? '' : ' not null'}`;
}

function originText(lineage: Lineage, positions: readonly number[]): string {
  return originsAt(lineage, positions)
    .map(([table, column]) => `${table}.${column ?? '*'}`)
    .join(', ');
}

/** Returns the source columns that a table's columns, other columns and rows come from. */
function lineageLines(table: PlanTable): string[] {
  const { lineage } = table;
  if (!lineage) return [];
  const columns = table.columns.flatMap((column, at) => {
    const from = originText(lineage, lineage.columns[at] ?? []);
    return from === '' ? [] : [`${column.name} < ${from}`];
  });
  const rest = lineage.rest?.length ? [`* < ${originText(lineage, lineage.rest)}`] : [];
  const rows = lineage.conditions.length > 0 ? [`rows < ${originText(lineage, lineage.conditions)}`] : [];
  return [...columns, ...rest, ...rows].map((line) => `--   ${line}`);
}

function tableText(table: PlanTable, many: boolean): string {
  const { state } = table;
  return [
    `-- ${table.name}${table.closed ? '' : ' (open)'} from ${table.inputs.join(', ')}${many ? ` in ${table.project}` : ''}`,
    `-- ${table.columns.map(columnText).join('; ')}`,
    ...lineageLines(table),
    ...(state ? [`-- kept by ${state.keys.join(', ')}, first of none:`, state.empty.duckdb] : []),
    ...(state ? ['-- merged:', state.merge?.duckdb ?? '', '-- then'] : []),
    table.sql.duckdb,
  ].join('\n');
}

function sourceTexts(plan: Plan, many: boolean): string[] {
  return plan.sources.map((source) => {
    const { name, project, connector, key, parameters, schedule } = source;
    const { type: _type, url: _url, ...rest } = parameters;
    const timed = JSON.stringify(schedule) === ORDINARY ? [] : [`--   ${JSON.stringify(schedule)}`];
    const given = Object.keys(rest).length > 0 ? [`--   ${JSON.stringify(rest)}`] : [];
    const tables = source.tables.map((table) => {
      const columns = table.schema.columns.map((column) => {
        const header = column.header === column.name ? '' : ` from "${column.header}"`;
        return `${columnText(column)}${column.format === undefined ? '' : ` as ${column.format}`}${column.separators ? ` by ${JSON.stringify(column.separators)}` : ''}${header}`;
      });
      const member = table.member === undefined ? '' : ` in ${table.member}`;
      const lines = table.keepsLineNumbers ? ', with line numbers' : '';
      return `--   ${table.name}${member}: ${[...columns, ...(table.schema.rest ? ['*'] : [])].join('; ')}${lines}`;
    });
    const head = `-- download ${name} by ${connector}${key === null ? '' : ` with ${key.name}`}${many ? ` in ${project}` : ''}`;
    return [head, ...timed, ...given, ...tables].join('\n');
  });
}

function uploadTexts(plan: Plan, many: boolean): string[] {
  return plan.uploads.map((upload) => {
    const { name, table, connector, key, mode, destination, parameters, sources, tables } = upload;
    const { type: _type, key: _key, mode: _mode, path: _path, ...rest } = parameters;
    const from = [...sources, ...tables].join(', ');
    return [
      `-- upload ${table}${name === table ? '' : ` as ${name}`} by ${connector}${key === null ? '' : ` with ${key.name}`}: ${mode} ${destination}`,
      `--   needs ${from}${many ? ` in ${upload.project}` : ''}`,
      ...(Object.keys(rest).length > 0 ? [`--   ${JSON.stringify(rest)}`] : []),
    ].join('\n');
  });
}

function assertionTexts({ assertions = [] }: Plan): string[] {
  return assertions.map(({ name, table, severity, inputs, claim }) => {
    const head = `-- assert ${name} on ${table}, else ${severity}, reads ${inputs.join(', ')}: ${claim.kind}`;
    if (claim.kind !== 'row_count') return `${head}\n${claim.sql.duckdb}`;
    const basis = claim.dates === null ? 'rows' : `percent of last ${claim.dates} dates`;
    return `${head} ${claim.low} to ${claim.high} ${basis}`;
  });
}

/** Everything that a compilation says, as a text that a person can read and compare. */
export function goldenText({ messages, plan }: Compilation, many: boolean): string {
  const said = messages.length > 0 ? [messages.map((message) => messageLine(message, many)).join('\n')] : [];
  if (!plan) return `${[...said, 'no plan'].join('\n\n')}\n`;
  const parts = [
    ...said,
    ...sourceTexts(plan, many),
    ...plan.tables.map((table) => tableText(table, many)),
    ...assertionTexts(plan),
    ...uploadTexts(plan, many),
  ];
  return `${parts.join('\n\n')}\n`;
}
