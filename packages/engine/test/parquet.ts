import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sqlText } from '../src/executors/configuration.ts';
import type { SqlRow } from '../src/executors/executor.ts';
import type { TestBench } from './build-context.ts';

/** Stores a query's rows as Parquet under a key, as a load would have left them. Returns the reference to them. */
export async function storeTable(bench: TestBench, key: string, query: string): Promise<string> {
  const path = join(bench.folder, `${randomUUID()}.parquet`);
  const session = await bench.session();
  await session.run(`COPY (${query}) TO ${sqlText(path)} (FORMAT parquet)`);
  return (await bench.store.putFile(key, path)).key;
}

/** The rows of a stored Parquet file, in its order. */
export async function readTable(bench: TestBench, key: string, columns = '*'): Promise<readonly SqlRow[]> {
  const path = await bench.store.localPath(key, bench.folder);
  const session = await bench.session();
  return session.run(`SELECT ${columns} FROM read_parquet(${sqlText(path)})`);
}
