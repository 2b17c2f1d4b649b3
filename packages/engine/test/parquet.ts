import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sqlText } from '../src/executors/configuration.ts';
import type { SqlRow } from '../src/executors/executor.ts';
import type { TestBench } from './build-context.ts';

const LIMITS = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };

/** Stores a query's rows as Parquet under a key, as a load would have left them. */
export async function storeTable(bench: TestBench, key: string, query: string): Promise<void> {
  const context = await bench.context();
  const path = join(context.scratch, `${randomUUID()}.parquet`);
  const session = await context.executor.open({ reads: [], writes: [context.scratch], ...LIMITS }, context.signal);
  try {
    await session.run(`COPY (${query}) TO ${sqlText(path)} (FORMAT parquet)`);
  } finally {
    await session.close();
  }
  await bench.store.putFile(key, path);
}

/** The rows of a stored Parquet file, in its order. */
export async function readTable(bench: TestBench, key: string, columns = '*'): Promise<readonly SqlRow[]> {
  const context = await bench.context();
  const path = await bench.store.localPath(key, context.scratch);
  const session = await context.executor.open({ reads: [path], writes: [], ...LIMITS }, context.signal);
  try {
    return await session.run(`SELECT ${columns} FROM read_parquet(${sqlText(path)})`);
  } finally {
    await session.close();
  }
}
