import type { Client } from 'pg';
import { readTables } from './read-tables.ts';
import type { Owner } from './watch-rows.ts';

/** The rows of an account and its person as they were when keeping began. */
export type KeptRows = {
  /**
   * Tables whose rows differ from the kept ones, each with the number of rows that it has now, by name. Rows that were written alike
   * count as different.
   */
  changed(): Promise<readonly string[]>;
  /** Brings the rows back, so that whatever comes next does not depend on what was called before. */
  restore(): Promise<void>;
};

type Kept = { readonly name: string; readonly copy: string; readonly where: string; readonly columns: string };
type Version = { readonly name: string; readonly rows: number; readonly version: string | null };

const COLUMNS = `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`;

let keeps = 0;

/**
 * Copies each row of the account and its person, the audit log and the grants of sessions included.
 * @param client a connection whose writes run no triggers (`session_replication_role`), and which stays open as long as the rows are kept
 */
export async function keepRows(client: Client, { accountId, personId }: Owner): Promise<KeptRows> {
  keeps += 1;
  const { rows } = await client.query<{ name: string; columns: string }>(COLUMNS);
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
  const owned = (await readTables(client)).map(({ name, owner }) => ({
    name,
    where: `t.${owner} = '${owner === 'person_id' ? personId : accountId}'`,
  }));
  const tables = [
    ...owned,
    { name: 'account', where: `t.id = '${accountId}'` },
    { name: 'person', where: `t.id = '${personId}'` },
    { name: 'oidc_payload', where: `t.payload ->> 'accountId' = '${personId}'` },
  ].map(({ name, where }, at): Kept => {
    return { name, where, copy: `kept_${keeps}_${at}`, columns: columnsOf.get(name) ?? '' };
  });
  for (const { name, copy, where, columns } of tables)
    await client.query(`create temp table ${copy} as select ${columns} from ${name} t where ${where}`);
  const versions = {
    name: `kept_versions_${keeps}`,
    text: tables
      .map(
        ({ name, where }) => `select '${name}' as name, count(*)::int as rows,
          sum(hashtextextended(t.tableoid || ' ' || t.ctid::text || ' ' || t.xmin::text, 0))::text as version from ${name} t where ${where}`,
      )
      .join(' union all '),
  };
  const readVersions = async (): Promise<readonly Version[]> => (await client.query<Version>(versions)).rows;
  let seen = new Map((await readVersions()).map(({ name, version }) => [name, version]));
  const different = async (): Promise<readonly Version[]> =>
    (await readVersions()).filter(({ name, version }) => seen.get(name) !== version);
  return {
    changed: async () => (await different()).map(({ name, rows: count }) => `${name} ${count}`).toSorted(),
    async restore() {
      const names = new Set((await different()).map(({ name }) => name));
      if (names.size === 0) return;
      await client.query('begin');
      for (const { name, copy, where, columns } of tables.filter((table) => names.has(table.name))) {
        await client.query(`delete from ${name} t where ${where}`);
        await client.query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from pg_temp.${copy}`,
        );
      }
      await client.query('commit');
      seen = new Map((await readVersions()).map(({ name, version }) => [name, version]));
    },
  };
}
