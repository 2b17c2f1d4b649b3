import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type FilterOptions = {
  readonly projects: readonly string[];
  readonly download_names: readonly string[];
  readonly bundle_names: readonly string[];
  readonly upload_names: readonly string[];
  readonly destinations: readonly string[];
};

/** Declared names, newest first. Names of source tables are those of loaded parts, read by a loose index scan. */
export async function filterOptions(tx: Tx, accountId: string): Promise<FilterOptions> {
  const account = sql`account_id = ${accountId}::uuid`;
  const declared = async (
    table: 'download_declaration' | 'upload_declaration',
    column: 'name' | 'project' | 'destination',
  ) => {
    const { rows } = await sql<{ value: string }>`
      select d.${sql.ref(column)} as value from ${sql.table(table)} d where d.${account}
      group by d.${sql.ref(column)} order by max(d.id::text) desc limit ${sql.lit(LIMITS.selectorSize)}
    `.execute(tx);
    return rows.map(({ value }) => value);
  };
  const tables = await sql<{ name: string }>`
    with recursive step(name) as (
      (select p.name from download_part p where p.${account} order by p.name limit 1)
      union all
      select (select p.name from download_part p where p.${account} and p.name > step.name order by p.name limit 1)
      from step where step.name is not null
    )
    select name from step where name is not null limit ${sql.lit(LIMITS.selectorSize)}
  `.execute(tx);
  const sources = await declared('download_declaration', 'name');
  const projects = [
    ...(await declared('download_declaration', 'project')),
    ...(await declared('upload_declaration', 'project')),
  ];
  return {
    projects: capped(projects),
    download_names: capped([...sources, ...tables.rows.map(({ name }) => name)]),
    bundle_names: sources,
    upload_names: await declared('upload_declaration', 'name'),
    destinations: await declared('upload_declaration', 'destination'),
  };
}

function capped(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, LIMITS.selectorSize);
}
