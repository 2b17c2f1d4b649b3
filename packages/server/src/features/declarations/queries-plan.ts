import { isDated, type PlanUpload, type Source } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Batch } from '../../graphql/loaders.ts';

/** A declaration as the running script has it. */
export type Declared<Declaration> = Declaration & { readonly changelistId: string };

/** A source with the uploads that read each of its tables, by name of the table. */
export type DeclaredSource = Declared<Source> & { readonly readers: ReadonlyMap<string, readonly string[]> };

/** The download declarations of the running script with these names. */
export const declaredSources: Batch<DeclaredSource> = async (tx, accountId, names) => {
  const { rows } = await sql<{ id: string; source: Source }>`
    select c.id, s.value as source from changelist c cross join lateral jsonb_array_elements(c.plan -> 'sources') s
    where c.account_id = ${accountId}::uuid and c.status = 'running' and s.value ->> 'name' = any(${[...names]}::text[])
  `.execute(tx);
  const tables = rows.flatMap(({ source }) => source.tables.map(({ name }) => name));
  const read = await sql<{ table: string; name: string }>`
    select t.name as table, u.value ->> 'name' as name
    from changelist c
    cross join lateral jsonb_array_elements(c.plan -> 'uploads') u
    cross join lateral jsonb_array_elements_text(u.value -> 'sourceTables') t(name)
    where c.account_id = ${accountId}::uuid and c.status = 'running' and t.name = any(${tables}::text[])
    order by 1, 2
  `.execute(tx);
  const readers = new Map(
    [...Map.groupBy(read.rows, ({ table }) => table)].map(([table, uploads]) => [
      table,
      uploads.map(({ name }) => name),
    ]),
  );
  return new Map(rows.map(({ id, source }) => [source.name, { ...source, changelistId: id, readers }]));
};

/** The upload declarations of the running script with these names. */
export const declaredUploads: Batch<Declared<PlanUpload>> = async (tx, accountId, names) => {
  const { rows } = await sql<{ id: string; upload: PlanUpload }>`
    select c.id, u.value as upload from changelist c cross join lateral jsonb_array_elements(c.plan -> 'uploads') u
    where c.account_id = ${accountId}::uuid and c.status = 'running' and u.value ->> 'name' = any(${[...names]}::text[])
  `.execute(tx);
  return new Map(rows.map(({ id, upload }) => [upload.name, { ...upload, changelistId: id }]));
};

/** Names of the sources of which a backfill can download past report dates. */
export async function sourcesWithHistory(tx: Tx, accountId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ source: Source }>`
    select s.value as source
    from changelist c cross join lateral jsonb_array_elements(c.plan -> 'sources') s
    where c.account_id = ${accountId}::uuid and c.status = 'running'
  `.execute(tx);
  return rows
    .map(({ source }) => source)
    .filter(isDated)
    .map(({ name }) => name);
}
