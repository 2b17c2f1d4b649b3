import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@switchboard/server/connect';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';
import { migrate } from '@switchboard/server/migrate';
import type { Generator } from './generator.ts';

/** A column as the catalogue describes it; `choices` are the texts that a check constraint allows. */
type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  optional: boolean;
  choices: string | null;
};

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    (a.atthasdef or a.attidentity <> '') as optional,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY%' limit 1) as choices
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname like 'schema\\_%'
  order by c.relname, a.attnum`;

const SCALARS: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  'text[]': 'string[]',
  daterange: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  date: 'string',
  bytea: 'Buffer',
};

function scalar(column: Column): string {
  const choices = [...(column.choices ?? '').matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`);
  if (column.type === 'text' && choices.length > 0) return choices.join(' | ');
  const found = SCALARS[column.type];
  if (found === undefined)
    throw new Error(`${column.table}.${column.name}: no TypeScript type is known for ${column.type}`);
  return found;
}

/** Types that are read otherwise than they are written, by name. */
const CONVERTED: Readonly<Record<string, string>> = {
  Time: 'ColumnType<Date, Date | string, Date | string>',
  DefaultTime: 'ColumnType<Date, Date | string | undefined, Date | string>',
  NullableTime: 'ColumnType<Date | null, Date | string | null | undefined, Date | string | null>',
  Json: 'ColumnType<unknown, string, string>',
  DefaultJson: 'ColumnType<unknown, string | undefined, string>',
  NullableJson: 'ColumnType<unknown, string | null | undefined, string | null>',
};

function typeOf(column: Column): string {
  const omissible = column.nullable ? 'Nullable' : column.optional ? 'Default' : '';
  if (column.type === 'jsonb') return `${omissible}Json`;
  if (column.type.startsWith('timestamp')) return `${omissible}Time`;
  const type = `${scalar(column)}${column.nullable ? ' | null' : ''}`;
  return column.optional ? `Generated<${type}>` : type;
}

/** Columns of one type: `Of<string, 'name' | 'project'>`, in lines of at most 120 characters. */
function describeColumns(type: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => `'${name}'`);
  const whole = `Of<${type}, ${names.join(' | ')}>`;
  return whole.length < 110 ? whole : `Of<\n      ${type},\n${names.map((name) => `      | ${name}\n`).join('')}    >`;
}

function describeTable(table: string, columns: readonly Column[]): string {
  const types = [...Map.groupBy(columns, typeOf)].map(([type, own]) => describeColumns(type, own));
  return `  ${table}: ${types.join(' &\n    ')};\n`;
}

/** The TypeScript text that describes these columns to Kysely, by table and type. */
function describeTables(columns: readonly Column[]): string {
  const used = new Set(columns.map(typeOf));
  const converted = Object.entries(CONVERTED).filter(([name]) => used.has(name));
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => describeTable(table, own));
  return [
    '// Generated from the migrations by "npm run generate". Do not edit.',
    "import type { ColumnType, Generated } from 'kysely';\n",
    '// Dates are texts yyyy-MM-dd; JSON is written as text (JSON.stringify) and read as parsed, to be checked by the reader.',
    `${converted.map(([name, type]) => `type ${name} = ${type};\n`).join('')}`,
    '/** Columns of one type. */',
    'type Of<Type, Names extends string> = { [Name in Names]: Type };\n',
    `/** Every table of the database. */\nexport type Tables = {\n${tables.join('')}};\n`,
  ].join('\n');
}

/** The tables that the migrations make in an empty database. */
export const generator: Generator = {
  owns: /^packages\/server\/src\/db\/tables\.generated\.ts$/,
  make: async () => new Map([['packages/server/src/db/tables.generated.ts', describeTables(await readColumns())]]),
};

async function readColumns(): Promise<readonly Column[]> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-generate-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false, log: () => {} });
  try {
    await migrate({ url: postgres.url });
    const client = await connect(postgres.url);
    const { rows } = await client.query<Column>(COLUMNS);
    await client.end();
    return rows;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
