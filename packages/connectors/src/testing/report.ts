import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyProperties } from '../spec.ts';
import type { SqlDialect } from '../sql/sql-login.ts';
import { createTestDatabase } from './database.ts';
import { changeKey, type TestSource } from './harness.ts';

/** Bytes of a report, at least: more than is under way at a time. */
export const REPORT_BYTES = 3_000_000;
export const REPORT = 'x'.repeat(REPORT_BYTES);
export const REPORT_NAME = 'report.csv';

/** The report as rows of a view, on a server that speaks as PostgreSQL does. */
export async function reportInPostgres(dialect: SqlDialect): Promise<TestSource> {
  const database = await createTestDatabase();
  await database.rows(`create view report as select n, repeat('x', 1000) as filler from generate_series(1, 3000) n`);
  return {
    port: database.port,
    declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(database.key, { port, dialect }) }),
    close: () => database.close(),
  };
}

type FolderServer = { readonly folder: string; readonly key: KeyProperties; close(): void };

/** The report as a file below the folder of a server. */
export function reportInFolder({ folder, key, close }: FolderServer, base: string): TestSource {
  writeFileSync(join(folder, REPORT_NAME), REPORT);
  return {
    port: Number(key.properties['port']),
    declare: (port) => ({ parameters: { path: `${base}${REPORT_NAME}` }, key: changeKey(key, { port }) }),
    close: async () => close(),
  };
}
