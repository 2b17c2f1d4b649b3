import { compile } from '@switchboard/language';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { createSources, type Database, openDatabase, type Row } from '@switchboard/language/testing/open-database';
import { PRELUDE } from '@switchboard/language/testing/prelude';
import type { Column } from '@switchboard/model/schema';

/** The rows that the examples of the reference are computed from, as values of the columns that they use. */
export const SAMPLE_COLUMNS = [
  'site',
  'kind',
  'day',
  'at',
  'clicks',
  'price',
  'ratio',
  'active',
  'owner',
  'tags',
  'extra',
] as const;

export const SAMPLE_ROWS = [
  [
    "'A'",
    "'web'",
    '2026-01-31',
    '2026-01-31 10:20:30',
    '5',
    '1.5',
    '2.5',
    'true',
    "{id: 1, name: 'Ann'}",
    "['x', 'y']",
    '{"a": [1, 2]}',
  ],
  [
    "'B'",
    "'app'",
    '2026-02-01',
    '2026-02-01 23:59:59',
    '0',
    '0.25',
    '0.5',
    'false',
    "{id: 2, name: 'Ben'}",
    '[]',
    '{"a": []}',
  ],
  [
    "'C'",
    "'web'",
    '2026-02-01',
    '2026-02-01 00:00:00',
    'null',
    'null',
    'null',
    'null',
    "{id: 3, name: 'Cleo'}",
    "['z']",
    '{}',
  ],
] as const;

export type SampleDatabase = {
  /** The rows and columns of a table that is declared over `ads`. */
  readonly select: (items: string) => Promise<{ readonly rows: readonly Row[]; readonly columns: readonly Column[] }>;
};

/** The prelude's tables, of which `ads` has the sample rows. */
export async function openSamples(): Promise<SampleDatabase> {
  const database: Database = await openDatabase();
  const { plan } = compile([PRELUDE], CATALOG);
  if (plan === null) throw new Error('The prelude does not compile.');
  await createSources(database, plan, { ads: SAMPLE_ROWS.map(rowSql).join(' UNION ALL ') });
  return {
    select: async (items) => {
      const text = `table t is select ${items} from ads;`;
      const { plan: own, messages } = compile([PRELUDE, { path: 'main.sbs', text }], CATALOG);
      const built = own?.tables[0];
      if (!built) throw new Error(`${text}: ${messages.map((message) => message.message).join(' ')}`);
      return { rows: await database.run(built.sql.duckdb), columns: built.columns };
    },
  };
}

function rowSql(row: (typeof SAMPLE_ROWS)[number]): string {
  const [site, kind, day, at, clicks, price, ratio, active, owner, tags, extra] = row;
  return `SELECT ${site} AS site, ${kind} AS kind, DATE '${day}' AS day, TIMESTAMP '${at}' AS at, CAST(${clicks} AS BIGINT) AS clicks,
    CAST(${price} AS DECIMAL(18, 6)) AS price, CAST(${ratio} AS DOUBLE) AS ratio, 1::BIGINT AS m_one, 2::BIGINT AS m_two,
    CAST(${active} AS BOOLEAN) AS active, CAST(${owner} AS STRUCT(id BIGINT, name VARCHAR)) AS owner,
    CAST(${tags} AS VARCHAR[]) AS tags, '${extra}'::JSON AS extra, DATE '${day}' AS date`;
}
