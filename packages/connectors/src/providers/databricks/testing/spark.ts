import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Whether DATABRICKS_SERVER=spark asks for Apache Spark, whose conversions are those of Databricks SQL. */
export const isSpark = process.env['DATABRICKS_SERVER'] === 'spark';

export type Spark = {
  /** Rows of a statement, values as texts. Throws what Spark refuses. */
  rows(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  close(): Promise<void>;
};

/** Starts `serve-spark.py` with the `python3` on the PATH, whose packages must hold pyspark. */
export function startSpark(): Spark {
  const folder = mkdtempSync(join(tmpdir(), 'spark-'));
  const program = spawn('python3', [join(import.meta.dirname, 'serve-spark.py'), folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  return {
    async rows(sql) {
      program.stdin.write(`${JSON.stringify(sql)}\n`);
      const { value, done } = await lines.next();
      if (done === true)
        throw new Error('DATABRICKS_SERVER=spark needs a python3 on the PATH with the package pyspark, and Java');
      const { rows, error } = JSON.parse(value) as { readonly rows?: (string | null)[][]; readonly error?: string };
      if (rows === undefined) throw new Error(error);
      return rows;
    },
    async close() {
      program.stdin.end();
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
