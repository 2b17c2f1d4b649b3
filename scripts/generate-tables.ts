import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@switchboard/server/connect';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';
import { migrate } from '@switchboard/server/migrate';

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

function typeOf(column: Column): string {
  const orNull = column.nullable ? ' | null' : '';
  const omissible = column.optional || column.nullable ? ' | undefined' : '';
  if (column.type === 'jsonb') return `ColumnType<unknown, string${orNull}${omissible}, string${orNull}>`;
  if (column.type.startsWith('timestamp')) {
    return `ColumnType<Date${orNull}, Date | string${orNull}${omissible}, Date | string${orNull}>`;
  }
  return column.optional ? `Generated<${scalar(column)}${orNull}>` : `${scalar(column)}${orNull}`;
}

const pascal = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The TypeScript text that describes these columns to Kysely. */
export function describeTables(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const types = [...tables].map(
    ([table, own]) =>
      `export type ${pascal(table)}Table = {\n${own.map((column) => `  ${column.name}: ${typeOf(column)};\n`).join('')}};\n`,
  );
  const all = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;\n`).join('');
  return [
    '// Generated from the migrations by "npm run generate". Do not edit.',
    "import type { ColumnType, Generated } from 'kysely';\n",
    '// Dates are texts yyyy-MM-dd; JSON is written as text (JSON.stringify) and read as parsed, to be checked by the reader.\n',
    ...types,
    `/** Every table of the database. */\nexport type Tables = {\n${all}};\n`,
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'switchboard-generate-'));
const postgres = await startEmbeddedPostgres({ folder, durable: false, log: () => {} });
try {
  await migrate({ url: postgres.url });
  const client = await connect(postgres.url);
  const { rows } = await client.query<Column>(COLUMNS);
  await client.end();
  writeFileSync(join(import.meta.dirname, '../packages/server/src/db/tables.generated.ts'), describeTables(rows));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
