import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createExecutor } from '@switchboard/engine';
import { textSqlType } from '@switchboard/engine/testing';
import { AD_COLUMNS, writeAdFile } from './ingest/ad-file.ts';

const LIMITS = { memoryBytes: 4 * 1024 ** 3, timeoutMs: 600_000 };

/** Runs one statement in a database process of its own and gives the rows that it copied. */
export async function runCopy(sql: string, reads: readonly string[], folder: string): Promise<number> {
  const executor = createExecutor({ poolSize: 0 });
  const session = await executor.open({ reads, writes: [folder], ...LIMITS }, new AbortController().signal);
  try {
    const [row] = await session.run(sql);
    return Number(row?.['Count']);
  } finally {
    await session.close();
    await executor.stop();
  }
}

/**
 * An advertising report as a load would have stored it, below a folder; one that is there already is taken.
 * Gives its absolute path.
 */
export async function adParquet(folder: string, rows: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `ads-${rows}.parquet`);
  if (existsSync(path)) return path;
  const csv = join(folder, `ads-${rows}.csv`);
  await writeAdFile(csv, { rows, dirtyShare: 0, seed: 7 });
  const columns = AD_COLUMNS.map(({ name, type }) => `'${name}': '${textSqlType(type)}'`).join(', ');
  const read = `read_csv('${csv}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', columns = {${columns}})`;
  await runCopy(`COPY (SELECT * FROM ${read}) TO '${path}.part' (FORMAT parquet, COMPRESSION snappy)`, [csv], folder);
  await rename(`${path}.part`, path);
  await rm(csv);
  console.log(`${rows} rows as Parquet: ${((await stat(path)).size / 1e6).toFixed(0)} MB`);
  return path;
}
