import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { WorkDatabase } from '../work-database.ts';

/** The same flow by hand, with nothing that is not needed for it. */
export type Floor = { run(source: string, result: string): Promise<void>; stop(): void };

const COLUMNS = `{'day': 'DATE', 'site': 'VARCHAR', 'device': 'VARCHAR', 'clicks': 'BIGINT', 'cost': 'DECIMAL(18, 6)'}`;

async function load(connection: DuckDBConnection, source: string, table: string): Promise<void> {
  await connection.run(
    `COPY (SELECT * FROM read_csv('${source}', auto_detect = false, header = true, delim = ',', quote = '"', columns = ${COLUMNS}, store_rejects = true))
     TO '${table}' (FORMAT parquet, COMPRESSION snappy)`,
  );
  await connection.runAndReadAll('SELECT line, error_message FROM reject_errors');
  await connection.run('DROP TABLE reject_errors; DROP TABLE reject_scans;');
}

/** Enqueue, claim, copy, load with rejects, query, compressed CSV, finish with an event. */
export async function createFloor({ pool, root }: WorkDatabase, most: number): Promise<Floor> {
  await pool.query(
    `create table floor_job (id uuid primary key, state text not null, started timestamptz, finished timestamptz)`,
  );
  await pool.query(
    `create table floor_event (id bigint generated always as identity primary key, job uuid, message text)`,
  );
  const folder = join(root, 'floor');
  await mkdir(folder, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:');
  const idle = await Promise.all(Array.from({ length: most }, () => instance.connect()));
  return {
    async run(source, result) {
      const id = randomUUID();
      await pool.query(`insert into floor_job values ($1, 'ready')`, [id]);
      await pool.query(
        `update floor_job set state = 'running', started = now() where id = (
          select id from floor_job where id = $1 and state = 'ready' for update skip locked)`,
        [id],
      );
      const connection = idle.pop();
      if (!connection) throw new Error('There are more flows at once than connections.');
      try {
        const [raw, table] = [join(folder, `${id}.csv`), join(folder, `${id}.parquet`)];
        await copyFile(source, raw);
        await load(connection, raw, table);
        await connection.run(
          `COPY (SELECT day, site, device, sum(clicks)::BIGINT AS clicks, sum(cost)::DECIMAL(38, 6) AS cost FROM '${table}'
           GROUP BY ALL ORDER BY ALL) TO '${result}' (FORMAT csv, HEADER, COMPRESSION gzip)`,
        );
      } finally {
        idle.push(connection);
      }
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`update floor_job set state = 'done', finished = now() where id = $1`, [id]);
        await client.query(`insert into floor_event (job, message) values ($1, 'done')`, [id]);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    stop() {
      for (const connection of idle) connection.closeSync();
      instance.closeSync();
    },
  };
}
