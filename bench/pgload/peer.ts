import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Copies a CSV file with a header into a table: with psql, or over the same driver as ours where there is none. */
export async function copyFromFile(url: string, table: string, csv: string, psql: boolean): Promise<void> {
  if (psql) {
    const command = `\\copy ${table} from '${csv}' with (format csv, header true)`;
    const environment = { PATH: process.env['PATH'], PGTZ: 'UTC' };
    const child = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', command], {
      env: environment,
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`psql ended with ${code}`);
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const copy = client.query(copyFrom(`copy ${table} from stdin with (format csv, header true)`));
    await pipeline(createReadStream(csv, { highWaterMark: 256 * 1024 }), copy);
  } finally {
    await client.end();
  }
}

const BATCH = 1000;

/** Splits a record of the generator's, whose quoted fields hold no quotes and no line ends. */
function fields(line: string): (string | null)[] {
  return [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)]
    .slice(0, 20)
    .map(([, field = '']) => (field === '' ? null : field.replaceAll('"', '')));
}

/** Inserts the first rows of a CSV file with a header, 1,000 a statement, in one transaction. */
export async function insertMany(client: pg.Client, table: string, csv: string, rows: number): Promise<void> {
  await client.query('begin');
  let batch: (string | null)[][] = [];
  let sent = 0;
  const send = async (): Promise<void> => {
    const tuples = batch.map((row, index) => `(${row.map((_, at) => `$${index * row.length + at + 1}`).join(',')})`);
    await client.query(`insert into ${table} values ${tuples.join(',')}`, batch.flat());
    sent += batch.length;
    batch = [];
  };
  let isHeader = true;
  for await (const line of createInterface({ input: createReadStream(csv) })) {
    if (!isHeader) batch.push(fields(line));
    isHeader = false;
    if (batch.length === BATCH) await send();
    if (sent >= rows) break;
  }
  if (batch.length > 0 && sent < rows) await send();
  await client.query('commit');
}
