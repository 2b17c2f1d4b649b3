import { createExecutor, type SqlRow } from '@switchboard/engine';
import { textSqlType } from '@switchboard/engine/testing';
import { AD_COLUMNS } from './ad-file.ts';

/** How the peer, DuckDB's own typed CSV reader, treats rows that do not fit. */
export type PeerMode = 'clean' | 'store_rejects' | 'ignore_errors';

/** Reads a CSV file with DuckDB alone, in a process of its own like ours, and writes Parquet. Gives the rows it kept. */
export async function runPeer(path: string, output: string, mode: PeerMode): Promise<number> {
  const executor = createExecutor({ poolSize: 0 });
  const columns = AD_COLUMNS.map(({ name, type }) => `'${name}': '${textSqlType(type)}'`).join(', ');
  const option = mode === 'clean' ? '' : `, ${mode} = true`;
  const reader = `read_csv('${path}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', columns = {${columns}}${option})`;
  const job = { reads: [path], writes: [output], memoryBytes: 4 * 1024 ** 3, timeoutMs: 600_000 };
  const session = await executor.open(job, new AbortController().signal);
  try {
    const [row]: readonly SqlRow[] = await session.run(
      `COPY (SELECT * FROM ${reader}) TO '${output}/peer.parquet' (FORMAT parquet, COMPRESSION snappy)`,
    );
    return Number(row?.['Count']);
  } finally {
    await session.close();
    await executor.stop();
  }
}
