import { PipelineError } from '@switchboard/model/errors/errors';
import { sqlText } from './configuration.ts';
import type { SqlSession } from './executor.ts';

/** Table functions allowed in FROM. All others read files, settings or other queries. */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['unnest', 'range', 'generate_series']);

/** Scalar functions that reach beyond their arguments: settings, sessions, logs, sequences, other statements, time wasters. */
const FORBIDDEN = new Set([
  'getenv',
  'current_setting',
  'write_log',
  'parse_duckdb_log_message',
  'sleep_ms',
  'setseed',
  'nextval',
  'currval',
  'current_query',
  'current_query_id',
  'current_connection_id',
  'current_transaction_id',
  'txid_current',
  'current_user',
  'current_role',
  'session_user',
  'user',
  'version',
  'in_search_path',
  'query',
  'query_table',
  'glob',
  'json_serialize_sql',
  'json_serialize_plan',
  'json_deserialize_sql',
  'json_execute_serialized_sql',
  'sql_auto_complete',
  'checkpoint',
  'force_checkpoint',
  'which_secret',
  'get_block_size',
  'add_parquet_key',
  'create_sort_key',
]);
const FORBIDDEN_FAMILY =
  /^(?:read_|duckdb_|pragma_|parquet_|sniff_|pg_|has_.*_privilege|inet_|enable_|disable_|arrow_|scan_|.*_scan$|__internal)/;

/** Kinds of FROM and of query that the compiler emits. */
const TABLE_KINDS: ReadonlySet<string> = new Set([
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'TABLE_FUNCTION',
  'EMPTY',
  'EXPRESSION_LIST',
  'COLUMN_DATA',
  'CTE',
  'PIVOT',
]);
const QUERY_KINDS: ReadonlySet<string> = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'CTE_NODE']);

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The tables that a query names, besides those it defines itself, and the first thing in it that is not allowed. */
function inspect(root: Json): { readonly refused: string | null; readonly tables: readonly string[] } {
  const tables = new Set<string>();
  const defined = new Set<string>();
  let refused: string | null = null;
  const refuse = (why: string): void => {
    refused ??= why;
  };
  const visit = (node: Json): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (!isObject(node)) return;
    const type = textOf(node['type']);
    const name = textOf(node['function_name']).toLowerCase();
    if (name !== '' && (FORBIDDEN.has(name) || FORBIDDEN_FAMILY.test(name)))
      refuse(`the function ${name} is not allowed`);
    if (type.endsWith('_NODE') && !QUERY_KINDS.has(type)) refuse('queries of this kind are not allowed');
    if (isObject(node['cte_map'])) {
      const entries = node['cte_map']['map'];
      if (Array.isArray(entries))
        for (const entry of entries as readonly Json[])
          if (isObject(entry)) defined.add(textOf(entry['key']).toLowerCase());
    }
    for (const place of ['from_table', 'left', 'right', 'source'] as const) {
      const table = node[place];
      if (!isObject(table) || !('sample' in table) || textOf(table['type']).endsWith('_NODE')) continue;
      if (!TABLE_KINDS.has(textOf(table['type'])))
        refuse(`${textOf(table['type']).toLowerCase()} is not allowed in from`);
    }
    if (type === 'BASE_TABLE') {
      if (textOf(node['schema_name']) !== '' || textOf(node['catalog_name']) !== '')
        refuse('tables of another schema are not allowed');
      tables.add(textOf(node['table_name']));
    }
    if (type === 'TABLE_FUNCTION') {
      const called = isObject(node['function']) ? textOf(node['function']['function_name']).toLowerCase() : '';
      if (!TABLE_FUNCTIONS.has(called)) refuse(`the function ${called} is not allowed in from`);
    }
    Object.values(node).forEach(visit);
  };
  visit(root);
  return { refused, tables: [...tables].filter((table) => !defined.has(table.toLowerCase())) };
}

/**
 * The engine's own check before a statement runs, whatever wrote the plan: the database parses the statement. (The compiler
 * checks it too before it enters a plan, by the words that it may contain.)
 * Checks, by the database's own parser, that `sql` is one SELECT, calls only functions that compute, and (when `tables` is
 * given) reads only tables of these names. Throws SQL_NOT_ALLOWED naming `table`.
 */
export async function assertSelect(
  session: SqlSession,
  sql: string,
  options: { readonly table: string; readonly tables?: readonly string[] },
): Promise<void> {
  const refuse = (reason: string): never => {
    throw new PipelineError('SQL_NOT_ALLOWED', { table: options.table, reason });
  };
  const [row] = await session.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`, { table: options.table });
  const tree = JSON.parse(String(row?.['tree'])) as JsonObject;
  if (tree['error'] !== false) return refuse(textOf(tree['error_message']) || 'it is not a query');
  const statements = tree['statements'];
  if (!Array.isArray(statements) || statements.length !== 1) return refuse('it is not one query');
  const { refused, tables } = inspect(statements);
  if (refused !== null) return refuse(refused);
  const known = options.tables && new Set(options.tables.map((name) => name.toLowerCase()));
  const stranger = known && tables.find((name) => !known.has(name.toLowerCase()));
  if (stranger !== undefined) refuse(`there is no table ${stranger} among its inputs`);
}
