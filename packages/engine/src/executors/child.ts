import { DuckDBInstance } from '@duckdb/node-api';
import type { SqlRow } from './executor.ts';
import { type ChildAnswer, type ChildRequest, lineReader } from './protocol.ts';

/**
 * The program of the jailed database process: opens an empty database in memory, then runs the statements that arrive
 * on standard input, one after the other. It ends when its input ends, so it never outlives its parent.
 */

const answer = (message: ChildAnswer): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

function plain(value: unknown): SqlRow[string] {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  // Everything else is one of the database's own values, which write themselves as text.
  return (value as { toString(): string }).toString();
}

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

async function run(sql: string): Promise<ChildAnswer> {
  try {
    const reader = await connection.runAndReadAll(sql);
    const names = reader.columnNames();
    const rows = reader
      .getRows()
      .map((row) => Object.fromEntries(names.map((name, index) => [name, plain(row[index])])));
    return { kind: 'rows', rows };
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

let queue = Promise.resolve();
process.stdin.setEncoding('utf8');
process.stdin.on(
  'data',
  lineReader((line) => {
    queue = queue.then(async () => {
      const request = JSON.parse(line) as ChildRequest;
      answer(await run(request.sql));
    });
  }),
);
// A running statement must not delay the end, so the process does not leave politely.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
process.stdout.on('error', () => process.kill(process.pid, 'SIGKILL'));

await run('SELECT 1');
answer({ kind: 'ready' });
