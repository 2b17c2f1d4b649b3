import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Tx } from '../src/db/database.ts';

/** Milliseconds of a clock tick in /proc. */
const TICK = 10;

/**
 * The processor time of the database process behind a transaction, in milliseconds since it started; 0 on systems without
 * /proc. Bounds on its growth hold on a busy machine, too.
 */
export async function backendTime(tx: Tx): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  const [, , , , , , , , , , , user = '', system = ''] = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(user) + Number(system)) * TICK;
}
