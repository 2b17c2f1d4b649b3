import { createExecutor } from '@switchboard/engine';
import type { SourceColumn } from '@switchboard/model/schema';

/** Identifies the content of a table: the number of rows, and a sum over a hash of each. */
export type Fingerprint = { readonly rows: number; readonly hash: string };

/** Reads a Parquet file whole. */
export async function fingerprint(path: string, columns: readonly SourceColumn[]): Promise<Fingerprint> {
  const executor = createExecutor({ poolSize: 0 });
  const job = { reads: [path], writes: [], memoryBytes: 1024 ** 3, timeoutMs: 600_000 };
  const session = await executor.open(job, new AbortController().signal);
  try {
    const names = columns.map(({ name }) => name).join(', ');
    const [row] = await session.run(
      `SELECT count(*) AS counted, sum(hash(${names})::HUGEINT)::VARCHAR AS hashed FROM read_parquet('${path}')`,
    );
    return { rows: Number(row?.['counted']), hash: String(row?.['hashed']) };
  } finally {
    await session.close();
    await executor.stop();
  }
}
