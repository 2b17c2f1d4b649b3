import { describe, expect, test } from 'vitest';
import { compile } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { createSources, openDatabase } from '../open-database.ts';
import { PRELUDE } from '../prelude.ts';
import { type ScalarRow, SECOND_IMPLEMENTATIONS } from './second-implementations.ts';

const ROWS = 1000;
const TEXTS = [null, '', ' ', 'a', 'Site A', 'ß', 'é', 'e\u0301', '😀😀b', '%_', "it's", 'İi', '日本語テキスト'];
const WHOLES = [null, 0n, 1n, -1n, 7n, -8n, 9007199254740993n, 9223372036854775807n, -9223372036854775807n];
const FLOATS = [null, 0, 1, -1, 2, 0.1, 1e-300, 1e300, -1e300, 1.7976931348623157e308, 5e-324];

/** Always the same rows: every value meets every other. */
const rows: readonly ScalarRow[] = Array.from({ length: ROWS }, (_, index) => ({
  site: TEXTS[index % TEXTS.length] ?? null,
  kind: TEXTS[Math.floor(index / TEXTS.length) % TEXTS.length] ?? null,
  clicks: WHOLES[index % WHOLES.length] ?? null,
  ratio: FLOATS[index % FLOATS.length] ?? null,
}));

const quoted = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);

const values = rows
  .map(
    (row) =>
      `(${quoted(row.site)}, ${quoted(row.kind)}, ${row.clicks ?? 'NULL'}::BIGINT, ${row.ratio ?? 'NULL'}::DOUBLE)`,
  )
  .join(', ');

const ADS = `SELECT site, kind, DATE '2026-01-31' AS day, TIMESTAMP '2026-01-31 10:20:30' AS at, clicks,
  1.5::DECIMAL(18,6) AS price, ratio, 1::BIGINT AS m_one, 2::BIGINT AS m_two, true AS active,
  {'id': 1::BIGINT, 'name': 'n'} AS owner, ['x', 'y'] AS tags, '{"a": [1]}'::JSON AS extra, DATE '2026-01-31' AS date
  FROM (VALUES ${values}) AS v(site, kind, clicks, ratio)`;

const shown = (value: unknown): string => `${typeof value} ${String(value)}`;
/** The database gives whole numbers as texts, exactly. */
const exact = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe('scalar functions give what a second implementation gives', async () => {
  const { plan } = compile([PRELUDE], CATALOG);
  if (!plan) throw new Error('The prelude does not compile.');
  const database = await openDatabase();
  await createSources(database, plan, { ads: ADS });

  test.each(Object.entries(SECOND_IMPLEMENTATIONS))('%s', async (_, { call, expected }) => {
    const text = `table t is select ${call} as x from ads;`;
    const compiled = compile([PRELUDE, { path: 'main.sbs', text }], CATALOG);
    expect(compiled.messages.filter(({ type }) => type === 'error')).toEqual([]);
    const results = await database.run(compiled.plan?.tables[0]?.sql.duckdb ?? '');
    const found = results.map((row) => shown(exact(row.x)));
    expect(found).toEqual(rows.map((row) => shown(exact(expected(row)))));
  });
});
