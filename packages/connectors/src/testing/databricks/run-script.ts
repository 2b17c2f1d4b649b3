import type { Store, StoreResult } from '../warehouse/postgres-store.ts';
import { toPostgres } from './to-postgres.ts';

/** An error that a script raises by SIGNAL. */
class Signal extends Error {}

const CHECK = /^IF NOT \((.+)\) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '(\w+)'; END IF;$/s;

/** A compound statement, in a transaction that sees one state of the tables. A statement stands on a line. */
export async function runScript({ pool, run }: Store, text: string): Promise<StoreResult> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level serializable');
    for (const line of text.split('\n').slice(1, -1)) {
      const [, condition, code] = CHECK.exec(line) ?? [];
      if (condition === undefined) await run(client, toPostgres(line));
      else {
        const { rows } = await run(client, `SELECT (${toPostgres(condition)})`);
        if (rows[0]?.[0] !== 't') throw new Signal(code);
      }
    }
    await client.query('commit');
    return { fields: [], rows: [], changed: 0 };
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
