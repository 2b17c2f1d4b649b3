import { queryAsSuperuser } from '../database.ts';

type Column = { readonly table: string; readonly column: string };

/** Every column of the database that can hold text, sorted. */
export async function textColumns(url: string): Promise<readonly Column[]> {
  return queryAsSuperuser<Column>(
    url,
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as table, a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'queue') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'name'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype)
      order by 1, 2`,
  );
}

/** The columns, as `table.column`, in which a text occurs anywhere in the database, in any case of its letters. */
export async function columnsWith(url: string, text: string): Promise<readonly string[]> {
  const columns = await textColumns(url);
  const searches = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as name where exists (
        select from ${table} where position(lower($1) in lower("${column}"::text)) > 0)`,
  );
  const rows = await queryAsSuperuser<{ name: string }>(url, searches.join(' union all '), [text]);
  return rows.map(({ name }) => name).toSorted();
}
