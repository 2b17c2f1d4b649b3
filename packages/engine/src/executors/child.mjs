// The program of the jailed database process: opens an empty in-memory database, then runs the statements that arrive on
// standard input, in order. It exits when its input ends, so that it never outlives its parent.
//
// Start-up time matters: this is plain JavaScript (stripping types takes longer than the start itself) on the database's
// low-level bindings (their wrapper is a hundred files, imported only when needed).
// @ts-check
import duckdb from '@duckdb/node-bindings';
import { runStatement } from './run-statement.mjs';

/** @import { ChildReply, ChildRequest } from './protocol.ts' */

/** @param {ChildReply} message */
const send = (message) => void process.stdout.write(`${JSON.stringify(message)}\n`);

const open = async () => {
  const database = await duckdb.open(':memory:');
  return { database, connection: await duckdb.connect(database) };
};

let opened = await open();

/** Closes the database with all that belongs to it, and opens an empty one. @returns {Promise<ChildReply>} */
async function reset() {
  duckdb.disconnect_sync(opened.connection);
  duckdb.close_sync(opened.database);
  opened = await open();
  return { kind: 'reset' };
}

let queue = Promise.resolve();
let pending = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (pending + text).split('\n');
  pending = lines.pop() ?? '';
  for (const line of lines) {
    queue = queue.then(async () => {
      /** @type {ChildRequest} */
      const request = JSON.parse(line);
      send('sql' in request ? await runStatement(opened.connection, request.sql) : await reset());
    });
  }
});
// Killed, because a running statement would delay a normal exit.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
process.stdout.on('error', () => process.kill(process.pid, 'SIGKILL'));

await runStatement(opened.connection, 'SELECT 1');
send({ kind: 'ready' });
